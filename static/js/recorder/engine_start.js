// The engine of the rules, started when it is first needed, and again when it stopped.

import { Engine, EngineFailure, isPossible } from "./engine.js";

/** @import { Places } from "./engine.js" */

/** Addresses of the engine; `ready`: the site has the runtime.
 * @typedef {Places & { ready: boolean }} Offered */

export class EngineStart {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Promise<Engine | null> | null} */
  busy = null;
  /** why there is no engine */
  problem = "";

  /**
   * @param {Offered} offered
   * @param {{ [reason: string]: string }} words
   * @param {(words: string) => void} report what is under way, or why not; empty: it is there
   */
  constructor(offered, words, report) {
    this.offered = offered;
    this.words = words;
    this.report = report;
  }

  /** The engine, started if it is not; null if it cannot be. */
  getEngine() {
    if (this.engine && !this.engine.failure) return Promise.resolve(this.engine);
    this.busy ??= this.begin().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async begin() {
    const { words } = this;
    if (!this.offered.ready || !isPossible()) {
      this.problem = isPossible() ? words.missing : words.webassembly;
      this.report(this.problem);
      return null;
    }
    this.report(words.starting);
    const engine = new Engine(this.offered);
    try {
      await engine.ready;
    } catch (problem) {
      if (!(problem instanceof EngineFailure)) throw problem;
      this.failed(problem);
      return null;
    }
    this.report("");
    this.engine = engine;
    return engine;
  }

  /** The engine stopped; returns the words for the reason. @param {EngineFailure} failure */
  failed({ reason }) {
    this.problem = this.words[reason] ?? this.words.start;
    this.engine = null;
    this.report(this.problem);
    return this.problem;
  }
}
