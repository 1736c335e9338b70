// A game is kept: in this browser at once, and on the site as soon as it can be. One write is on
// its way at a time; what is made meanwhile goes with the next. What may have got lost is sent
// again as it was, with its mark. If another device has gone on with the game, nothing more is
// sent until it was chosen which is right.

import { mark } from "../table/turn.js";
import { WAITS, fresh } from "./store.js";
import { Declined, Unreached } from "./site_api.js";

/** @import { Game, Store } from "./store.js" */
/** @import { Site } from "./site_api.js" */

/**
 * How it stands: `here`: in this browser alone; `sending`; `site`: the site has it all; `waiting`:
 * for a connection; `stranger`: without an account; `other`: another device has gone on; `gone`:
 * it was deleted on the site; `refused`: the site does not take it; `nowhere`: this browser keeps
 * nothing, and the site has not got it.
 * @typedef {"here" | "sending" | "site" | "waiting" | "stranger" | "other" | "gone" | "refused"
 *   | "nowhere"} How
 */

const AGAIN = [2000, 5000, 15_000, 30_000, 60_000]; // milliseconds

export class Keeping {
  /** @type {How} */
  how = "here";
  /** @type {{ version: number, log: string } | null} what another device wrote */
  other = null;
  /** @type {string} why the site does not take it */
  problem = "";
  /** @type {Promise<void> | null} */
  busy = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again = undefined;
  tries = 0;

  /**
   * @param {Game} game
   * @param {Store | null} store
   * @param {Site} site
   * @param {() => void} told the state is another
   */
  constructor(game, store, site, told) {
    this.game = game;
    this.store = store;
    this.site = site;
    this.told = told;
  }

  /** The log is another now. Resolves when this browser has it. @param {string} log */
  async write(log) {
    const { game } = this;
    if (game.upload && game.log !== log) { // what was uploaded was another one
      Object.assign(game, { version: 0, sent: "", mark: "", going: "", upload: "" });
    }
    this.game.log = log;
    this.game.at = Date.now();
    await this.keep();
    this.send();
  }

  /** This browser has the game as it is. */
  async keep() {
    try {
      await this.store?.keep(this.game);
      if (!this.store && this.how === "here") this.be("nowhere");
    } catch {
      this.store = null; // it has no room
      this.be("nowhere");
    }
  }

  /**
   * The site gets what it has not got. Resolves when nothing is on its way.
   * @returns {Promise<void>}
   */
  send() {
    clearTimeout(this.again);
    this.busy ??= this.sending().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async sending() {
    const { game } = this;
    while (!game.copy && !game.upload && !this.other && game.sent !== game.log) {
      this.be("sending");
      if (!game.mark) await this.begin();
      const { version, going } = game;
      const write = { log: going, version, mark: game.mark };
      try {
        const written = await this.site.write(game.id, write);
        Object.assign(game, { version: written.version, sent: going, mark: "", going: "" });
        this.tries = 0;
      } catch (problem) {
        this.failed(problem);
        return;
      } finally {
        await this.keep();
      }
    }
    if (game.upload) this.be(game.upload === WAITS ? "waiting" : "site");
    else if (!game.copy && !this.other) this.be("site");
  }

  /** What is sent now, as a page that is loaded again would send it. */
  async begin() {
    this.game.mark = mark();
    this.game.going = this.game.log;
    await this.keep();
  }

  /** @param {unknown} problem */
  failed(problem) {
    if (problem instanceof Unreached) {
      const pause = AGAIN[Math.min(this.tries, AGAIN.length - 1)];
      this.tries += 1;
      this.again = setTimeout(() => this.send(), Math.max(pause, problem.seconds * 1000));
      this.be("waiting");
    } else if (problem instanceof Declined) {
      this.declined(problem);
    } else {
      throw problem;
    }
  }

  /** @param {Declined} declined */
  declined({ kind, problem }) {
    Object.assign(this.game, { mark: "", going: "" });
    this.problem = problem.detail;
    if (kind === "draft-changed") {
      this.other = { version: Number(problem.version), log: String(problem.log) };
      this.be("other");
    } else if (problem.status === 401) {
      this.be("stranger");
    } else {
      this.be(problem.status === 404 ? "gone" : "refused");
    }
  }

  /** @param {How} how */
  be(how) {
    if (this.how === how) return;
    this.how = how;
    this.told();
  }

  // ------------------------------------------------------------- another device has gone on

  /** What is here is right: it is written over what the other device wrote. */
  async mine() {
    if (!this.other) return;
    this.game.version = this.other.version;
    this.other = null;
    await this.send();
  }

  /** What the other device wrote is right; gives its log. */
  async theirs() {
    if (!this.other) return this.game.log;
    const { version, log } = this.other;
    Object.assign(this.game, { version, log, sent: log, at: Date.now() });
    this.other = null;
    await this.keep();
    this.be("site");
    return log;
  }

  /** Both are kept: what is here becomes a game of its own. @param {string} id */
  async both(id) {
    const { game } = this;
    if (!this.other) return game;
    const { version, log } = this.other;
    await this.store?.keep({ ...game, version, log, sent: log });
    this.game = { ...fresh(id, game.log), counted: game.counted, by: game.by };
    this.other = null;
    await this.keep();
    await this.send();
    return this.game;
  }
}
