// Yields of the ships if they sailed now: computed by the server, on request.

import { hitElement, findElement, getElement, dataValue } from "../page.js";
import { readJson } from "../board/api.js";

const QUIET = 120; // milliseconds without a step before the open table asks again

export class Ships {
  requests = 0;
  number = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.dialog = findElement(root, '[data-dialog="ships"]', HTMLDialogElement);
  }

  /** Open the table from `address`; `number`: the ship to mark. @param {string} address */
  open(address, number = "") {
    this.number = number;
    this.dialog?.showModal();
    this.load(address);
  }

  /** The replay has gone on, or looks through other eyes. @param {string} address */
  follow(address) {
    if (!this.dialog?.open) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(address), QUIET);
  }

  /** @param {string} address */
  async load(address) {
    const place = getElement(this.root, "[data-ships-table]");
    const request = ++this.requests;
    place.setAttribute("aria-busy", "true");
    const { html } = await readJson(address).catch(() => ({}));
    if (request !== this.requests) return;
    place.removeAttribute("aria-busy");
    if (html === undefined) place.textContent = dataValue(place, "failed");
    else place.innerHTML = html;
    place.querySelector(`[data-ship="${this.number}"]`)?.classList.add("is-asked");
  }
}

/** The number of the ship that a mouse clicked; empty: none. @param {MouseEvent} event */
export function findShip(event) {
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (isTouch || !hitElement(event, '[data-block="harbour"]')) return "";
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const key = element.closest("[data-key]")?.getAttribute("data-key") ?? "";
    const match = /^(?:ship|bow)(\d)$/.exec(key);
    if (match) return match[1];
  }
  return "";
}
