// What each ship would bring if it sailed now: worked out by the server, on request.

import { hit, maybe, one, said } from "../page.js";
import { inLanguage } from "../board/api.js";

const QUIET = 120; // milliseconds without a step before the open table asks again

export class Ships {
  asked = 0;
  number = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.dialog = maybe(root, '[data-dialog="ships"]', HTMLDialogElement);
  }

  /**
   * Open the table from `address`; `number`: the ship to mark.
   * @param {string} address
   */
  open(address, number = "") {
    this.number = number;
    this.dialog?.showModal();
    this.load(address);
  }

  get isOpen() {
    return Boolean(this.dialog?.open);
  }

  /**
   * The replay has gone on, or looks through other eyes.
   * @param {string} address
   */
  follow(address) {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(address), QUIET);
  }

  /** @param {string} address */
  async load(address) {
    const place = one(this.root, "[data-ships-table]", HTMLElement);
    const mine = ++this.asked;
    place.setAttribute("aria-busy", "true");
    let html;
    try {
      const answer = await fetch(inLanguage(address), { headers: { Accept: "application/json" } });
      html = (await answer.json()).html;
    } catch { /* said below */ }
    if (mine !== this.asked) return;
    place.removeAttribute("aria-busy");
    if (html === undefined) place.textContent = said(place, "failed");
    else place.innerHTML = html;
    place.querySelector(`[data-ship="${this.number}"]`)?.classList.add("is-asked");
  }
}

/**
 * The number of the ship in the harbour that the mouse hit; empty: none.
 * @param {MouseEvent} event a click, which browsers give as a pointer's
 */
export function shipAt(event) {
  const byTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (byTouch || !hit(event, '[data-block="harbour"]')) return "";
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const key = element.closest("[data-key]")?.getAttribute("data-key") ?? "";
    const found = /^(?:ship|bow)(\d)$/.exec(key);
    if (found) return found[1];
  }
  return "";
}
