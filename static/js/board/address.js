// The address of the step that is shown: in the address bar, and in the links that lead on from it.

import { all, maybe, said } from "../page.js";
import * as told from "./step_notes.js";

/** @import { Record } from "./frames.js" */

const REST = 250; // milliseconds: browsers allow some 100 changes of the address in half a minute

export class Address {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  /**
   * @param {HTMLElement} root
   * @param {Record} record
   */
  constructor(root, record) {
    this.root = root;
    this.record = record;
    this.base = said(root, "base");
    this.own = !root.hasAttribute("data-autoplay"); // else the page is about something else
    this.ships = maybe(root, "[data-ships]", HTMLElement);
    this.jumps = all(root, "[data-jump]", HTMLElement);
    this.find();
  }

  /** The links to steps; a graph that came later has some. */
  find() {
    this.links = all(this.root, "[data-move]", HTMLAnchorElement);
  }

  /** @param {number} ply */
  of(ply) {
    return this.base ? `${this.base}${ply}/${this.query}` : `#${ply}`;
  }

  /** What the ships would bring at a step. @param {number} ply */
  ofShips(ply) {
    return `${this.base}${ply}/ships/${this.query}`;
  }

  /** How addresses say through whose eyes, and how much is told. */
  get query() {
    const asked = new URLSearchParams();
    const level = told.level(this.root);
    if (this.record.seat !== "all") asked.set("seat", this.record.seat);
    if (level !== "full") asked.set("words", level);
    return asked.size ? `?${asked}` : "";
  }

  /** The links to steps as `record` has them. @param {Record} record */
  retell(record) {
    this.record = record;
    if (!this.base) return;
    for (const link of this.links ?? []) {
      link.setAttribute("href", this.of(Number(link.dataset.move)));
    }
  }

  /** Soon, when the steps come slower. @param {number} at */
  follow(at) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(at), REST);
  }

  /** The address of the step in the address bar; links lead on from here. @param {number} at */
  show(at) {
    if (this.own) this.write(this.of(at));
    this.ships?.setAttribute("href", this.ofShips(at));
    for (const link of this.jumps) {
      const target = this.record.target(link.dataset.jump, at);
      const idle = target === at;
      if (link.localName === "button") {
        link.setAttribute("aria-disabled", String(idle));
      } else if (idle) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
      } else {
        link.setAttribute("href", this.of(target));
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
