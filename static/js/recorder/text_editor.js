// The log as text, for people that rather type: what may come next is offered, and why a line cannot
// stand is said beside its number.

import { hit, one, tell } from "../page.js";
import { Refused } from "./engine.js";
import { fill, made, sentence } from "./texts.js";

/** @import { Answer, Asked, Engine, Problem } from "./engine.js" */
/** @import { Words } from "./texts.js" */

const PAUSE = 300; // milliseconds without a key until the engine is asked
const MOST = 40; // offers

export class Typing {
  /** @type {Engine | null} */
  engine = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;
  /** @type {string[]} what may come in the last line, or in the one that cannot stand */
  offers = [];
  /** @type {number} the line that cannot stand, from 1; 0 for none */
  bad = 0;
  /** @type {Asked["naming"]} what the bank names in the last line */
  naming = null;

  /**
   * @param {HTMLElement} root
   * @param {Words} words
   */
  constructor(root, words) {
    this.root = root;
    this.words = words;
    this.text = one(root, "[data-log]", HTMLTextAreaElement);
    this.next = one(root, "[data-text-next]", HTMLElement);
    this.problem = one(root, "[data-text-problem]", HTMLElement);
    this.band = one(root, "[data-bad-line]", HTMLElement);
    this.text.addEventListener("input", () => this.later());
    this.text.addEventListener("scroll", () => this.place());
    this.next.addEventListener("click", (event) => {
      const offer = hit(event, "[data-offer]");
      if (offer) this.put(offer.dataset.offer ?? "");
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.ctrlKey || !this.offers.length) return;
      event.preventDefault();
      this.put(this.fitting[0] ?? "");
    });
  }

  /**
   * Show a log; what is wrong with it is marked.
   * @param {Engine} engine
   * @param {string} log
   */
  async show(engine, log) {
    this.engine = engine;
    this.text.value = log;
    await this.judge();
  }

  /** The view is seen now. */
  shown() {
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
      this.judged(await engine.open(this.done));
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.offers = [];
      this.say(problem.problem);
    }
    this.offer();
  }

  /** @param {Answer} answer */
  judged({ problem, asked, colours = [] }) {
    this.offers = problem?.legal.length ? problem.legal : offersOf(asked, colours);
    this.naming = problem ? null : (asked?.naming ?? null);
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
      tell(this.problem, "");
      return;
    }
    const { line, tried, words, place, url } = problem;
    const said = fill(this.words.text.refused, { line, tried, why: sentence(words) });
    tell(this.problem, said, place ? { words: place, url } : undefined);
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
    const { from, to } = this.line;
    const typed = this.text.value.slice(from, to).trimStart();
    const offers = this.naming ? named(this.naming, typed) : this.offers;
    const found = offers.filter((offer) => offer.startsWith(typed));
    return found.length ? found : offers;
  }

  offer() {
    this.next.replaceChildren(...this.fitting.slice(0, MOST).map((offer) => made(
      "button", {
        type: "button", class: "play-choice mono", role: "option", "data-offer": offer,
      }, offer,
    )));
  }

  /**
   * Put an offer in the place of the line that cannot stand, or of the last.
   * @param {string} offer
   */
  put(offer) {
    const { value } = this.text;
    const lines = value.split("\n");
    const at = this.bad && this.bad <= lines.length ? this.bad - 1 : lines.length - 1;
    const more = this.naming !== null && offer.split(" ").length <= this.naming.due;
    lines[at] = more ? `${offer} ` : offer;
    if (at === lines.length - 1 && !more) lines.push("");
    this.text.value = lines.join("\n");
    const caret = lines.slice(0, at + 1).join("\n").length + (more ? 0 : 1);
    this.text.focus();
    this.text.setSelectionRange(caret, caret);
    this.judge();
  }

  /** Bring the line that cannot stand into view, with the caret at its end. */
  mark() {
    const to = this.text.value.split("\n").slice(0, this.bad).join("\n").length;
    this.text.setSelectionRange(to, to);
    this.text.scrollTop = Math.max(0, (this.bad - 4) * this.height);
  }

  /** Of a line, in pixels. */
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
 * What may be written, as lines; not where several things are named.
 * @param {Asked | null} asked
 * @param {string[]} colours by seat
 * @returns {string[]}
 */
export function offersOf(asked, colours) {
  if (!asked) return [];
  const who = colours[asked.seat] ?? "";
  return asked.options.map(([entry]) => `${who} ${entry}`.trim());
}

/**
 * The line of a bank that names several things, one thing longer than what is typed.
 * @param {NonNullable<Asked["naming"]>} naming
 * @param {string} typed
 * @returns {string[]}
 */
export function named({ verb, due, values }, typed) {
  const words = typed.split(/\s+/);
  const whole = words[0] === verb ? words.slice(1, -1) : [];
  if (whole.length >= due) return [];
  return values.map(([value]) => [verb, ...whole, value].join(" "));
}
