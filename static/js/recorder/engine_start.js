// The engine of the rules, started when it is first needed, and again when it stopped.

import { Engine, EngineFailure, isPossible } from "./engine.js";

/** @import { Places } from "./engine.js" */

/** What the page offers; `ready`: the site has what the rules run in.
 * @typedef {Places & { ready: boolean }} Offered */

export class Starting {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Promise<Engine | null> | null} */
  busy = null;
  /** why there is no engine */
  why = "";

  /**
   * @param {Offered} offered
   * @param {{ [reason: string]: string }} words
   * @param {(words: string) => void} told what is under way, or why not; empty: it is there
   */
  constructor(offered, words, told) {
    this.offered = offered;
    this.words = words;
    this.told = told;
  }

  /**
   * The engine, started if it is not; null if it cannot be.
   * @returns {Promise<Engine | null>}
   */
  started() {
    if (this.engine && !this.engine.failure) return Promise.resolve(this.engine);
    this.busy ??= this.begin().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async begin() {
    const { words } = this;
    if (!this.offered.ready || !isPossible()) {
      this.why = isPossible() ? words.missing : words.webassembly;
      this.told(this.why);
      return null;
    }
    this.told(words.starting);
    const engine = new Engine(this.offered);
    try {
      await engine.ready;
    } catch (problem) {
      if (!(problem instanceof EngineFailure)) throw problem;
      this.failed(problem);
      return null;
    }
    this.told("");
    this.engine = engine;
    return engine;
  }

  /** It is of no use any more; gives the words for it. @param {EngineFailure} failure */
  failed({ reason }) {
    this.why = this.words[reason] ?? this.words.start;
    this.engine = null;
    this.told(this.why);
    return this.why;
  }
}
