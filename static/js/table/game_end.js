// The game is over: its result, what leads on, and the receipt of the deal. A worker puts the game
// into the record, another rates it; until they have, the page asks again.

import { all, one } from "../page.js";
import { adopt, anew } from "./fetch_fragment.js";

const AGAIN = 1000; // milliseconds until the next look
const SLOWEST = 30_000;

export class Ending {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  looking = undefined;
  pause = AGAIN;

  /**
   * @param {HTMLElement} root
   * @param {() => void} ask for what is new at the table
   */
  constructor(root, ask) {
    this.root = root;
    this.ask = ask;
  }

  /**
   * The page shows the end. `game`: its id in the record, if it is there.
   * @param {string | null} game
   */
  async follow(game) {
    if (game && this.waits) await this.show();
    if ((!game || this.waits) && !this.looking) this.again();
  }

  /** Whether the page waits for the verdict, for the ratings, or for the analysis. */
  get waits() {
    const waiting = "[data-verifying], [data-rating-waits], [data-analysis-waits]";
    return this.root.querySelector(waiting) !== null;
  }

  /** Ask once more, ever more slowly. */
  again() {
    this.looking = setTimeout(() => {
      this.looking = undefined;
      this.ask();
    }, this.pause);
    this.pause = Math.min(this.pause * 1.4, SLOWEST);
  }

  async show() {
    const fresh = await anew();
    if (!fresh) return;
    adopt(this.root, fresh, ["[data-over]", ".play-about"]);
    await this.begin();
  }

  /** A share for playing again, and what this browser knows of the deal. */
  async begin() {
    const over = one(this.root, "[data-over]", HTMLElement);
    const { offerReceipt, promiseIn, showReceipt } = await import("../fair.js");
    promiseIn(over);
    for (const receipt of all(over, "[data-receipt]", HTMLElement)) showReceipt(receipt);
    offerReceipt(document);
  }
}
