// Notices in this browser: switched on and off, and which of those listed this one is.

import { encodeBase64, hex } from "./bytes.js";
import {
  createNode, csrfToken, dataValue, findElement, findElements, getElement, showMessage,
} from "./page.js";

const MARK = 16; // digits by which the page names a browser

/** The mark of the browser with this address, as the page lists it. @param {string} endpoint */
async function browserMark(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return hex(digest).slice(0, MARK);
}

class Notices {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.wrong = getElement(root, "[data-wrong]");
    const button = getElement(root, "[data-switch-on]", HTMLButtonElement);
    button.addEventListener("click", () => this.switchOn(button));
    for (const form of findElements(document, "[data-remove]", HTMLFormElement)) {
      form.addEventListener("submit", (event) => this.remove(form, event));
    }
    this.look();
  }

  /** Find this browser among those listed. */
  async look() {
    const can = "serviceWorker" in navigator && "PushManager" in window;
    const subscription = can ? await this.subscription() : null;
    const mark = subscription ? await browserMark(subscription.endpoint) : "";
    const row = mark && findElement(document, `[data-browser="${mark}"]`);
    if (row) getElement(row, "[data-this]").hidden = false;
    const cannot = isSecureContext ? "none" : "plain";
    this.state(can ? (row ? "on" : "off") : cannot);
  }

  async subscription() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration?.pushManager.getSubscription() ?? null;
  }

  /** @param {"on" | "off" | "none" | "plain"} name */
  state(name) {
    for (const part of findElements(this.root, "[data-state]")) {
      part.hidden = part.dataset.state !== name;
    }
  }

  /** @param {HTMLButtonElement} button */
  async switchOn(button) {
    showMessage(this.wrong, "");
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) === "granted") await this.subscribe();
      else showMessage(this.wrong, dataValue(this.root, "denied"));
    } catch {
      showMessage(this.wrong, dataValue(this.root, "failed"));
    }
    button.disabled = false;
  }

  async subscribe() {
    const registration = await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    // of an earlier key of the site, or an account that used this browser before
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: dataValue(this.root, "key"),
    });
    const body = new FormData();
    body.append("endpoint", subscription.endpoint);
    body.append("key", encodeBase64(subscription.getKey("p256dh") ?? new ArrayBuffer(0)));
    body.append("secret", encodeBase64(subscription.getKey("auth") ?? new ArrayBuffer(0)));
    body.append("csrfmiddlewaretoken", csrfToken(this.root));
    const answer = await fetch(dataValue(this.root, "add"), { method: "POST", body });
    if (answer.ok) {
      location.reload();
      return;
    }
    await subscription.unsubscribe();
    const reply = await answer.json().catch(() => ({}));
    showMessage(this.wrong, reply.error ?? dataValue(this.root, "failed"));
  }

  /** Tell the push service too. @param {HTMLFormElement} form @param {SubmitEvent} event */
  async remove(form, event) {
    const row = form.closest("[data-browser]");
    if (row && findElement(row, "[data-this]")?.hidden) return;
    event.preventDefault();
    await (await this.subscription().catch(() => null))?.unsubscribe().catch(() => false);
    const { submitter } = event;
    if (submitter instanceof HTMLButtonElement) {
      const { name, value } = submitter;
      form.append(createNode("input", { type: "hidden", name, value }));
    }
    form.submit();
  }
}

const root = findElement(document, "[data-notices]");
if (root && dataValue(root, "key")) new Notices(root);
