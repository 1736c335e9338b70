// Sending an entry to the table.

import { csrfToken, rulingOf, said } from "../page.js";

/** @import { Ruling } from "../page.js" */

/** @typedef {"sent" | "refused" | "unsent"} Came unsent: it may have got lost on its way */

/**
 * Sends one entry. `problem` says in words why it was not taken; `stale`: the table has gone on
 * meanwhile; `ruling`: the one that it breaks.
 * @param {HTMLElement} root
 * @param {{ ply: number, text: string, key: string }} sent
 * @returns {Promise<{ came: Came, problem: string, stale: boolean, ruling?: Ruling }>}
 */
export async function sendEntry(root, sent) {
  const unsent = said(root, "unsent");
  let answer;
  try {
    answer = await fetch(`${said(root, "api")}/entries`, {
      method: "POST",
      body: JSON.stringify(sent),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-CSRFToken": csrfToken(root),
      },
    });
  } catch {
    return { came: "unsent", problem: unsent, stale: false };
  }
  if (answer.ok) return { came: "sent", problem: "", stale: false };
  const found = await answer.json().catch(() => ({}));
  const stale = answer.status === 409;
  const problem = stale ? said(root, "stale") : (found.detail ?? found.title ?? unsent);
  const ruling = rulingOf(found);
  return { came: answer.status >= 500 ? "unsent" : "refused", problem, stale, ruling };
}
