// A draft of a recording: stored in this browser at once, and on the site as soon as it can be, one
// write at a time. A write that may be lost is sent again as it was, with its mark. If another
// device has gone on with the game, nothing is sent until the reader has chosen a version.

import { requestMark } from "../table/turn.js";
import { WAITS, newGame } from "./store.js";
import { Declined, Unreached } from "./site_api.js";

/** @import { Game, GameStore } from "./store.js" */
/** @import { SiteApi } from "./site_api.js" */

/**
 * The status of a draft: `here`: in this browser alone; `sending`; `site`: the site has it all;
 * `waiting`: for a connection; `stranger`: without an account; `other`: another device has gone on;
 * `gone`: it was deleted on the site; `refused`: the site does not take it; `nowhere`: this browser
 * keeps nothing, and the site has not got it.
 * @typedef {"here" | "sending" | "site" | "waiting" | "stranger" | "other" | "gone" | "refused"
 *   | "nowhere"} DraftStatus
 */

const RETRY_DELAYS = [2000, 5000, 15_000, 30_000, 60_000]; // milliseconds

export class Draft {
  /** @type {DraftStatus} */
  status = "here";
  /** @type {{ version: number, log: string, occasion: string } | null} what another device wrote */
  other = null;
  /** @type {string} why the site does not take it */
  problem = "";
  /** @type {Promise<void> | null} */
  busy = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retryTimer = undefined;
  tries = 0;

  /**
   * @param {Game} game
   * @param {GameStore | null} store
   * @param {SiteApi} site
   * @param {() => void} onChange the state is another
   */
  constructor(game, store, site, onChange) {
    this.game = game;
    this.store = store;
    this.site = site;
    this.onChange = onChange;
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

  /** The game will be brought for something else. @param {string} occasion */
  async bringFor(occasion) {
    Object.assign(this.game, { occasion, sent: "" }); // the site has not got it
    await this.keep();
    this.send();
  }

  /** This browser has the game as it is. */
  async keep() {
    try {
      await this.store?.keep(this.game);
      if (!this.store && this.status === "here") this.setStatus("nowhere");
    } catch {
      this.store = null; // it has no room
      this.setStatus("nowhere");
    }
  }

  /**
   * The site gets what it has not got. Resolves when nothing is on its way.
   */
  send() {
    clearTimeout(this.retryTimer);
    this.busy ??= this.sending().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async sending() {
    const { game } = this;
    while (!game.copy && !game.upload && !this.other && game.sent !== game.log) {
      this.setStatus("sending");
      if (!game.mark) await this.begin();
      const { version, going, mark, occasion = "" } = game;
      const write = { log: going, version, mark, occasion };
      try {
        const row = await this.site.write(game.id, write);
        const sent = occasion === (game.occasion ?? "") ? going : "";
        Object.assign(game, { version: row.version, sent, mark: "", going: "" });
        this.tries = 0;
      } catch (problem) {
        this.failed(problem);
        return;
      } finally {
        await this.keep();
      }
    }
    if (game.upload) this.setStatus(game.upload === WAITS ? "waiting" : "site");
    else if (!game.copy && !this.other) this.setStatus("site");
  }

  /** Store the pending write, as a page that is loaded again would send it. */
  async begin() {
    this.game.mark = requestMark();
    this.game.going = this.game.log;
    await this.keep();
  }

  /** @param {unknown} problem */
  failed(problem) {
    if (problem instanceof Unreached) {
      const pause = RETRY_DELAYS[Math.min(this.tries, RETRY_DELAYS.length - 1)];
      this.tries += 1;
      this.retryTimer = setTimeout(() => this.send(), Math.max(pause, problem.seconds * 1000));
      this.setStatus("waiting");
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
      const { version, log, occasion } = problem;
      this.other = {
        version: Number(version), log: String(log), occasion: String(occasion ?? ""),
      };
      this.setStatus("other");
    } else if (problem.status === 401) {
      this.setStatus("stranger");
    } else {
      this.setStatus(problem.status === 404 ? "gone" : "refused");
    }
  }

  /** @param {DraftStatus} status */
  setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.onChange();
  }

  // ------------------------------------------------------------- another device has gone on

  /** Keep the local log: it replaces the other device's. */
  async keepLocal() {
    if (!this.other) return;
    this.game.version = this.other.version;
    this.other = null;
    await this.send();
  }

  /** Keep the other device's log, and return it. */
  async keepRemote() {
    if (!this.other) return this.game.log;
    const { version, log, occasion } = this.other;
    Object.assign(this.game, { version, log, occasion, sent: log, at: Date.now() });
    this.other = null;
    await this.keep();
    this.setStatus("site");
    return log;
  }

  /** Keep both logs: the local one becomes a game of its own. @param {string} id */
  async keepCopies(id) {
    const { game } = this;
    if (!this.other) return game;
    const { version, log, occasion } = this.other;
    await this.store?.keep({ ...game, version, log, occasion, sent: log });
    const copy = newGame(id, game.log, game.occasion);
    this.game = { ...copy, counted: game.counted, by: game.by };
    this.other = null;
    await this.keep();
    await this.send();
    return this.game;
  }
}
