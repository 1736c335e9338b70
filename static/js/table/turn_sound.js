// Two knocks on wood when it has become the reader's turn, for readers that want sounds.

/** @import { Cue, Sounds } from "../board/sounds.js" */
/** @import { Step } from "../board/frames.js" */

/** @type {Cue[]} */
const KNOCKS = [{ sound: "wood", at: 0 }, { sound: "wood", at: 170 }];

export class TurnSound {
  /** @param {Sounds} sounds @param {number} seat @param {number} ply that is no news */
  constructor(sounds, seat, ply) {
    this.sounds = sounds;
    this.seat = seat;
    this.ply = ply;
  }

  /** Entry `ply` is the reader's: once they hear it. @param {Step[]} steps @param {number} ply */
  hear(steps, ply) {
    if (ply === this.ply) return;
    this.ply = ply;
    const last = steps.findLast(({ a }) => a >= 0);
    if (last && last.a !== this.seat) this.sounds.play(KNOCKS);
  }
}
