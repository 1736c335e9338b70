// Plates of the boards and seats, in words: stones and their worth by seat, the piles, the
// quarries, the seat to move.

import { findElements, findElement, getElement, dataValue } from "../page.js";
import { write } from "./numbers.js";

/** @import { Frames, Pieces } from "./frames.js" */

/**
 * The stones of a seat at a site.
 * @typedef {{ lead: HTMLElement, site: number, seat: number, stones: HTMLElement,
 *   worth: Element | null, ticking?: ReturnType<typeof setTimeout>, goal?: number }} Plate
 */

const EACH = 200; // milliseconds that a number is seen on its way to another
const TICK = [{ scale: 1 }, { scale: 1.28, offset: 0.4 }, { scale: 1 }];

export class Plates {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.prefix = dataValue(root, "prefix");
    /** @type {Plate[]} */
    this.leads = findElements(root, "[data-lead]").map((lead) => {
      const [site, seat] = dataValue(lead, "lead").split(".").map(Number);
      const stones = getElement(lead, "b");
      return { lead, site, seat, stones, worth: lead.lastElementChild };
    });
    this.draw = findElement(root, '[data-pile="draw"]');
    this.discard = findElement(root, '[data-pile="discard"]');
    this.quarries = findElements(root, "[data-quarry]");
    this.panels = findElements(root, "[data-panel]");
  }

  /**
   * @param {Frames} frames
   * @param {number} ply
   * @param {Pieces} table
   * @param {number | null} [awaited] the seat to move, where the frames do not say
   * @param {boolean} [moves] whether it may be seen that a number is another
   */
  show(frames, ply, table, awaited, moves = false) {
    const stones = frames.stones[ply];
    const worth = frames.worth[ply];
    for (const plate of this.leads) {
      const number = stones[plate.site][plate.seat];
      if (moves && plate.stones.textContent !== String(number)) this.tick(plate, number);
      else this.stand(plate, number);
      const points = number ? (worth[plate.site][plate.seat] ?? "") : "";
      write(plate.worth, points);
      plate.lead.classList.toggle("has-no-worth", points === "");
      const maximum = Math.max(...stones[plate.site]);
      plate.lead.classList.toggle("is-most", number > 0 && number === maximum);
    }
    const quarry = frames.quarry[ply];
    for (const cell of this.quarries) write(cell, quarry[Number(cell.dataset.quarry)] ?? "∞");
    this.piles(table);
    for (const { classList, dataset } of this.panels) {
      classList.toggle("is-out", table.has(`${dataset.panel}.resigned`));
    }
    this.turn(awaited ?? frames.nextSeat(ply));
  }

  /** The number goes on to `number` one by one. @param {Plate} plate @param {number} number */
  tick(plate, number) {
    if (plate.ticking && plate.goal === number) return;
    clearTimeout(plate.ticking);
    const values = between(Number(plate.stones.textContent), number);
    const next = () => {
      write(plate.stones, values.shift() ?? number);
      plate.lead.animate(TICK, { duration: EACH * 1.6, easing: "ease-out" });
      plate.ticking = values.length ? setTimeout(next, EACH) : undefined;
    };
    plate.goal = number;
    next();
  }

  /** The number of a plate is `number`, at once. @param {Plate} plate @param {number} number */
  stand(plate, number) {
    if (plate.ticking && plate.goal === number) return; // it is on its way
    clearTimeout(plate.ticking);
    plate.ticking = undefined;
    write(plate.stones, number);
  }

  /** @param {Pieces} table */
  piles(table) {
    if (!this.draw) return;
    write(this.draw, table.get("draw")?.[4] ?? "0");
    let discarded = 0;
    for (const key of table.keys()) {
      if (!key.startsWith("discard.") || key.endsWith("n")) continue;
      discarded += Number(table.get(`${key}n`)?.[4] ?? 1);
    }
    write(this.discard, table.get("discard.n")?.[4] ?? discarded);
  }

  /** Whose turn it is. @param {number | undefined} seat */
  turn(seat) {
    for (const panel of this.panels) {
      panel.classList.toggle("is-next", Number(panel.dataset.panel) === seat);
    }
  }
}

/** The numbers after `from` up to `end`, or down to it. @param {number} from @param {number} end */
export function between(from, end) {
  const way = Math.sign(end - from);
  return Array.from({ length: Math.abs(end - from) }, (_, index) => from + way * (index + 1));
}
