// The list of moves by round and turn, with a mark on those since the reader's last move.

import { createNode, findElements, getElement } from "../page.js";

/** @import { Frames, Step } from "../board/frames.js" */

export class Moves {
  /** @type {Map<number, HTMLElement>} */
  links = new Map();
  /** @type {string[]} by seat */
  colours = [];
  /** @type {number | undefined} */
  turn = undefined;
  /** @type {HTMLElement | undefined} */
  reached = undefined;
  /** @type {HTMLElement[]} those since the reader's last move */
  fresh = [];
  drawing = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.list = getElement(root, "[data-moves]");
    this.find();
  }

  find() {
    this.list = getElement(this.root, "[data-moves]");
    this.links = new Map();
    for (const link of findElements(this.list, "[data-move]")) {
      this.links.set(Number(link.dataset.move), link);
      link.tabIndex = -1;
    }
    this.colours = findElements(this.root, "[data-player] .stone", Element).map(
      (stone) => /stone--(\w+)/.exec(stone.getAttribute("class") ?? "")?.[1] ?? "",
    );
    this.turn = undefined;
  }

  /** One more move at the end of the list. @param {number} ply @param {Step} step */
  add(ply, step) {
    const link = this.link(ply, step);
    link.tabIndex = -1;
    this.links.set(ply, link);
    this.group(step).append(createNode("li", {}, link));
  }

  /** @param {number} ply @param {Step} step */
  link(ply, step) {
    const colour = step.a < 0 ? "bank" : this.colours[step.a];
    return createNode("a", {
      class: `move move-${colour}`, href: `#${ply}`, "data-move": String(ply),
    }, step.s);
  }

  /** The list of the turn that `step` belongs to. @param {Step} step */
  group(step) {
    const { round = "", setUp = "" } = this.root.dataset;
    const title = step.r ? `${round} ${step.r}` : setUp;
    let section = this.list.lastElementChild;
    let turn = section?.lastElementChild;
    if (!section || section.querySelector("h2")?.textContent !== title) {
      section = createNode("section", {}, createNode("h2", {}, title));
      this.list.append(section);
      turn = undefined;
    }
    if (!turn || this.turn !== step.t) {
      turn = createNode("ol", { class: "replay-turn" });
      section.append(turn);
    }
    this.turn = step.t;
    return turn;
  }

  /** Mark a step; of all moves Tab reaches this one. @param {number} ply @param {number} last */
  mark(ply, last) {
    this.reached?.removeAttribute("aria-current");
    if (this.reached) this.reached.tabIndex = -1;
    const current = this.links.get(ply);
    this.reached = current ?? this.links.get(1);
    if (this.reached) this.reached.tabIndex = 0;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    // where things are is asked once, when all has changed: each answer costs a layout of the page
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.showInList(current, ply === last));
  }

  /** Move the list, not the page. @param {HTMLElement} current @param {boolean} isLast */
  showInList(current, isLast) {
    const { list } = this;
    if (isLast) {
      list.scrollTop = list.scrollHeight;
      return;
    }
    const box = list.getBoundingClientRect();
    const row = current.getBoundingClientRect();
    if (row.top < box.top || row.bottom > box.bottom) {
      list.scrollTop += row.top - box.top - box.height / 2;
    }
  }

  /** Mark the moves since `seat` acted last. @param {Frames} frames @param {number} seat */
  stepsSince(frames, seat) {
    const fresh = stepsSince(frames.steps, seat);
    getElement(this.root, "[data-since]").hidden = !fresh.length;
    for (const link of this.fresh) link.classList.remove("is-fresh");
    this.fresh = fresh.flatMap(({ ply }) => this.links.get(ply) ?? []);
    for (const link of this.fresh) link.classList.add("is-fresh");
  }
}

/**
 * Steps since `seat` acted, each with its ply; none for a spectator (-1).
 * @param {Step[]} steps
 * @param {number} seat
 */
export function stepsSince(steps, seat) {
  if (seat < 0) return [];
  const last = steps.findLastIndex((step) => step.a === seat) + 1;
  return steps.slice(last).map((step, index) => ({ ply: last + index + 1, step }));
}
