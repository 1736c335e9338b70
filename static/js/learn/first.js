// The first game: an entry is answered with what the computer player does after it. Hints and moves
// taken back are links and forms of the page.

import { all, csrfToken, maybe } from "../page.js";
import { inLanguage, readJson } from "../board/api.js";
import { DRAWN } from "../table/redraw.js";
import { Coached } from "./coached.js";

/** @import { Answer } from "./coached.js" */

class First extends Coached {
  /** @override @param {string} entry */
  post(entry) {
    const body = new URLSearchParams({ ply: String(this.record.length + 1), text: entry });
    return fetch(inLanguage(`${this.root.dataset.api}act/`), {
      method: "POST",
      body,
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken(this.root) },
    });
  }

  /** @override @param {number} after */
  async moments(after) {
    if (this.answer) return super.moments(after);
    return readJson(`${this.root.dataset.api}moments?after=${after}`);
  }

  /** What the coach says is drawn anew too. @override */
  get drawn() {
    return { root: "[data-first]", parts: [...DRAWN.parts, "[data-coach]", ".play-below"] };
  }

  /** @override @param {Answer} answer */
  told(answer) {
    super.told(answer);
    const form = maybe(this.root, "[data-take-back-form]", HTMLElement);
    if (form) form.hidden = false;
    for (const said of all(this.root, ".coach-said:not(form *)", HTMLElement)) said.remove();
  }

  /** @override */
  get shortcuts() {
    return { h: "[data-hint]", z: "[data-take-back]", n: "[data-onward]" };
  }
}

for (const root of all(document, "[data-first]", HTMLElement)) {
  readJson(`${root.dataset.api}moments?after=0`).then((/** @type {Answer} */ answer) => {
    if (answer.layout === root.dataset.layout) new First(root, answer);
  }, () => {});
}
