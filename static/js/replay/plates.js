// What stands in words at the boards and at the seats: whose stones lie where and what they are
// worth, the piles, the quarries, whose turn it is.

import { all, maybe, one, said } from "../page.js";
import { write } from "./numbers.js";

/** @import { Piece, Record } from "./record.js" */

export class Plates {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.prefix = said(root, "prefix");
    this.leads = all(root, "[data-lead]", HTMLElement).map((lead) => {
      const [site, seat] = said(lead, "lead").split(".").map(Number);
      const stones = one(lead, "b", HTMLElement);
      return { lead, site, seat, stones, worth: lead.lastElementChild };
    });
    this.draw = maybe(root, '[data-pile="draw"]', HTMLElement);
    this.discard = maybe(root, '[data-pile="discard"]', HTMLElement);
    this.quarries = all(root, "[data-quarry]", HTMLElement);
    this.panels = all(root, "[data-panel]", HTMLElement);
    this.next = maybe(root, "[data-next]", HTMLElement);
  }

  /**
   * @param {Record} record
   * @param {number} at
   * @param {Map<string, Piece>} table
   * @param {number | null} [awaited] the seat to move, where the record does not know
   * @param {boolean} [moves] whether it may be seen that a number is another
   */
  show(record, at, table, awaited, moves = false) {
    const stones = record.stones[at];
    const worth = record.worth[at];
    for (const plate of this.leads) {
      const number = stones[plate.site][plate.seat];
      if (moves && plate.stones.textContent !== String(number)) tick(plate.lead);
      write(plate.stones, number);
      const points = number ? (worth[plate.site][plate.seat] ?? "") : "";
      write(plate.worth, points);
      plate.lead.classList.toggle("has-no-worth", points === "");
      const most = Math.max(...stones[plate.site]);
      plate.lead.classList.toggle("is-most", number > 0 && number === most);
    }
    const quarry = record.quarry[at];
    for (const cell of this.quarries) write(cell, quarry[Number(cell.dataset.quarry)] ?? "∞");
    this.piles(table);
    this.turn(awaited ?? record.toMove(at));
  }

  /** @param {Map<string, Piece>} table */
  piles(table) {
    if (!this.draw) return;
    write(this.draw, table.get("draw")?.[4] ?? "0");
    let discarded = 0;
    for (const key of table.keys()) {
      if (!key.startsWith("discard.") || key.endsWith("n")) continue;
      discarded += Number(table.get(`${key}n`)?.[4] ?? 1);
    }
    write(this.discard, discarded);
  }

  /** Whose turn it is. @param {number | undefined} seat */
  turn(seat) {
    for (const panel of this.panels) {
      const is = Number(panel.dataset.panel) === seat;
      panel.classList.toggle("is-next", is);
      if (!is || !this.next) continue;
      const name = one(panel, ".seat-name", HTMLElement).textContent;
      write(this.next.querySelector("b"), name ?? "");
      const use = one(panel, "use", SVGElement).getAttribute("href") ?? "";
      this.next.querySelector("use")?.setAttribute("href", use);
    }
    if (!this.next) return;
    this.next.hidden = seat === undefined;
    this.next.parentElement?.classList.toggle("has-next", seat !== undefined);
  }
}

/** A number ticks over. @param {Element} element */
function tick(element) {
  const frames = [{ scale: 1 }, { scale: 1.28, offset: 0.4 }, { scale: 1 }];
  element.animate(frames, { duration: 320, easing: "ease-out" });
}
