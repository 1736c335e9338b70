// Chooses one of the legal entries, word by word. An option is its entry, the words that
// lead to it, and how many of those come in an order; the others are a set. Knows no rules.

/** @import { Prompt } from "./state.js" */

/** @typedef {{ entry: string, words: string[], ordered: number }} Choice */

/**
 * A chooser of entries: word by word, or thing by thing (`recorder/bank_chooser.js`).
 * @typedef {Pick<Chooser, "path" | "options" | "next" | "complete" | "begun" | "sentence" |
 *   "chooseAll" | "back" | "clear" | "places"> & { left?: number }} EntryChooser
 */

export class Chooser {
  /** @type {string[]} the words so far */
  path = [];
  /** @type {number[]} how long the path was before each word that can be taken back */
  marks = [];

  /** @param {Pick<Prompt, "options" | "words" | "spots">} prompt */
  constructor(prompt) {
    this.prompt = prompt;
    this.options = prompt.options.map(([entry, words, ordered]) => ({ entry, words, ordered }));
    this.advance();
    this.start = this.path.length;
  }

  /** The options that the words so far may still become. */
  get fitting() {
    return this.options.filter((option) => fits(option, this.path));
  }

  /** The option that the words so far are, if they are one. */
  get complete() {
    return this.fitting.find((option) => option.words.length === this.path.length);
  }

  /** The words that may come next, in the order of the options. */
  get next() {
    /** @type {Set<string>} */
    const words = new Set();
    for (const option of this.fitting) {
      for (const word of following(option, this.path)) words.add(word);
    }
    return [...words];
  }

  /** True if there is something to take back. */
  get begun() {
    return this.marks.length > 0;
  }

  get sentence() {
    const [first, ...details] = this.path.map((word) => this.prompt.words[word]);
    return details.length ? `${first}: ${details.join(", ")}` : (first ?? "");
  }

  /** @param {string} word */
  choose(word) {
    if (!this.next.includes(word)) return false;
    this.marks.push(this.path.length);
    this.path.push(word);
    this.advance();
    return true;
  }

  /** Several words, to be taken back at once. @param {string[]} words */
  chooseAll(words) {
    const before = this.marks.length;
    for (const word of words) this.choose(word);
    this.marks.length = Math.min(this.marks.length, before + 1);
  }

  back() {
    const mark = this.marks.pop();
    if (mark === undefined) return false;
    this.path.length = mark;
    return true;
  }

  clear() {
    while (this.begun) this.back();
  }

  /** Choose forced words: the only option left, or the only word that can come next. */
  advance() {
    for (;;) {
      const { fitting } = this;
      const words = this.next;
      if (fitting.length === 1) {
        this.path.push(...following(fitting[0], this.path, true));
        return;
      }
      if (words.length !== 1 || this.complete) return;
      this.path.push(words[0]);
    }
  }

  /** The places that can be pointed at now, each with the words that it stands for. An action that
   *  lies nowhere is begun by pointing at what it would be done with; if that is one ship, also by
   *  pointing at where it may go. */
  places() {
    /** @type {Map<string, string[]>} */
    const places = new Map();
    const { spots } = this.prompt;
    const add = (/** @type {string} */ word, /** @type {string[]} */ words) => {
      if (spots[word] && !places.has(word)) places.set(word, words);
    };
    for (const word of this.next) {
      if (spots[word]) {
        add(word, [word]);
      } else if (this.path.length === this.start) {
        const trial = this.after(word);
        const passed = trial.path.slice(this.start).find((candidate) => spots[candidate]);
        if (passed) add(passed, [word]);
        for (const successor of trial.next) {
          if (!passed || successor.startsWith("to-")) add(successor, [word, successor]);
        }
      }
    }
    if (this.path.length === this.start && this.next.includes("load")) add("sled", ["load"]);
    return places;
  }

  /** A chooser that has gone on with `word`. @param {string} word */
  after(word) {
    const trial = new Chooser(this.prompt);
    trial.path = [...this.path];
    trial.marks = [...this.marks];
    trial.choose(word);
    return trial;
  }
}

/** @param {Choice} option @param {string[]} path */
function fits(option, path) {
  if (path.length > option.words.length) return false;
  const { words, ordered } = option;
  return path.every((word, index) =>
    index < ordered ? words[index] === word : words.indexOf(word) >= ordered,
  );
}

/** @param {Choice} option @param {string[]} path */
function following(option, path, all = false) {
  if (path.length < option.ordered) {
    return all ? option.words.slice(path.length) : [option.words[path.length]];
  }
  return option.words.slice(option.ordered).filter((word) => !path.includes(word));
}
