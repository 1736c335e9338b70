// The address of the step that is shown: in the address bar, and in the links that lead on from it.

import { findElements, findElement, dataValue } from "../page.js";
import * as stepNotes from "./step_notes.js";

/** @import { Frames } from "./frames.js" */

// milliseconds: browsers allow some 100 changes of the address in half a minute
const SETTLE_MS = 250;

export class Address {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  /** @param {HTMLElement} root @param {Frames} frames */
  constructor(root, frames) {
    this.root = root;
    this.frames = frames;
    this.base = dataValue(root, "base");
    this.isMainSubject = !root.hasAttribute("data-autoplay");
    this.ships = findElement(root, "[data-ships]");
    this.jumps = findElements(root, "[data-jump]");
    this.find();
  }

  /** Find the links to steps; a graph that came later has some. */
  find() {
    this.links = findElements(this.root, "[data-move]", HTMLAnchorElement);
  }

  /** @param {number} ply */
  stepUrl(ply) {
    return this.base ? `${this.base}${ply}/${this.query}` : `#${ply}`;
  }

  /** The address of the ships' yields at a step. @param {number} ply */
  shipsUrl(ply) {
    return `${this.base}${ply}/ships/${this.query}`;
  }

  /** The query of an address: the seat whose view it is, and the level of detail. */
  get query() {
    const params = new URLSearchParams();
    const level = stepNotes.readLevel(this.root);
    if (this.frames.seat !== "all") params.set("seat", this.frames.seat);
    if (level !== "full") params.set("words", level);
    return params.size ? `?${params}` : "";
  }

  /** The links to steps as `frames` has them. @param {Frames} frames */
  retell(frames) {
    this.frames = frames;
    if (!this.base) return;
    for (const link of this.links ?? []) {
      link.setAttribute("href", this.stepUrl(Number(link.dataset.move)));
    }
  }

  /** Soon, when the steps come slower. @param {number} ply */
  follow(ply) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(ply), SETTLE_MS);
  }

  /** The address of the step in the address bar; links lead on from here. @param {number} ply */
  show(ply) {
    if (this.isMainSubject) this.write(this.stepUrl(ply));
    this.ships?.setAttribute("href", this.shipsUrl(ply));
    for (const link of this.jumps) {
      const target = this.frames.target(link.dataset.jump, ply);
      const idle = target === ply;
      if (link.localName === "button") {
        link.setAttribute("aria-disabled", String(idle));
      } else if (idle) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
      } else {
        link.setAttribute("href", this.stepUrl(target));
        link.removeAttribute("role");
        link.removeAttribute("aria-disabled");
      }
    }
  }

  /** Into the address bar; what is enlarged there stays so. @param {string} address */
  write(address) {
    const sheet = location.hash.startsWith("#at-") ? location.hash : "";
    if (!sheet) history.replaceState(null, "", address);
    else if (this.base) history.replaceState(null, "", address + sheet);
  }
}
