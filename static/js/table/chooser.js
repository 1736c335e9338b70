// From a list of legal entries to one of them, word by word. An option is its entry, the words that
// lead to it, and how many of those come in an order; the others are a set. Knows no rules.

/** @import { Asked } from "./state.js" */

/** @typedef {{ entry: string, words: string[], ordered: number }} Choice */

/**
 * What leads to an entry: word by word, or thing by thing (`recorder/bank_chooser.js`).
 * @typedef {Pick<Chooser, "path" | "options" | "next" | "complete" | "begun" | "sentence" |
 *   "chooseAll" | "back" | "clear" | "places"> & { left?: number }} EntryChooser
 */

export class Chooser {
  /** @type {string[]} the words so far */
  path = [];
  /** @type {number[]} how long the path was before each word that can be taken back */
  marks = [];

  /** @param {Pick<Asked, "options" | "words" | "spots">} asked */
  constructor(asked) {
    this.asked = asked;
    this.options = asked.options.map(([entry, words, ordered]) => ({ entry, words, ordered }));
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
    const found = new Set();
    for (const option of this.fitting) {
      for (const word of following(option, this.path)) found.add(word);
    }
    return [...found];
  }

  /** Whether there is something to take back. */
  get begun() {
    return this.marks.length > 0;
  }

  get sentence() {
    const [first, ...others] = this.path.map((word) => this.asked.words[word]);
    return others.length ? `${first}: ${others.join(", ")}` : (first ?? "");
  }

  /** @param {string} word */
  choose(word) {
    if (!this.next.includes(word)) return false;
    this.marks.push(this.path.length);
    this.path.push(word);
    this.advance();
    return true;
  }

  /**
   * Several words, to be taken back at once.
   * @param {string[]} words
   */
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

  /** What goes without saying: the only option left, or the only word that can come next. */
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

  /** The places that can be pointed at now, each with the words that it stands for. An action
   *  that lies nowhere is begun by pointing at what it would be done with: at the ship, if there is
   *  but one, and not yet at where it may go. */
  places() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    const { spots } = this.asked;
    const add = (/** @type {string} */ word, /** @type {string[]} */ words) => {
      if (spots[word] && !found.has(word)) found.set(word, words);
    };
    for (const word of this.next) {
      if (spots[word]) {
        add(word, [word]);
      } else if (this.path.length === this.start) {
        const trial = this.after(word);
        const passed = trial.path.slice(this.start).find((one) => spots[one]);
        if (passed) add(passed, [word]);
        else for (const then of trial.next) add(then, [word, then]);
      }
    }
    if (this.path.length === this.start && this.next.includes("load")) add("sled", ["load"]);
    return found;
  }

  /** A chooser that has gone on with `word`. @param {string} word */
  after(word) {
    const trial = new Chooser(this.asked);
    trial.path = [...this.path];
    trial.marks = [...this.marks];
    trial.choose(word);
    return trial;
  }
}

/**
 * @param {Choice} option
 * @param {string[]} path
 */
function fits(option, path) {
  if (path.length > option.words.length) return false;
  return path.every((word, at) =>
    at < option.ordered ? option.words[at] === word : option.words.indexOf(word) >= option.ordered,
  );
}

/**
 * @param {Choice} option
 * @param {string[]} path
 */
function following(option, path, all = false) {
  if (path.length < option.ordered) {
    return all ? option.words.slice(path.length) : [option.words[path.length]];
  }
  return option.words.slice(option.ordered).filter((word) => !path.includes(word));
}
