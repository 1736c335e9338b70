// The chat of a table, as it comes in. No log has it.

import { createNode, findElements, findElement, getElement, dataValue } from "./page.js";
import { inLanguage, readPage, sendForm } from "./board/api.js";
import { readText, storeText } from "./storage.js";

const STORAGE_PREFIX = "imhotep-chat-seen:";

/**
 * How many lines of others were not in sight yet.
 * @param {{ number: number, isForeign: boolean }[]} lines
 * @param {number} lastNumber of the lines that were in sight
 */
export function countUnread(lines, lastNumber) {
  return lines.filter(({ number, isForeign }) => isForeign && number > lastNumber).length;
}

/** Lines that the reader has not seen: counted where the chat is opened, and in the title. */
class Unread {
  inSight = false;

  /** @param {HTMLElement} root @param {HTMLElement} list @param {string} tableId */
  constructor(root, list, tableId) {
    this.list = list;
    this.words = dataValue(root, "unread");
    this.key = STORAGE_PREFIX + tableId;
    const title = getElement(root, "#chat-title").textContent?.trim();
    this.openers = findElements(document, "button, a").filter(
      (control) => control.textContent?.trim() === title,
    ); // a tab or a link with the chat's name
    this.prefix = "";
    this.toast = createNode("button", { class: "chat-toast", type: "button", hidden: "" });
    this.toast.addEventListener("click", () => {
      for (const opener of this.openers) opener.click();
      root.scrollIntoView({ block: "nearest" });
    });
    document.body.append(this.toast);
    new IntersectionObserver(([entry]) => {
      this.inSight = entry.isIntersecting;
      this.update();
    }).observe(root);
    document.addEventListener("visibilitychange", () => this.update());
    new MutationObserver(() => this.mark()).observe(document.head, {
      childList: true, subtree: true, characterData: true,
    }); // other scripts write the title, too
    this.update();
  }

  get lines() {
    return findElements(this.list, "[data-line]").map((line) => (
      { number: Number(dataValue(line, "line")), isForeign: !("own" in line.dataset) }));
  }

  update() {
    const { lines } = this;
    if (this.inSight && !document.hidden) {
      storeText(this.key, String(Math.max(0, ...lines.map(({ number }) => number))));
    }
    const count = countUnread(lines, Number(readText(this.key) ?? 0));
    for (const opener of this.openers) this.show(opener, count);
    this.toast.hidden = !count;
    document.body.classList.toggle("has-toast", count > 0);
    const words = this.words.replace("{n}", String(count));
    this.toast.textContent = String(count);
    this.toast.setAttribute("aria-label", words);
    const prefix = count ? `${words} · ` : "";
    if (prefix === this.prefix) return;
    const title = this.bareTitle;
    this.prefix = prefix;
    document.title = prefix + title;
  }

  get bareTitle() {
    const { title } = document;
    return this.prefix && title.startsWith(this.prefix) ? title.slice(this.prefix.length) : title;
  }

  mark() {
    if (!document.title.startsWith(this.prefix)) document.title = this.prefix + document.title;
  }

  /** @param {HTMLElement} opener @param {number} count */
  show(opener, count) {
    let badge = findElement(opener, ".unread");
    if (!badge) {
      badge = createNode("span", { class: "unread" });
      opener.append(" ", badge);
    }
    badge.hidden = !count;
    badge.textContent = String(count);
    badge.setAttribute("aria-label", this.words.replace("{n}", String(count)));
  }
}

/**
 * Shows the forms of a chat where its reader may write: a guest if the host lets guests.
 * @param {HTMLElement} root
 * @param {Document} fragment
 */
function showForms(root, fragment) {
  const mayChat = Boolean(findElement(fragment, "[data-may-say]"));
  for (const part of findElements(root, "[data-speak]")) part.hidden = !mayChat;
  for (const part of findElements(root, "[data-mute]")) part.hidden = mayChat;
}

/**
 * Keeps a chat (templates/tables/chat.html) up to date, at each event `talk` of `stream`.
 * @param {HTMLElement} root
 * @param {string} tableId
 * @param {EventTarget} stream
 */
export function followChat(root, tableId, stream) {
  const list = getElement(root, "[data-lines]");
  const box = /** @type {HTMLElement} */ (list.parentElement);
  const silence = getElement(root, "[data-silence]");
  const unread = "unread" in root.dataset ? new Unread(root, list, tableId) : null;

  async function ask() {
    const last = list.lastElementChild?.getAttribute("data-line") ?? "0";
    try {
      const fragment = await readPage(inLanguage(`/tables/${tableId}/talk/?after=${last}`));
      if (fragment) add(fragment);
    } catch {
      // no connection: the next event asks again
    }
  }

  /** @param {Document} fragment */
  function add(fragment) {
    showForms(root, fragment);
    const low = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    for (const line of findElements(fragment, "[data-line]")) {
      if (list.querySelector(`[data-line="${CSS.escape(dataValue(line, "line"))}"]`)) continue;
      list.append(line);
    }
    silence.hidden = Boolean(list.children.length);
    box.hidden = !silence.hidden;
    if (low) box.scrollTop = box.scrollHeight;
    unread?.update();
  }

  /** @param {SubmitEvent} event @param {HTMLFormElement} form */
  async function say(event, form) {
    event.preventDefault();
    const wrong = getElement(root, "[data-wrong]");
    const text = findElement(form, "[name=text]", HTMLInputElement);
    if (text && !text.value.trim()) return;
    const body = new FormData(form, event.submitter);
    const buttons = findElements(form, "button", HTMLButtonElement);
    for (const button of buttons) button.disabled = true;
    try {
      const answer = await sendForm(form.action, body);
      const isJson = answer.headers.get("Content-Type")?.includes("json");
      const reply = isJson ? await answer.json() : {};
      wrong.textContent = answer.ok ? "" : (reply.error ?? dataValue(root, "failed"));
      if (answer.ok && text) text.value = "";
    } catch {
      wrong.textContent = dataValue(root, "failed");
    }
    wrong.hidden = !wrong.textContent;
    for (const button of buttons) button.disabled = false;
    (text ?? event.submitter)?.focus();
    await ask();
  }

  for (const form of findElements(root, "form[data-say]", HTMLFormElement)) {
    form.addEventListener("submit", (event) => say(event, form));
  }
  box.scrollTop = box.scrollHeight;
  stream.addEventListener("talk", ask);
  stream.addEventListener("connection", (event) => {
    // what was said before the line stood
    if (/** @type {CustomEvent<string>} */ (event).detail === "live") ask();
  });
}
