// A cache of the server's answers on branches, by address.

import { readRuling, showMessage } from "../page.js";
import { inLanguage } from "../board/api.js";

/** @import { Payload } from "../board/frames.js" */
/** @import { Prompt } from "../table/state.js" */
/** @import { Move } from "../replay/tree.js" */

/**
 * The server's answer on a branch (`games/replays/whatif/branch_context.py`);
 * `turn` and `more`: parts of the page, which the page itself has already.
 * @typedef {{ address: string, ply: number, over: boolean, awaited: number | null, moves: Move[],
 *   moments: Payload & { base: number, layout: string }, asked: Omit<Prompt, "ply"> | null,
 *   turn?: string, more?: string }} Answer
 */

const LIMIT = 60;

export class Answers {
  /** @type {Map<string, Answer>} by address */
  cache = new Map();
  /** The number of the last question. */
  question = 0;

  /** @param {{ moves: HTMLElement, problem: HTMLElement }} parts of the page */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {Answer} answer */
  keep(answer) {
    this.cache.set(answer.address, answer);
    for (const old of [...this.cache.keys()].slice(0, -LIMIT)) this.cache.delete(old);
  }

  /**
   * @param {string} address
   * @param {RequestInit} [options]
   * @returns {Promise<Answer | null>} null: it said no, and the page says why
   */
  async fetch(address, options = {}) {
    const request = ++this.question;
    this.parts.moves.setAttribute("aria-busy", "true");
    const headers = { Accept: "application/json" };
    const answer = await fetch(inLanguage(address), { ...options, headers });
    const reply = await answer.json();
    this.parts.moves.removeAttribute("aria-busy");
    showMessage(this.parts.problem, answer.ok ? "" : reply.error, readRuling(reply));
    if (!answer.ok) return null;
    this.keep(reply);
    return request === this.question ? reply : null;
  }
}
