// The game is over: its result, what leads on, and the receipt of the deal. A worker puts the game
// into the record, another rates it; until they have, the page asks again.

import { dataValue, findElements, getElement } from "../page.js";
import { replaceParts, fetchFragment } from "./fetch_fragment.js";

const FIRST_DELAY = 1000; // milliseconds until the next look
const SLOWEST = 30_000;

export class GameEnd {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  looking = undefined;
  pause = FIRST_DELAY;

  /** @param {HTMLElement} root @param {() => void} ask for what is new at the table */
  constructor(root, ask) {
    this.root = root;
    this.ask = ask;
  }

  /**
   * The page shows the end, and a rematch when one is offered. `game`: its id in the record;
   * `rematch`: of the next table; `recorded`: the game comes into the record.
   * @param {string | null} game
   * @param {string | null} rematch
   * @param {boolean} recorded
   */
  async follow(game, rematch, recorded) {
    if ((game && this.waits) || this.isNews(rematch)) await this.show();
    if (recorded && (!game || this.waits) && !this.looking) this.retry();
  }

  /** True while the page waits for the verdict, the ratings or the analysis. */
  get waits() {
    const waiting = "[data-verifying], [data-rating-waits], [data-analysis-waits]";
    return this.root.querySelector(waiting) !== null;
  }

  /** True for a rematch that a player is not shown yet. @param {string | null} rematch */
  isNews(rematch) {
    return "player" in this.over.dataset && (rematch ?? "") !== dataValue(this.over, "rematch");
  }

  get over() {
    return getElement(this.root, "[data-over]");
  }

  /** Ask once more, ever more slowly. */
  retry() {
    this.looking = setTimeout(() => {
      this.looking = undefined;
      this.ask();
    }, this.pause);
    this.pause = Math.min(this.pause * 1.4, SLOWEST);
  }

  async show() {
    const fresh = await fetchFragment();
    if (!fresh) return;
    replaceParts(this.root, fresh, ["[data-over]", ".play-about"]);
    await this.bindReceipt();
  }

  /** A share for playing again, and what this browser knows of the deal. */
  async bindReceipt() {
    const { over } = this;
    const { offerReceipt, promiseIn, showReceipt } = await import("../fair.js");
    promiseIn(over);
    for (const receipt of findElements(over, "[data-receipt]")) showReceipt(receipt);
    offerReceipt(document);
  }
}
