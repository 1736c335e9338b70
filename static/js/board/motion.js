// Animations of a step, as plan.js plans them. The table is at its new state at once: what moves
// are pictures of pieces. The next step, a key or a tap ends them.

import { isCalm } from "./events.js";
import { Layer } from "./layer.js";
import { listArrows, planStep, scaled } from "./plan.js";
import { planCues } from "./sounds.js";

/** @import { Sounds } from "./sounds.js" */
/** @import { Changes, Frames, Step, XY } from "./frames.js" */
/** @import { StepListeners, Stage } from "./stage.js" */
/** @import { Phase, Plan } from "./plan.js" */

const QUIET = 200; // milliseconds between steps that still are fast

export class Motion {
  /** @type {Animation[]} */
  running = [];
  /** @type {Element[]} what is there for the motion only */
  extras = [];
  /** @type {Element[]} */
  raised = [];
  /** @type {ReturnType<typeof setTimeout>[]} */
  timers = [];
  last = -Infinity;
  speed = 1;
  /** how much several steps that came together are shortened */
  haste = 1;
  /** @type {Plan | undefined} */
  plan = undefined;
  /** @type {StepListeners} */
  heard = {};
  /** @type {Sounds | undefined} */
  sounds = undefined;

  /** @param {HTMLElement} root holds the table */
  constructor(root) {
    this.layer = new Layer(root);
  }

  get isRunning() {
    return this.timers.length > 0;
  }

  /** Begin a step; true if it is animated: to the next one, not too fast. */
  startStep(near = true, time = performance.now()) {
    const quiet = time - this.last > QUIET;
    this.last = near ? time : -Infinity;
    this.end();
    this.layer.clear();
    return near && quiet;
  }

  /** At once to the last frame; `cut`: what is heard ends too. */
  end(cut = true) {
    if (!this.isRunning) return;
    if (cut) this.sounds?.stop();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    for (const animation of this.running) animation.cancel();
    for (const extra of this.extras) extra.remove();
    for (const block of this.raised) block.classList.remove("is-target");
    this.running = [];
    this.extras = [];
    this.raised = [];
    const { settled, ended } = this.heard;
    this.heard = {};
    settled?.(cut);
    ended?.(cut);
  }

  /** Plan a step, or back. @param {Stage} stage @param {Changes} changes @param {Step} [step] */
  before(stage, changes, step) {
    const plan = planStep(stage.table, changes, step ? (step.m ?? {}) : null);
    this.plan = scaled(plan, this.speed * this.haste);
  }

  /** Run the plan. @param {Stage} stage @param {Frames} frames @param {StepListeners} [heard] */
  after(stage, frames, heard = {}) {
    const { plan } = this;
    if (!plan) return;
    if (isCalm()) {
      this.layer.arrows(stage, listArrows(plan));
      heard.settled?.(false);
      heard.ended?.(false);
      return;
    }
    if (!plan.phases.length) {
      heard.settled?.(false);
      heard.ended?.(false);
      return;
    }
    this.heard = heard;
    this.sounds?.play(planCues(plan));
    for (const phase of plan.phases) this.see(stage, frames, phase);
    this.timers.push(setTimeout(() => {
      this.heard.settled?.(false);
      this.heard.settled = undefined;
    }, plan.settled));
    this.timers.push(setTimeout(() => this.end(false), plan.length));
  }

  /** @param {Stage} stage @param {Frames} frames @param {Phase} phase */
  see(stage, frames, phase) {
    if (phase.kind === "gain") this.gain(stage, frames, phase);
    else if (phase.kind === "tick") this.tick(stage, phase);
    else if (phase.kind === "appear") {
      this.run(stage.element(phase.key), [{ opacity: 0 }, { opacity: 1 }], phase);
    } else if (phase.copy) this.copied(stage, phase);
    else this.moved(stage, phase);
  }

  /** A piece that lies there by now comes there. @param {Stage} stage @param {Phase} phase */
  moved(stage, phase) {
    const element = stage.element(phase.key);
    const piece = stage.table.get(phase.key);
    if (!piece) return;
    this.raise(element);
    const begun = phase.from ?? [piece[0], piece[2], piece[3]];
    const path = phase.path ?? [stage.from(begun, piece[0]), [piece[2], piece[3]]];
    if (phase.kind === "unload") {
      this.run(element, arc(path[0], path[1]), phase);
      if (phase.start) this.hide(element, phase.start);
    } else {
      this.run(element, along(path), phase);
    }
  }

  /** A picture of a piece that is not there. @param {Stage} stage @param {Phase} phase */
  copied(stage, phase) {
    if (!phase.piece) return;
    const place = phase.place ?? phase.piece[0];
    const picture = stage.picture(phase.piece, place);
    this.extras.push(picture);
    this.raise(picture);
    if (phase.kind === "vanish") {
      this.run(picture, [{ opacity: 1 }, { opacity: 0 }], phase, "both");
    } else if (phase.path) {
      // a stone waits aboard until it is unloaded: the ship's own time, and then still
      const duration = Math.min(phase.duration, this.glideTime());
      this.run(picture, along(phase.path), { ...phase, duration }, "both");
      this.timers.push(setTimeout(() => picture.remove(), phase.start + phase.duration));
    } else if (phase.to) {
      const from = /** @type {XY} */ ([phase.piece[2], phase.piece[3]]);
      this.run(picture, arc(from, stage.from(phase.to, place)), phase, "both");
      this.timers.push(setTimeout(() => picture.remove(), phase.start + phase.duration));
    }
  }

  glideTime() {
    const glides = this.plan?.phases.filter(({ kind }) => kind === "glide");
    return Math.min(...(glides ?? []).map(({ duration }) => duration));
  }

  /** A word changes when its time comes. @param {Stage} stage @param {Phase} phase */
  tick(stage, phase) {
    const element = stage.element(phase.key);
    const piece = stage.table.get(phase.key);
    if (!phase.piece || !piece) return;
    const picture = stage.picture(phase.piece, phase.piece[0]);
    this.extras.push(picture);
    this.hide(element, phase.start);
    this.timers.push(setTimeout(() => picture.remove(), phase.start));
    const position = `translate(${piece[2]}px, ${piece[3]}px)`;
    this.run(element, [
      { transform: position },
      { transform: `${position} scale(1.3)`, offset: 0.4 },
      { transform: position },
    ], phase, "none");
  }

  /** Points float to the seat. @param {Stage} stage @param {Frames} frames @param {Phase} phase */
  gain(stage, frames, { key, seat = 0, points = 0, source = -1, start, duration, ease }) {
    const stone = key ? stage.table.get(key) : undefined;
    const word = frames.sources[source] ?? "";
    const text = this.layer.points(stage, { seat, points, stone, word });
    this.extras.push(text.element);
    const [[x, y], [endX, endY]] = [text.from, text.to];
    const translate = (/** @type {number} */ left, /** @type {number} */ top) =>
      `translate(${left}px, ${top}px)`;
    this.run(text.element, [
      { transform: translate(x, y), opacity: 0 },
      { transform: translate(x, y - 14), opacity: 1, offset: 0.15 },
      { transform: translate(x, y - 30), opacity: 1, offset: 0.45 },
      { transform: translate(endX, endY), opacity: 1, offset: 0.9 },
      { transform: translate(endX, endY), opacity: 0 },
    ], { start, duration, ease }, "both");
  }

  /** Hide an element for some time. @param {Element} element @param {number} until */
  hide(element, until) {
    if (until <= 0) return;
    const nothing = [{ opacity: 0 }, { opacity: 0 }];
    this.run(element, nothing, { start: 0, duration: until, ease: "linear" }, "none");
  }

  /** Raise the block of a moving piece above all others. @param {Element} element */
  raise(element) {
    const block = element.closest("[data-block]");
    if (!block || this.raised.includes(block) || block.matches("[data-block=land]")) return;
    const raised = [block, ...(block.parentElement?.matches(".area") ? [block.parentElement] : [])];
    for (const node of raised) node.classList.add("is-target");
    this.raised.push(...raised);
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} keyframes
   * @param {Pick<Phase, "start" | "duration" | "ease">} phase
   * @param {FillMode} [fill]
   */
  run(element, keyframes, { start, duration, ease }, fill = "backwards") {
    this.running.push(element.animate(keyframes, { fill, easing: ease, duration, delay: start }));
  }
}

/** @param {XY[]} path @returns {Keyframe[]} */
function along(path) {
  const lengths = path.map(([x, y], index) => {
    const [fromX, fromY] = path[Math.max(0, index - 1)];
    return Math.hypot(x - fromX, y - fromY);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return path.map(([x, y], index) => {
    gone += lengths[index];
    return { transform: `translate(${x}px, ${y}px)`, offset: Math.min(1, gone / total) };
  });
}

/** A hop: up, over, down, and settled. @param {XY} from @param {XY} end @returns {Keyframe[]} */
function arc([x, y], [endX, endY]) {
  const top = Math.min(y, endY) - 46;
  const frame = (/** @type {number} */ left, /** @type {number} */ up, size = "") => (
    { transform: `translate(${left}px, ${up}px)${size}` }
  );
  return [
    frame(x, y),
    { ...frame(x + (endX - x) * 0.4, top + (y - top) * 0.12), offset: 0.36 },
    { ...frame(endX - (endX - x) * 0.15, top + (endY - top) * 0.3), offset: 0.62 },
    { ...frame(endX, endY, " scale(1.05, .9)"), offset: 0.86 },
    frame(endX, endY),
  ];
}
