// The way of a table to the present: what happened is seen step by step, and at the end of the game
// the final scoring. Who acts need not wait.

import { maybe, one } from "../page.js";
import { isCalm, isTyping } from "../board/events.js";
import { Pace } from "../board/speed.js";
import { Theatre } from "../replay/final_scoring.js";

/** @import { Play } from "./play.js" */

const BREATH = 250; // milliseconds between steps that came together

export class Way {
  walking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} until the next step */
  pausing = undefined;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.pace = new Pace(play.root, play.motion);
    this.theatre = new Theatre(play.root, play.motion, () => this.close());
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, (event) => this.hurry(event), { capture: true });
    }
    const show = one(play.root, "[data-show-since]", HTMLElement);
    show.hidden = false;
    show.addEventListener("click", () => this.showSince());
  }

  /** Whether something is still to be seen before the page says what it waits for. */
  get isMoving() {
    return this.walking || this.play.motion.isRunning || this.theatre.isRunning;
  }

  /** What happened since one's own last entry, once more. */
  showSince() {
    const first = maybe(this.play.root, "[data-since-list] [data-move]", HTMLElement);
    if (!first) return;
    this.play.go(Number(first.dataset.move) - 1);
    this.walking = true;
    this.pausing = setTimeout(() => this.walk(), BREATH);
  }

  /** Step by step to the present, so that everything is seen; several steps are shortened. */
  walk() {
    const { play } = this;
    this.halt();
    play.turn.hide();
    const left = play.record.length - play.at;
    play.motion.haste = left > 4 ? 2.5 : left > 1 ? 1.6 : 1;
    const step = document.hidden || (isCalm() && left > 1) ? left : 1;
    this.walking = true;
    play.show(Math.min(play.at + step, play.record.length), () => this.arrive());
    play.refresh(true);
  }

  /** A step of the way has been seen. */
  arrive() {
    const { play } = this;
    if (!this.walking) return;
    if (play.at < play.record.length) {
      this.pausing = setTimeout(() => this.walk(), BREATH / play.motion.speed);
      return;
    }
    this.walking = false;
    play.motion.haste = 1;
    if (play.over && !isCalm()) this.close();
    else play.refresh();
  }

  halt() {
    clearTimeout(this.pausing);
    this.walking = false;
  }

  /** The game is over: the final scoring is seen, then the result. */
  close() {
    const { play } = this;
    play.go(play.record.length);
    this.theatre.play(play.stage, play.record, () => play.refresh());
    play.refresh();
  }

  /**
   * Who acts need not wait: at once to the last frame.
   * @param {Event} event
   */
  hurry(event) {
    const { play } = this;
    if (!this.isMoving || isTyping(event.target)) return;
    const walked = this.walking;
    this.halt();
    play.motion.end();
    if (walked && play.at < play.record.length) play.show(play.record.length);
    play.refresh();
  }
}
