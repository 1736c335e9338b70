// The list of moves beside a replay: the words of each, and which one is shown.

import { all, said } from "../page.js";

/** @import { Record } from "./frames.js" */

export class MoveList {
  /** @type {Map<number, HTMLAnchorElement>} */
  moves = new Map();

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement | null} list
   */
  constructor(root, list) {
    this.root = root;
    this.list = list;
    for (const move of list ? all(list, "[data-move]", HTMLAnchorElement) : []) {
      this.moves.set(Number(move.dataset.move), move);
    }
    this.current = this.moves.get(Number(root.dataset.ply));
  }

  /** In the words of `record`. @param {Record} record */
  retell(record) {
    for (const [ply, move] of this.moves) {
      const step = record.steps[ply - 1];
      const words = move.firstChild;
      if (words && words.nodeValue !== step.s) words.nodeValue = step.s;
      const note = move.querySelector(".move-note");
      if (!step.f) note?.remove();
      else if (!note) move.append(noteOf(said(this.root, "forced")));
    }
  }

  /** Show the move of step `at`, without moving the page. @param {number} at */
  mark(at) {
    this.current?.removeAttribute("aria-current");
    this.current = this.moves.get(at);
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

/** @param {string} words */
function noteOf(words) {
  const note = document.createElement("span");
  note.className = "move-note";
  note.textContent = words;
  return note;
}
