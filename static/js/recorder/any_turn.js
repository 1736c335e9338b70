// Choosing for all seats at a recording, and for the bank, with pictures of what it turns up.

import { Turn } from "../table/turn.js";
import { chooserFor } from "./bank_chooser.js";
import { fill, made } from "./texts.js";

/** @import { Asked, Picture } from "./engine.js" */
/** @import { EntryChooser } from "../table/chooser.js" */
/** @import { Asked as AskedOfPlayer } from "../table/state.js" */

export class AnyTurn extends Turn {
  /** how many are still to be named, in words */
  left = "";

  /** @override @param {AskedOfPlayer} asked @returns {EntryChooser} */
  begin(asked) {
    return chooserFor(/** @type {Asked} */ (asked));
  }

  /** What may still go on is not written by itself. @override */
  sendIfWanted() {
    if (!this.chooser?.next.length) super.sendIfWanted();
  }

  /** @override */
  show(focus = false) {
    super.show(focus);
    const { chooser, parts } = this;
    const asked = /** @type {Asked | undefined} */ (this.asked);
    const pictures = asked?.pictures ?? {};
    const stands = asked ? writtenIn(asked) : [];
    parts.choices.dataset.verb = asked?.verb ?? "";
    for (const button of parts.choices.querySelectorAll("button")) {
      const seen = pictures[button.dataset.word ?? ""];
      if (seen) drawOn(button, seen);
      button.classList.toggle("has-picture", Boolean(seen));
      button.classList.toggle("is-written", stands.includes(button.dataset.word ?? ""));
    }
    if (chooser?.left) {
      const left = fill(this.left, { number: chooser.left });
      parts.sentence.textContent = [chooser.sentence, left].filter(Boolean).join(" · ");
    }
  }
}

/** The words of what stands at an earlier step. @param {Asked} asked */
function writtenIn({ written, naming, options }) {
  if (!written) return [];
  if (naming) {
    const named = new Set(written.split(" ").slice(1));
    return naming.values.filter(([value]) => named.has(value)).map(([, key]) => key);
  }
  const option = options.find(([entry]) => written === entry || written.endsWith(` ${entry}`));
  return option ? option[1] : [];
}

/**
 * A picture on a button; its words stay for those who cannot see it.
 * @param {HTMLElement} button
 * @param {Picture} seen
 */
function drawOn(button, seen) {
  const words = made("span", { class: "play-name-of" });
  const [label] = button.childNodes;
  label.replaceWith(words);
  words.append(label);
  button.title = words.textContent ?? "";
  button.prepend(picture(seen));
}

/** @param {Picture} seen */
function picture([view, markup]) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", view);
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = markup;
  return svg;
}
