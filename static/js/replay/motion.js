// What a step changes is seen to move: from where it was on the screen to where it is. The table
// itself is at its new state at once; a motion that is overtaken by the next step just ends.

/** @import { Piece } from "./record.js" */
/** @import { Stage } from "./stage.js" */

const STRIDE = 64; // places of a block, as in drawing/pieces.py
const LONGEST = 240; // milliseconds, delays included
const TRAVEL = 170;
const STEP = 28; // between stones that leave one after the other
// halos, whose turn, the round, lines
const STILL = /^(R[a-z]$|A\d|sun$|past$|n\d|f\d|slot$|next$)/;

/** Whether the reader wants no motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The block that a place belongs to. @param {Piece} piece */
const blockOf = ([place]) => Math.floor(place / STRIDE);

/**
 * How a piece that is `piece` after a step, and was `old` before it, comes to be seen there.
 * @param {string} key
 * @param {Piece | undefined} old
 * @param {Piece | null} piece
 * @returns {"travels" | "appears" | ""}
 */
export function wayOf(key, old, piece) {
  if (piece === null || piece.length > 4 || key.includes(".of")) return "";
  if (!old || STILL.test(piece[1])) return "appears";
  const moved = blockOf(old) !== blockOf(piece) || old[2] !== piece[2] || old[3] !== piece[3];
  return moved ? "travels" : "";
}

/**
 * Milliseconds between the starts of `travels` pieces, so that the last arrives in time.
 * @param {number} travels
 */
export function pause(travels) {
  return Math.min(STEP, (LONGEST - TRAVEL) / Math.max(1, travels - 1));
}

export class Motion {
  /** @type {Animation[]} */
  running = [];
  /** @type {Element[]} */
  raised = [];
  last = -Infinity;
  quiet = true;
  /** @type {Map<number, DOMMatrix>} by block */
  matrices = new Map();
  /** @type {{ key: string, from: [number, number], to: Piece }[]} */
  travels = [];
  /** @type {string[]} */
  fresh = [];

  /** Whether there is time for a motion: not when steps come faster than it lasts. */
  wanted(now = performance.now()) {
    this.quiet = now - this.last > LONGEST * 0.8;
    this.last = now;
    this.end();
    return this.quiet && !isCalm();
  }

  end() {
    for (const animation of this.running) animation.cancel();
    for (const block of this.raised) block.classList.remove("is-target");
    this.running = [];
    this.raised = [];
  }

  /**
   * Before anything is laid: where are the pieces that will travel?
   * @param {Stage} stage
   * @param {Map<string, Piece | null>} changes
   */
  before(stage, changes) {
    this.matrices = new Map();
    this.travels = [];
    this.fresh = [];
    for (const [key, piece] of changes) {
      const old = stage.table.get(key);
      const way = wayOf(key, old, piece);
      if (way === "appears") this.fresh.push(key);
      if (way === "travels" && old && piece) {
        this.travels.push({ key, from: this.from(stage, old, piece), to: piece });
      }
    }
  }

  /**
   * The old place of a piece in the units of the block it is laid on now.
   * @param {Stage} stage
   * @param {Piece} old
   * @param {Piece} piece
   * @returns {[number, number]}
   */
  from(stage, old, piece) {
    if (blockOf(old) === blockOf(piece)) return [old[2], old[3]];
    const point = new DOMPoint(old[2], old[3]).matrixTransform(this.matrix(stage, old));
    const there = point.matrixTransform(this.matrix(stage, piece).inverse());
    return [there.x, there.y];
  }

  /**
   * @param {Stage} stage
   * @param {Piece} piece
   */
  matrix(stage, piece) {
    const block = blockOf(piece);
    const known = this.matrices.get(block);
    const matrix = known ?? stage.place(piece[0]).ownerSVGElement?.getScreenCTM();
    if (!matrix) throw new Error("a block that is not on the screen");
    this.matrices.set(block, matrix);
    return matrix;
  }

  /**
   * When all is laid: let it travel.
   * @param {Stage} stage
   */
  after(stage) {
    const step = pause(this.travels.length);
    this.travels.forEach(({ key, from: [x, y], to }, index) => {
      const element = stage.element(key);
      this.raise(element);
      this.run(element, [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${to[2]}px, ${to[3]}px)` },
      ], index * step);
    });
    const delay = this.travels.length ? LONGEST - TRAVEL : 0;
    for (const key of this.fresh) {
      this.run(stage.element(key), [{ opacity: 0 }, { opacity: 1 }], delay);
    }
  }

  /**
   * What travels is above all other blocks.
   * @param {Element} element
   */
  raise(element) {
    const block = element.closest("[data-block]");
    if (!block || this.raised.includes(block)) return;
    block.classList.add("is-target");
    this.raised.push(block);
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} delay milliseconds
   */
  run(element, frames, delay) {
    const options = /** @type {const} */ ({ fill: "backwards", easing: "ease-in-out" });
    this.running.push(element.animate(frames, { ...options, duration: TRAVEL, delay }));
  }
}
