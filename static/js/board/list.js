// The list of moves next to a replay: its words, and the current move.

import { createNode, dataValue, findElements } from "../page.js";

/** @import { Frames } from "./frames.js" */

export class MoveList {
  /** @type {Map<number, HTMLAnchorElement>} */
  moves = new Map();

  /** @param {HTMLElement} root @param {HTMLElement | null} list */
  constructor(root, list) {
    this.root = root;
    this.list = list;
    for (const move of list ? findElements(list, "[data-move]", HTMLAnchorElement) : []) {
      this.moves.set(Number(move.dataset.move), move);
    }
    this.current = this.moves.get(Number(root.dataset.ply));
  }

  /** Rewrite the moves in the words of `frames`. @param {Frames} frames */
  retell(frames) {
    const forced = dataValue(this.root, "forced");
    for (const [ply, move] of this.moves) {
      const step = frames.steps[ply - 1];
      const words = move.firstChild;
      if (words && words.nodeValue !== step.s) words.nodeValue = step.s;
      const note = move.querySelector(".move-note");
      if (!step.f) note?.remove();
      else if (!note) move.append(createNode("span", { class: "move-note" }, forced));
    }
  }

  /** Show the move of step `ply`, without moving the page. @param {number} ply */
  mark(ply) {
    this.current?.removeAttribute("aria-current");
    this.current = this.moves.get(ply);
    const { current, list } = this;
    if (!list) return;
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    current.setAttribute("aria-current", "step");
    const box = list.getBoundingClientRect();
    const row = current.getBoundingClientRect();
    const margin = Math.min(60, box.height / 4);
    if (row.top < box.top + margin) list.scrollTop -= box.top + margin - row.top;
    if (row.bottom > box.bottom - margin) list.scrollTop += row.bottom - box.bottom + margin;
  }
}
