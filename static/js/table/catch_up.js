// Catching up with the present: new entries are shown step by step, and at the end of the game the
// final scoring. Any action of the reader skips it.

import { getElement } from "../page.js";
import { isCalm, isTyping } from "../board/events.js";
import { SpeedControl } from "../board/speed.js";
import { FinalScoring } from "../replay/final_scoring.js";

/** @import { Play } from "./play.js" */

const BREATH = 250; // milliseconds between steps that came together

export class CatchUp {
  walking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} until the next step */
  pausing = undefined;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.speedControl = new SpeedControl(play.root, play.motion);
    this.finalScoring = new FinalScoring(play.root, play.motion, () => this.close());
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, (event) => this.hurry(event), { capture: true });
    }
    const show = getElement(play.root, "[data-show-since]");
    show.hidden = false;
    show.addEventListener("click", () => this.showSince());
  }

  /** True while animations delay the status of the table. */
  get isMoving() {
    return this.walking || this.play.motion.isRunning || this.finalScoring.isRunning;
  }

  /** Show the entries since the reader's last one again. */
  showSince() {
    const [first] = this.play.moves.fresh;
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
    const left = play.frames.length - play.ply;
    play.motion.haste = left > 4 ? 2.5 : left > 1 ? 1.6 : 1;
    const step = document.hidden || (isCalm() && left > 1) ? left : 1;
    this.walking = true;
    play.show(Math.min(play.ply + step, play.frames.length), () => this.arrive());
    play.refresh(true);
  }

  /** A step of the way has been seen. */
  arrive() {
    const { play } = this;
    if (!this.walking) return;
    if (play.ply < play.frames.length) {
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
    play.go(play.frames.length);
    this.finalScoring.play(play.stage, play.frames, () => play.refresh());
    play.refresh();
  }

  /** Skip to the last frame when the reader acts. @param {Event} event */
  hurry(event) {
    const { play } = this;
    if (!this.isMoving || isTyping(event.target)) return;
    const walked = this.walking;
    this.halt();
    play.motion.end();
    if (walked && play.ply < play.frames.length) play.show(play.frames.length);
    play.refresh();
  }
}
