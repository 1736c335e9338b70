// The animation of the final scoring: each site is lit, its stones are counted one by one, points
// float to the seats, totals go up. A key or a tap ends it; a button shows it once more.

import {
  createNode, dataValue, findElement, findElements, getElement, hitElement,
} from "../page.js";
import { sum, write } from "../board/numbers.js";
import { isCalm } from "../board/events.js";
import { BEATS, rankSeats, planScenes } from "./scenes.js";

/** @import { Motion } from "../board/motion.js" */
/** @import { Frames } from "../board/frames.js" */
/** @import { Scene } from "./scenes.js" */
/** @import { Stage } from "../board/stage.js" */

const FLOAT = 1000;

export class FinalScoring {
  /** @type {ReturnType<typeof setTimeout>[]} */
  timers = [];
  /** @type {Animation[]} */
  running = [];
  /** @type {Element[]} */
  extras = [];
  /** @type {Element[]} the numbers on the stones of a site */
  numbers = [];
  /** @type {(() => void) | undefined} */
  done = undefined;

  /** @param {HTMLElement} root @param {Motion} motion @param {() => void} replay once more */
  constructor(root, motion, replay) {
    this.root = root;
    this.motion = motion;
    this.place = findElement(root, "[data-theatre]");
    root.addEventListener(
      "click", (event) => { if (hitElement(event, "[data-theatre-again]")) replay(); },
    );
    for (const kind of ["keydown", "pointerdown"]) {
      document.addEventListener(kind, () => this.end(), { capture: true });
    }
  }

  get isRunning() {
    return this.timers.length > 0;
  }

  /** Play the scenes. @param {Stage} stage @param {Frames} frames @param {() => void} done */
  play(stage, frames, done) {
    this.end();
    const scenes = planScenes(
      frames.steps[frames.length - 1], frames.points[frames.length].map(sum),
    );
    const { place } = this;
    if (!place || !scenes.length) {
      done();
      return;
    }
    this.done = () => {
      for (const seat of frames.names.keys()) {
        const key = `${seat}.points`;
        const piece = stage.table.get(key);
        if (piece) stage.lay(key, piece);
      }
      done();
    };
    this.first(stage, frames, scenes);
    for (const scene of scenes) {
      this.after(scene.start, () => this.light(scene));
      if (scene.count) this.after(scene.start + scene.count, () => this.count(scene));
      for (const gain of scene.gains) {
        this.after(scene.start + gain.at, () => this.gain(stage, scene, gain));
      }
      this.after(scene.start + scene.duration - 900, () => this.rank(scene.order));
    }
    const [last] = scenes.slice(-1);
    this.after(last.start + last.duration, () => this.end());
    this.motion.sounds?.play([{ sound: "gong", at: 0 }]);
  }

  /** @param {number} time @param {() => void} act */
  after(time, act) {
    this.timers.push(setTimeout(act, time / this.motion.speed));
  }

  end() {
    if (!this.isRunning) return;
    for (const timer of this.timers) clearTimeout(timer);
    for (const animation of this.running) animation.cancel();
    for (const extra of this.extras) extra.remove();
    this.timers = [];
    this.running = [];
    this.extras = [];
    if (this.place) this.place.hidden = true;
    this.table.classList.remove("is-theatre");
    this.root.classList.remove("is-counting");
    this.dark();
    const { done } = this;
    this.done = undefined;
    done?.();
  }

  get table() {
    return getElement(this.root, "[data-table]");
  }

  // --------------------------------------------------------------------------------- scenes

  /** Show the points before. @param {Stage} stage @param {Frames} frames @param {Scene[]} scenes */
  first(stage, frames, scenes) {
    const totals = frames.points[frames.length].map(sum);
    for (const { gains } of scenes) for (const { seat, points } of gains) totals[seat] -= points;
    this.totals = totals;
    const list = getElement(this.root, "[data-theatre-order]");
    this.rows = frames.names.map((name, seat) => {
      const points = createNode("b");
      write(points, totals[seat]);
      return createNode("li", {}, name, " ", points);
    });
    list.replaceChildren(...rankSeats(totals).map((seat) => this.rows?.[seat] ?? ""));
    totals.forEach((points, seat) => this.say(stage, seat, points));
    this.table.classList.add("is-theatre");
    this.root.classList.add("is-counting");
    getElement(this.root, "[data-theatre]").hidden = false;
  }

  /** @param {Scene} scene */
  light({ source, title, words }) {
    this.dark();
    const area = this.findArea(source);
    area?.classList.add("is-lit");
    const lit = area?.getBoundingClientRect();
    const scene = this.table.getBoundingClientRect();
    const isHigh = lit && lit.top + lit.height / 2 < scene.top + scene.height / 2;
    this.place?.classList.toggle("is-low", Boolean(isHigh)); // it does not cover what is lit
    getElement(this.root, "[data-theatre-title]").textContent = title;
    getElement(this.root, "[data-theatre-words]").textContent = `${words}.`;
  }

  dark() {
    for (const word of this.numbers) word.remove();
    this.numbers = [];
    for (const lit of this.root.querySelectorAll(".is-lit")) lit.classList.remove("is-lit");
  }

  /** The area that gives the points of a source, if it is on the table. @param {string} source */
  findArea(source) {
    const module = /^(?:god_|pharaohs_)/.test(source);
    const site = module ? ".quay-tablets" : `.area-site.area-${CSS.escape(source)}`;
    return this.root.querySelector(site);
  }

  /**
   * The stones of a seat are counted, and its points float to it.
   * @param {Stage} stage
   * @param {Scene} scene
   * @param {{ seat: number, points: number }} gain
   */
  gain(stage, { source }, { seat, points }) {
    const { motion } = this;
    if (!isCalm()) {
      const { element, from, to: end } = motion.layer.points(stage, { seat, points, word: source });
      this.extras.push(element);
      const translate = (/** @type {number[]} */ [x, y]) => `translate(${x}px, ${y}px)`;
      this.run(element, [
        { transform: `${translate(from)} scale(.4)`, opacity: 0 },
        { transform: `${translate(from)} scale(1.7)`, opacity: 1, offset: 0.3 },
        { transform: translate(end), opacity: 1, offset: 0.85 },
        { transform: translate(end), opacity: 0 },
      ], FLOAT);
    }
    motion.sounds?.play([{ sound: "stone", at: 0 }]);
    const rise = () => {
      if (!this.totals) return;
      this.totals[seat] += points;
      this.say(stage, seat, this.totals[seat]);
      write(this.rows?.[seat].querySelector("b") ?? null, this.totals[seat]);
    };
    this.after(isCalm() ? 0 : FLOAT * 0.8, rise);
  }

  /** The stones of a site are counted one by one. @param {Scene} scene */
  count({ source }) {
    const area = this.findArea(source);
    if (!area || isCalm()) return;
    const seats = this.seatLetters().map((letter) => (
      [...area.querySelectorAll(`[data-key^="${letter}"]`)]
        .filter((stone) => /^[kwbg]\d+$/.test(stone.getAttribute("data-key") ?? ""))
    ));
    const sequence = seats.flatMap((stones) => stones.map((stone, index) => ({ stone, index })));
    const each = Math.min(160, (BEATS.count - 200) / Math.max(1, sequence.length));
    sequence.forEach(({ stone, index }, nth) => {
      this.after(nth * each, () => this.number(stone, index + 1));
    });
  }

  /** The letters of the seats' stones, by seat. */
  seatLetters() {
    return findElements(this.root, "[data-panel]")
      .toSorted(
        (some, other) => Number(dataValue(some, "panel")) - Number(dataValue(other, "panel")),
      )
      .map((panel) => /\bseat-([kwbg])\b/.exec(panel.className)?.[1] ?? "none");
  }

  /** A stone lights up, with its number. @param {Element} stone @param {number} number */
  number(stone, number) {
    this.run(stone, [
      { filter: "none" },
      { filter: "brightness(1.3) drop-shadow(0 0 5px #ffd34d)", offset: 0.2 },
      { filter: "none" },
    ], FLOAT);
    const middle = this.motion.layer.middle(stone);
    if (!middle) return;
    const [x, y] = middle;
    const word = this.motion.layer.add("text", { class: "counted", x, y: y + 5 });
    word.textContent = String(number);
    this.extras.push(word);
    this.numbers.push(word);
    this.motion.sounds?.play([{ sound: "stone", at: 0 }]);
  }

  /** Write a seat's total. @param {Stage} stage @param {number} seat @param {number} points */
  say(stage, seat, points) {
    const words = points < 0 ? `−${-points}` : String(points);
    const pointsText = stage.elements.get(`${seat}.points`);
    if (pointsText) pointsText.textContent = words;
    for (const cell of this.root.querySelectorAll(`.seat-points [data-total="${seat}"]`)) {
      cell.textContent = words;
    }
  }

  /** The seats in another order. @param {number[]} order */
  rank(order) {
    const list = getElement(this.root, "[data-theatre-order]");
    const rows = this.rows ?? [];
    const before = rows.map((row) => row.getBoundingClientRect().top);
    list.replaceChildren(...order.map((seat) => rows[seat]));
    if (isCalm()) return;
    rows.forEach((row, seat) => {
      const way = before[seat] - row.getBoundingClientRect().top;
      if (way) this.run(row, [{ transform: `translateY(${way}px)` }, { transform: "none" }], 450);
    });
  }

  /** @param {Element} element @param {Keyframe[]} keyframes @param {number} time */
  run(element, keyframes, time) {
    const duration = time / this.motion.speed;
    const options = /** @type {const} */ ({ duration, easing: "ease-in-out", fill: "both" });
    this.running.push(element.animate(keyframes, options));
  }
}
