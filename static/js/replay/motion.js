// What a step changes is seen to move: from where it was on the screen to where it is. The table
// itself is at its new state at once; a motion that is overtaken by the next step just ends.

const LONGEST = 240; // milliseconds, delays included
const TRAVEL = 170;
const STEP = 28; // between stones that leave one after the other
const STILL = /^(R|A$|now$)/; // rings, whose turn it is, the round: they do not travel

export const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  constructor() {
    this.running = [];
    this.raised = [];
    this.last = -Infinity;
    this.quiet = true;
  }

  /** Whether there is time for a motion: not when steps come faster than it lasts. */
  wanted(now = performance.now()) {
    this.quiet = now - this.last > LONGEST * 0.8;
    this.last = now;
    this.end();
    return this.quiet && !calm.matches;
  }

  end() {
    for (const animation of this.running) animation.cancel();
    for (const block of this.raised) block.classList.remove("is-target");
    this.running = [];
    this.raised = [];
  }

  /** Before anything is laid: where are the pieces that will travel? */
  before(stage, changes) {
    this.matrices = new Map();
    this.travels = [];
    this.fresh = [];
    for (const [key, piece] of changes) {
      if (piece === null || piece.length > 4 || key.includes(".of")) continue;
      const old = stage.table.get(key);
      const still = STILL.test(piece[1]);
      if (!old || still) this.fresh.push(key);
      else if (old[0] >> 2 !== piece[0] >> 2 || old[2] !== piece[2] || old[3] !== piece[3]) {
        this.travels.push([key, this.from(stage, old, piece), piece]);
      }
    }
  }

  /** The old place of a piece in the units of the block it is laid on now. */
  from(stage, old, piece) {
    if (old[0] >> 2 === piece[0] >> 2) return [old[2], old[3]];
    const point = new DOMPoint(old[2], old[3]).matrixTransform(this.matrix(stage, old[0]));
    const there = point.matrixTransform(this.matrix(stage, piece[0]).inverse());
    return [there.x, there.y];
  }

  matrix(stage, place) {
    const block = place >> 2;
    if (!this.matrices.has(block)) {
      this.matrices.set(block, stage.places.get(place).ownerSVGElement.getScreenCTM());
    }
    return this.matrices.get(block);
  }

  /** When all is laid: let it travel. */
  after(stage) {
    const step = Math.min(STEP, (LONGEST - TRAVEL) / Math.max(1, this.travels.length - 1));
    this.travels.forEach(([key, [x, y], piece], index) => {
      const element = stage.elements.get(key);
      this.raise(element);
      this.run(element, [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${piece[2]}px, ${piece[3]}px)` },
      ], index * step);
    });
    const delay = this.travels.length ? LONGEST - TRAVEL : 0;
    for (const key of this.fresh) {
      this.run(stage.elements.get(key), [{ opacity: 0 }, { opacity: 1 }], delay);
    }
  }

  /** What travels is above all other blocks. */
  raise(element) {
    const block = element.closest("[data-block]");
    if (!block || this.raised.includes(block)) return;
    block.classList.add("is-target");
    this.raised.push(block);
  }

  run(element, frames, delay) {
    const options = { duration: TRAVEL, delay, fill: "backwards", easing: "ease-in-out" };
    this.running.push(element.animate(frames, options));
  }
}
