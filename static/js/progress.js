// Progress of an upload: polls its status at growing intervals until all logs have verdicts.

import { createNode } from "./page.js";
import { readJson } from "./board/api.js";

/** @typedef {[word: string, kind: string]} Badge kind: the `badge--…` of it */

/**
 * The verdict on a log of an upload (`games/pages/submission.py`), in words. `place`: the
 * line where it is refused, if there is one; `differs`: differences from the game that
 * was here already; `waits`: whose word the game waits for, in a sentence.
 * @typedef {{ number: number, member: string, status: string, badge: Badge, url: string,
 *   place: string, message: string, differs: string[], seats: string[], waits: string
 * }} Verdict
 */

/**
 * The status of an upload. `badges`: how many logs of each kind; `judged`: how many are
 * judged; `all`: what the link to all verdicts says.
 * @typedef {{ url: string, done: boolean, logs: number, badges: Badge[], judged: string,
 *   all: string, submissions: Verdict[] }} Status
 */

const FIRST_WAIT = 150;
const LONGEST_WAIT = 1000;
const PATIENCE = 8; // failed questions in a row

/** @param {number} milliseconds */
export const delay = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/**
 * Calls `show(status)` after each answer; gives the last one. Throws if the site does not answer.
 * @param {string} address
 * @param {(status: Status) => void} show
 * @returns {Promise<Status>}
 */
export async function pollStatus(address, show) {
  let pause = FIRST_WAIT;
  let failures = 0;
  for (;;) {
    try {
      const status = await readJson(address);
      failures = 0;
      show(status);
      if (status.done) return status;
    } catch (error) {
      failures += 1;
      if (failures >= PATIENCE) throw error;
    }
    await delay(pause);
    pause = Math.min(pause * 1.5, LONGEST_WAIT);
  }
}

/** @param {string} word @param {string} kind */
export function createBadge(word, kind) {
  return createNode("span", { class: `badge badge--${kind}` }, word);
}

/** The link to a game or a mistake, with differences if it is known. @param {Verdict} log */
export function verdictNode(log) {
  if (!log.url) return document.createTextNode("…");
  const words = log.seats.length ? log.seats.join(", ") : `${log.place} ${log.message}`.trim();
  const link = createNode("a", { href: log.url }, words);
  const lines = log.differs.map((sentence) => createNode("li", {}, sentence));
  return createNode(
    "div", {}, link,
    ...(log.waits ? [createNode("p", { class: "small muted" }, log.waits)] : []),
    ...(lines.length ? [createNode("ul", { class: "plain small" }, ...lines)] : []),
  );
}
