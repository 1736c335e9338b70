// A chooser for entries of the bank that name several things. How often each may come, the engine
// says.

import { Chooser } from "../table/chooser.js";

/** @import { Prompt, BankNaming } from "./engine.js" */

/** @typedef {{ entry: string, words: string[], ordered: number }} Choice */

export class BankChooser {
  /** @type {string[]} the keys of what was named, in their order */
  path = [];
  start = 0;

  /** @param {Prompt} prompt @param {BankNaming} naming */
  constructor(prompt, naming) {
    this.prompt = prompt;
    this.naming = naming;
    this.values = new Map(naming.values.map(([value, key]) => [key, value]));
  }

  /** Keys that may come next, the likeliest first. */
  get next() {
    const { values, due, turned } = this.naming;
    if (this.path.length === due) return [];
    const isTurned = this.path.length >= turned;
    const often = (/** @type {string} */ key) => this.path.filter((name) => name === key).length;
    return values
      .filter(([, key, count, extra]) => often(key) < count + (isTurned ? extra : 0))
      .map(([, key]) => key);
  }

  /** The entry, once all is named. @returns {Choice | undefined} */
  get complete() {
    const { verb, due } = this.naming;
    if (this.path.length < due) return undefined;
    const words = this.path.map((key) => this.values.get(key));
    return { entry: [verb, ...words].join(" "), words: [...this.path], ordered: due };
  }

  get fitting() {
    return this.complete ? [this.complete] : [];
  }

  get options() {
    return this.fitting;
  }

  /** True if there is something to take back. */
  get begun() {
    return this.path.length > 0;
  }

  /** The number of things still to be named. */
  get left() {
    return this.naming.due - this.path.length;
  }

  get sentence() {
    return this.path.map((key) => this.prompt.words[key]).join(", ");
  }

  /** @param {string} key */
  choose(key) {
    if (!this.next.includes(key)) return false;
    this.path.push(key);
    return true;
  }

  /** @param {string[]} keys */
  chooseAll(keys) {
    for (const key of keys) this.choose(key);
  }

  back() {
    return this.path.pop() !== undefined;
  }

  clear() {
    this.path = [];
  }

  /** Places of things that lie on the table already. */
  places() {
    const lying = this.next.filter((key) => this.prompt.spots[key]);
    return new Map(lying.map((key) => [key, [key]]));
  }
}

/** A chooser for a prompt. @param {Prompt} prompt */
export function createChooser(prompt) {
  return prompt.naming ? new BankChooser(prompt, prompt.naming) : new Chooser(prompt);
}
