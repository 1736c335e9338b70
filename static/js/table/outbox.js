// Sending an entry to the table. It is kept until the table has answered: what may have got lost
// on its way goes out again by itself, under the key that it had, so that it is played once.

import { csrfToken, rulingOf, said } from "../page.js";
import { inLanguage } from "../board/api.js";

/** @import { Ruling } from "../page.js" */

/** @typedef {"sent" | "refused" | "unsent"} Came unsent: it may have got lost on its way */
/** @typedef {{ ply: number, text: string, key: string }} Entry key: the mark of the request */
/** @typedef {{ came: Came, problem: string, stale: boolean, ruling?: Ruling }} Answer */

const LONGEST = 15_000; // milliseconds for an answer
const AGAIN = [2000, 4000, 8000, 15_000, 30_000]; // milliseconds until it is tried again

/**
 * Sends one entry. `problem` says in words why it was not taken; `stale`: the table has gone on
 * meanwhile; `ruling`: the one that it breaks.
 * @param {HTMLElement} root
 * @param {Entry} sent
 * @returns {Promise<Answer>}
 */
export async function sendEntry(root, sent) {
  let answer;
  try {
    answer = await fetch(inLanguage(`${said(root, "api")}/entries`), {
      method: "POST",
      body: JSON.stringify(sent),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-CSRFToken": csrfToken(root),
      },
      signal: AbortSignal.timeout(LONGEST),
    });
  } catch {
    return { came: "unsent", problem: "", stale: false };
  }
  if (answer.ok) return { came: "sent", problem: "", stale: false };
  const found = await answer.json().catch(() => ({}));
  if (answer.status >= 500) return { came: "unsent", problem: found.detail ?? "", stale: false };
  const stale = answer.status === 409;
  const problem = stale ? said(root, "stale") : (found.detail ?? found.title ?? "");
  return { came: "refused", problem, stale, ruling: rulingOf(found) };
}

/** The entry that is on its way, one at most. A page that is loaded again finds it. */
export class Outbox {
  /** @type {Entry | null} */
  held = null;
  /** It was not answered, or is of an earlier load of the page. */
  late = false;
  sending = false;
  tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again = undefined;

  /**
   * @param {HTMLElement} root
   * @param {() => void} retry is called when it is time to try again
   */
  constructor(root, retry) {
    this.root = root;
    this.retry = retry;
    // of this tab, table and seat: who logs in as another in the same tab sends nothing of it
    this.name = `imhotep-unsent-${said(root, "tableId")}-${said(root, "own")}`;
    this.held = recalled(this.name);
    this.late = this.held !== null;
  }

  /** @param {Entry} entry */
  hold(entry) {
    this.late = this.held?.key === entry.key;
    this.held = entry;
    keep(this.name, entry);
  }

  /** It was answered, or is wanted no longer. */
  drop() {
    clearTimeout(this.again);
    this.held = null;
    this.late = false;
    this.tries = 0;
    keep(this.name, null);
  }

  /**
   * Try to send what is held. Without an answer it stays, and is tried again.
   * @returns {Promise<Answer>}
   */
  async send() {
    const { held, late } = this;
    if (!held) return { came: "sent", problem: "", stale: false };
    clearTimeout(this.again);
    this.sending = true;
    const answer = await sendEntry(this.root, held);
    this.sending = false;
    if (answer.came === "unsent") {
      this.late = true;
      const pause = AGAIN[Math.min(this.tries, AGAIN.length - 1)];
      this.tries += 1;
      this.again = setTimeout(() => this.retry(), pause);
      return { ...answer, problem: said(this.root, "unsent") };
    }
    this.drop();
    if (answer.stale && late) return { ...answer, problem: said(this.root, "tooLate") };
    return answer;
  }
}

/**
 * @param {string} name
 * @returns {Entry | null}
 */
function recalled(name) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name) ?? "null");
    const whole = found && Number.isInteger(found.ply) && found.text && found.key;
    return whole ? { ply: found.ply, text: String(found.text), key: String(found.key) } : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {Entry | null} entry
 */
function keep(name, entry) {
  try {
    if (entry) sessionStorage.setItem(name, JSON.stringify(entry));
    else sessionStorage.removeItem(name);
  } catch {
    // kept for this page only
  }
}
