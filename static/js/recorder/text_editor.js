// A text editor for the log: what may come next is offered, and a line that is refused is marked,
// with the reason.

import { createNode, hitElement, getElement, showMessage, fillWords, sentence } from "../page.js";
import { Refused } from "./engine.js";

/** @import { Answer, Prompt, Engine, Problem } from "./engine.js" */
/** @import { Words } from "../page.js" */

const PAUSE = 300; // milliseconds without a key until the engine is asked
const MAX_OFFERS = 40; // offers

export class TextEditor {
  /** @type {Engine | null} */
  engine = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;
  /** @type {string[]} what may come in the last line, or in the one that cannot stand */
  offers = [];
  /** @type {number} the line that cannot stand, from 1; 0 for none */
  bad = 0;
  /** @type {Prompt["naming"]} what the bank names in the last line */
  naming = null;

  /** @param {HTMLElement} root @param {Words} words */
  constructor(root, words) {
    this.root = root;
    this.words = words;
    this.text = getElement(root, "[data-log]", HTMLTextAreaElement);
    this.next = getElement(root, "[data-text-next]");
    this.problem = getElement(root, "[data-text-problem]");
    this.band = getElement(root, "[data-bad-line]");
    this.text.addEventListener("input", () => this.later());
    this.text.addEventListener("scroll", () => this.place());
    this.next.addEventListener("click", (event) => {
      const offer = hitElement(event, "[data-offer]");
      if (offer) this.put(offer.dataset.offer ?? "");
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.ctrlKey || !this.offers.length) return;
      event.preventDefault();
      this.put(this.fitting[0] ?? "");
    });
  }

  /** Show a log; what is wrong with it is marked. @param {Engine} engine @param {string} log */
  async show(engine, log) {
    this.engine = engine;
    this.text.value = log;
    await this.judge();
  }

  /** The view is seen now. */
  reveal() {
    if (this.bad) this.mark();
    this.place();
  }

  later() {
    this.offer();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.judge(), PAUSE);
  }

  /** Ask the engine about the text, without the line that is being typed. */
  async judge() {
    const { engine } = this;
    if (!engine) return;
    try {
      this.showVerdict(await engine.open(this.done));
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.offers = [];
      this.say(problem.problem);
    }
    this.offer();
  }

  /** @param {Answer} answer */
  showVerdict({ problem, asked: prompt, colours = [] }) {
    this.offers = problem?.legal.length ? problem.legal : listOffers(prompt, colours);
    this.naming = problem ? null : (prompt?.naming ?? null);
    this.say(problem);
  }

  /** The text without the line that is being typed. */
  get done() {
    const { value, selectionStart } = this.text;
    const last = value.lastIndexOf("\n") + 1;
    return selectionStart >= last ? value.slice(0, last) : value;
  }

  /** @param {Problem | null} problem */
  say(problem) {
    this.bad = problem?.line ?? 0;
    this.place();
    if (!problem) {
      showMessage(this.problem, "");
      return;
    }
    const { line, tried, words, place, url } = problem;
    const message = fillWords(this.words.text.refused, { line, tried, why: sentence(words) });
    showMessage(this.problem, message, place ? { words: place, url } : undefined);
  }

  // ---------------------------------------------------------------------------- offering

  /** The line in which the caret is: its beginning and its end in the text. */
  get line() {
    const { value, selectionStart } = this.text;
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const end = value.indexOf("\n", selectionStart);
    return { from, to: end < 0 ? value.length : end };
  }

  /** Offers that begin as the line of the caret does. */
  get fitting() {
    const { from, to: end } = this.line;
    const typed = this.text.value.slice(from, end).trimStart();
    const offers = this.naming ? bankLines(this.naming, typed) : this.offers;
    const matches = offers.filter((offer) => offer.startsWith(typed));
    return matches.length ? matches : offers;
  }

  offer() {
    this.next.replaceChildren(...this.fitting.slice(0, MAX_OFFERS).map((offer) => createNode(
      "button", {
        type: "button", class: "play-choice mono", role: "option", "data-offer": offer,
      }, offer,
    )));
  }

  /** Put an offer in the place of the bad line, or of the last. @param {string} offer */
  put(offer) {
    const { value } = this.text;
    const lines = value.split("\n");
    const index = this.bad && this.bad <= lines.length ? this.bad - 1 : lines.length - 1;
    const isPartial = this.naming !== null && offer.split(" ").length <= this.naming.due;
    lines[index] = isPartial ? `${offer} ` : offer;
    if (index === lines.length - 1 && !isPartial) lines.push("");
    this.text.value = lines.join("\n");
    const caret = lines.slice(0, index + 1).join("\n").length + (isPartial ? 0 : 1);
    this.text.focus();
    this.text.setSelectionRange(caret, caret);
    this.judge();
  }

  /** Bring the line that cannot stand into view, with the caret at its end. */
  mark() {
    const caret = this.text.value.split("\n").slice(0, this.bad).join("\n").length;
    this.text.setSelectionRange(caret, caret);
    this.text.scrollTop = Math.max(0, (this.bad - 4) * this.height);
  }

  /** The height of a line, in pixels. */
  get height() {
    return parseFloat(getComputedStyle(this.text).lineHeight) || 0;
  }

  /** The band behind the line that cannot stand. */
  place() {
    const { band, bad, text } = this;
    band.hidden = !bad;
    const above = parseFloat(getComputedStyle(text).paddingTop) + text.clientTop;
    const top = above + (bad - 1) * this.height - text.scrollTop;
    band.style.setProperty("inset-block-start", `${top}px`);
    band.style.setProperty("block-size", `${this.height}px`);
  }
}

/**
 * Legal entries as lines; not those that name several things.
 * @param {Prompt | null} prompt
 * @param {string[]} colours by seat
 */
export function listOffers(prompt, colours) {
  if (!prompt) return [];
  const colour = colours[prompt.seat] ?? "";
  return prompt.options.map(([entry]) => `${colour} ${entry}`.trim());
}

/**
 * The line of a bank that names several things, one thing longer than what is typed.
 * @param {NonNullable<Prompt["naming"]>} naming
 * @param {string} typed
 */
export function bankLines({ verb, due, values }, typed) {
  const words = typed.split(/\s+/);
  const completed = words[0] === verb ? words.slice(1, -1) : [];
  if (completed.length >= due) return [];
  return values.map(([value]) => [verb, ...completed, value].join(" "));
}
