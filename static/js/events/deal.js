// This browser's share of a deal for many tables: made here, promised first, shown when all
// promises stand. docs/fair-dealing.md says why. Before the share leaves, all promises that the
// page shows are written down; whatever the page shows later is compared with them.

import { hex } from "../bytes.js";
import { csrfToken, dataValue, findElement, findElements } from "../page.js";
import { digest } from "../receipt.js";
import { readStoredJson } from "../storage.js";

/**
 * A share as this browser keeps it, by deal and account. `promises`: of all entrants, as they were
 * shown before the share was sent; written once.
 * @typedef {{ commitment: string, promise: string, share: string,
 *   promises?: string[] }} DealReceipt
 */

/**
 * A deal as the page shows it. `promised`: by this account; `opened`: its share has come; `sits`:
 * the account is an entrant; `shares`: by promise, empty for none; `share`: all of them together.
 * @typedef {{ key: string, state: string, commitment: string, promised: string, opened: boolean,
 *   sits: boolean, secret: string, share: string,
 *   shares: { [promise: string]: string } }} DealOnPage
 */

/** @typedef {"" | "promised" | "opened" | "held" | "proved" | "lost" | "late" | "changed"} Note */

/** @callback Send @param {{ [field: string]: string }} fields @returns {Promise<boolean>} */

const PREFIX = "imhotep-deal:";
const PERIOD = 8000; // milliseconds
const SHARE_BYTES = 32;
const NAME = "imhotep-shared-deal-1";

function canShare() {
  try {
    localStorage.setItem(`${PREFIX}test`, "1");
    localStorage.removeItem(`${PREFIX}test`);
    return Boolean(globalThis.crypto?.subtle);
  } catch {
    return false;
  }
}

/** @param {HTMLElement} card @param {string} account @returns {DealOnPage} */
function readCard(card, account) {
  const { deal = "", state = "", commitment = "", promised = "", secret = "" } = card.dataset;
  const rows = findElements(card, "[data-promise]");
  const shares = Object.fromEntries(
    rows.map((row) => [dataValue(row, "promise"), row.dataset.share ?? ""]),
  );
  return {
    key: `${PREFIX}${deal}.${account}`, state, commitment, promised, secret, shares,
    opened: "opened" in card.dataset, sits: "sits" in card.dataset, share: card.dataset.share ?? "",
  };
}

/** @param {DealOnPage} page @returns {DealReceipt | null} */
const readReceipt = (page) => readStoredJson(page.key);

/** @param {DealOnPage} page @param {DealReceipt} receipt */
const storeReceipt = (page, receipt) => localStorage.setItem(page.key, JSON.stringify(receipt));

/** SHA-256 of all promises and shares, as engine/shared_deal.py has it.
 * @param {{ [promise: string]: string }} shares */
export async function sharedShare(shares) {
  const lines = Object.keys(shares).sort().map((key) => `promise ${key} share ${shares[key]}\n`);
  const text = new TextEncoder().encode(`${NAME}\n${lines.join("")}`);
  return hex(await crypto.subtle.digest("SHA-256", text));
}

/** True if the page shows the digest and the promises that were written down.
 * @param {DealOnPage} page @param {DealReceipt} receipt */
function matchesReceipt(page, receipt) {
  const { commitment, promise, promises } = receipt;
  const listed = Object.keys(page.shares).sort();
  return commitment === page.commitment && promise === page.promised && listed.includes(promise)
    && (!promises || promises.join() === listed.join());
}

/** Makes and keeps a share, then promises it. @param {DealOnPage} page @param {Send} send */
async function promiseShare(page, send) {
  let receipt = readReceipt(page);
  if (!receipt) {
    const share = hex(crypto.getRandomValues(new Uint8Array(SHARE_BYTES)));
    receipt = { commitment: page.commitment, promise: await digest(share), share };
    storeReceipt(page, receipt);
  }
  if (receipt.commitment !== page.commitment) return "changed";
  return (await send({ promise: receipt.promise })) ? "promised" : "";
}

/** Writes down the promises, and sends the share.
 * @param {DealOnPage} page @param {Send} send @returns {Promise<Note>} */
async function openShare(page, send) {
  const receipt = readReceipt(page);
  if (!receipt || receipt.promise !== page.promised) return "lost";
  if (!matchesReceipt(page, receipt)) return "changed";
  if (page.opened) return "opened";
  if (!receipt.promises) {
    storeReceipt(page, { ...receipt, promises: Object.keys(page.shares).sort() });
  }
  return (await send({ share: receipt.share })) ? "opened" : "";
}

/** What a bound deal shows, compared with what was written down.
 * @param {DealOnPage} page @returns {Promise<Note>} */
async function compareDeal(page) {
  const receipt = readReceipt(page);
  if (!page.promised || !receipt || receipt.promise !== page.promised) return "";
  if (!matchesReceipt(page, receipt)) return "changed";
  const share = page.shares[receipt.promise];
  if (!share) return "late";
  if (share !== receipt.share || (await sharedShare(page.shares)) !== page.share) return "changed";
  if (!page.secret) return "held";
  return (await digest(page.secret)) === page.commitment ? "proved" : "changed";
}

/**
 * Does what this browser has to do for a deal; gives what is to be said.
 * @param {DealOnPage} page
 * @param {Send} send
 * @returns {Promise<Note>}
 */
export async function takePart(page, send) {
  if (page.state === "promised") {
    if (page.promised) return readReceipt(page)?.promise === page.promised ? "promised" : "lost";
    return page.sits ? promiseShare(page, send) : "";
  }
  if (page.state === "shares") return page.promised ? openShare(page, send) : "";
  return page.state === "off" ? "" : compareDeal(page);
}

/** @param {HTMLElement} root */
async function run(root) {
  const token = csrfToken(document);
  for (const card of findElements(root, "[data-deal]")) {
    const note = await takePart(readCard(card, root.dataset.account ?? ""), async (fields) => {
      const headers = { Accept: "application/json", "X-CSRFToken": token };
      const body = new URLSearchParams(fields);
      return (await fetch(dataValue(root, "deals"), { method: "POST", body, headers })).ok;
    });
    const line = note && findElement(card, `[data-share-note="${note}"]`);
    if (line) line.hidden = false;
  }
}

/** Reads the deals again. When the tables have opened, the whole page is read.
 * @param {HTMLElement} root */
async function refresh(root) {
  try {
    const answer = await fetch(dataValue(root, "deals"), { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const state = (/** @type {ParentNode} */ part) =>
      findElements(part, "[data-deal]")[0]?.dataset.state ?? "";
    if (state(root) !== state(page) && ["bound", "shown"].includes(state(page))) {
      location.reload();
      return;
    }
    const isOpen = findElements(root, "details[open]").length > 0;
    root.replaceChildren(...page.body.childNodes);
    if (isOpen) for (const fold of findElements(root, "details")) fold.setAttribute("open", "");
    await run(root);
  } catch {
    // no connection: the next round asks again
  }
}

const root = globalThis.document && findElement(document, "[data-deals]");
if (root && canShare()) {
  run(root);
  if ("waits" in root.dataset) setInterval(() => refresh(root), PERIOD);
}
