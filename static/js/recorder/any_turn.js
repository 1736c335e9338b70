// Choosing for all seats at a recording, and for the bank, with pictures of what it turns up.

import { createNode, createShape, fillWords } from "../page.js";
import { Turn } from "../table/turn.js";
import { createChooser } from "./bank_chooser.js";

/** @import { Prompt, Picture } from "./engine.js" */
/** @import { EntryChooser } from "../table/chooser.js" */
/** @import { Prompt as PlayerPrompt } from "../table/state.js" */

export class AnyTurn extends Turn {
  /** how many are still to be named, in words */
  left = "";

  /** @override @param {PlayerPrompt} prompt @returns {EntryChooser} */
  begin(prompt) {
    return createChooser(/** @type {Prompt} */ (prompt));
  }

  /** An entry that may still go on is not sent by itself. @override */
  autoSend() {
    if (!this.chooser?.next.length) super.autoSend();
  }

  /** @override */
  show(focus = false) {
    super.show(focus);
    const { chooser, parts } = this;
    const prompt = /** @type {Prompt | undefined} */ (this.prompt);
    const pictures = prompt?.pictures ?? {};
    const stands = prompt ? entryWords(prompt) : [];
    parts.choices.dataset.verb = prompt?.verb ?? "";
    for (const button of parts.choices.querySelectorAll("button")) {
      const drawing = pictures[button.dataset.word ?? ""];
      if (drawing) drawPicture(button, drawing);
      button.classList.toggle("has-picture", Boolean(drawing));
      button.classList.toggle("is-written", stands.includes(button.dataset.word ?? ""));
    }
    if (chooser?.left) {
      const left = fillWords(this.left, { number: chooser.left });
      parts.sentence.textContent = [chooser.sentence, left].filter(Boolean).join(" · ");
    }
  }
}

/** The words of the entry that stands at an earlier step. @param {Prompt} prompt */
function entryWords({ written: current, naming, options }) {
  if (!current) return [];
  if (naming) {
    const named = new Set(current.split(" ").slice(1));
    return naming.values.filter(([value]) => named.has(value)).map(([, key]) => key);
  }
  const option = options.find(([entry]) => current === entry || current.endsWith(` ${entry}`));
  return option ? option[1] : [];
}

/** A picture on a button, before its words. @param {HTMLElement} button @param {Picture} drawing */
function drawPicture(button, drawing) {
  const words = createNode("span", { class: "play-name-of" });
  const [label] = button.childNodes;
  label.replaceWith(words);
  words.append(label);
  button.title = words.textContent ?? "";
  button.prepend(createPicture(drawing));
}

/** @param {Picture} drawing */
function createPicture([view, markup]) {
  const svg = createShape("svg", { viewBox: view, "aria-hidden": "true" });
  svg.innerHTML = markup;
  return svg;
}
