// Sending an entry to the table. It is kept until the table has answered: what may have got lost
// on its way goes out again by itself, under the key that it had, so that it is played once.

import { csrfToken, readRuling, dataValue } from "../page.js";
import { readStoredJson, storeText, tab } from "../storage.js";
import { sendJson } from "../board/api.js";

/** @import { Ruling } from "../page.js" */

/** @typedef {"sent" | "refused" | "unsent"} SendOutcome unsent: it may have got lost on its way */
/** @typedef {{ ply: number, text: string, key: string }} Entry key: the mark of the request */
/** @typedef {{ came: SendOutcome, problem: string, stale: boolean, ruling?: Ruling }} Answer */

const LONGEST = 15_000; // milliseconds for an answer
const RETRY_DELAYS = [2000, 4000, 8000, 15_000, 30_000]; // milliseconds until it is tried again

/**
 * Sends one entry. `problem` says in words why it was not taken; `stale`: the table has gone on
 * meanwhile; `ruling`: the one that it breaks.
 * @param {HTMLElement} root
 * @param {Entry} sent
 * @returns {Promise<Answer>}
 */
async function sendEntry(root, sent) {
  let answer;
  try {
    const address = `${dataValue(root, "api")}/entries`;
    answer = await sendJson(address, sent, csrfToken(root), AbortSignal.timeout(LONGEST));
  } catch {
    return { came: "unsent", problem: "", stale: false };
  }
  if (answer.ok) return { came: "sent", problem: "", stale: false };
  const reply = await answer.json().catch(() => ({}));
  if (answer.status >= 500) return { came: "unsent", problem: reply.detail ?? "", stale: false };
  const stale = answer.status === 409;
  const problem = stale ? dataValue(root, "stale") : (reply.detail ?? reply.title ?? "");
  return { came: "refused", problem, stale, ruling: readRuling(reply) };
}

/** The entry that is on its way, one at most. A page that is loaded again finds it. */
export class Outbox {
  /** @type {Entry | null} */
  pending = null;
  /** True if the entry got no answer, or is of an earlier load of the page. */
  late = false;
  sending = false;
  tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retryTimer = undefined;

  /** @param {HTMLElement} root @param {() => void} retry is called when it is time to try again */
  constructor(root, retry) {
    this.root = root;
    this.retry = retry;
    // of this tab, table and seat: who logs in as another in the same tab sends nothing of it
    this.name = `imhotep-unsent-${dataValue(root, "tableId")}-${dataValue(root, "own")}`;
    this.pending = readEntry(this.name);
    this.late = this.pending !== null;
  }

  /** @param {Entry} entry */
  hold(entry) {
    this.late = this.pending?.key === entry.key;
    this.pending = entry;
    storeText(this.name, JSON.stringify(entry), tab);
  }

  /** Drop the entry: it was answered, or withdrawn. */
  drop() {
    clearTimeout(this.retryTimer);
    this.pending = null;
    this.late = false;
    this.tries = 0;
    storeText(this.name, null, tab);
  }

  /** Send what is pending. Without an answer it stays. @returns {Promise<Answer>} */
  async send() {
    const { pending, late } = this;
    if (!pending) return { came: "sent", problem: "", stale: false };
    clearTimeout(this.retryTimer);
    this.sending = true;
    const answer = await sendEntry(this.root, pending);
    this.sending = false;
    if (answer.came === "unsent") {
      this.late = true;
      const pause = RETRY_DELAYS[Math.min(this.tries, RETRY_DELAYS.length - 1)];
      this.tries += 1;
      this.retryTimer = setTimeout(() => this.retry(), pause);
      return { ...answer, problem: dataValue(this.root, "unsent") };
    }
    this.drop();
    if (answer.stale && late) return { ...answer, problem: dataValue(this.root, "tooLate") };
    return answer;
  }
}

/** @param {string} name @returns {Entry | null} */
function readEntry(name) {
  const stored = readStoredJson(name, tab);
  const isEntry = stored && Number.isInteger(stored.ply) && stored.text && stored.key;
  return isEntry ? { ply: stored.ply, text: String(stored.text), key: String(stored.key) } : null;
}
