// The first game: an entry is answered with what the computer player does after it. Hints and moves
// taken back are links and forms of the page.

import { findElements, csrfToken, findElement } from "../page.js";
import { readJson, sendForm } from "../board/api.js";
import { REDRAWN_PARTS } from "../table/redraw.js";
import { Coached } from "./coached.js";

/** @import { Answer } from "./coached.js" */

class FirstGame extends Coached {
  /** @override @param {string} entry */
  post(entry) {
    const body = new URLSearchParams({ ply: String(this.frames.length + 1), text: entry });
    return sendForm(`${this.root.dataset.api}act/`, body, csrfToken(this.root));
  }

  /** The coach's words are redrawn too. @override */
  get redrawnParts() {
    return { root: "[data-first]", parts: [...REDRAWN_PARTS.parts, "[data-coach]", ".play-below"] };
  }

  /** @override */
  showCoach() {
    const form = findElement(this.root, "[data-take-back-form]");
    if (form) form.hidden = false;
    for (const remark of this.root.querySelectorAll(".coach-said:not(form *)")) remark.remove();
  }

  /** @override */
  get shortcuts() {
    return { h: "[data-hint]", z: "[data-take-back]", n: "[data-onward]" };
  }
}

for (const root of findElements(document, "[data-first]")) {
  readJson(`${root.dataset.api}moments?after=0`).then((/** @type {Answer} */ answer) => {
    if (answer.layout === root.dataset.layout) new FirstGame(root, answer);
  }, () => {});
}
