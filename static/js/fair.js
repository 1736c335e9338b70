// This browser's share of the shuffle: made here, kept here, promised first and shown later.
// docs/fair-dealing.md says why. Nothing of it leaves before it has been kept.
//
// A draft is kept under its promise: { promise, share, at, table?, commitment? }. Before the share
// is sent, all that the table shows is frozen with it as a receipt (receipt.js), which is written
// once. Whatever the table shows later, and whatever came of the sending: the log keeps to it.

import { sendJson } from "./board/api.js";
import { hex } from "./bytes.js";
import { createNode, dataValue, findElements, getElement } from "./page.js";
import { compareReceipt, digest, DEAL_TERMS, logFingerprint } from "./receipt.js";
import { readStoredJson } from "./storage.js";

/** @import { LogHead, ByColour, Findings, Receipt } from "./receipt.js" */

/**
 * A share and the promise of it; `table` and `commitment` if the table was there already.
 * @typedef {{ promise: string, share: string, at: number, table?: string,
 *   commitment?: string }} Draft
 */

/**
 * The deal as the page of a table shows it. `sits`: this player has a seat; `mine`: the promise
 * that they gave; `promises`: those of all seats; `computers`: colours of computer players.
 * @typedef {{ table: string, phase: string, terms: string, commitment: string, agreed: LogHead,
 *   sits: string, colour: string, mine: string, opened: string, promises: ByColour, token: string,
 *   computers?: string[] }} TablePage
 */

const PREFIX = "imhotep-share:";
const FROZEN = "imhotep-receipt:";
const CHANGED = "imhotep-changed:";
const FINGERPRINT = "imhotep-fingerprint:";
const SHARE_BYTES = 32;
const MAX_DRAFTS = 200;

/** True if this browser can give a share: not on a page that came over plain HTTP. */
function canShare() {
  return Boolean(globalThis.crypto?.subtle && canStore());
}

function canStore() {
  try {
    localStorage.setItem(`${PREFIX}test`, "1");
    localStorage.removeItem(`${PREFIX}test`);
    return true;
  } catch {
    return false;
  }
}

/** A new share and the promise of it; nothing is kept yet. @returns {Promise<Draft>} */
async function makeDraft() {
  const share = hex(crypto.getRandomValues(new Uint8Array(SHARE_BYTES)));
  return { share, promise: await digest(share), at: Date.now() };
}

/** Writes a draft, or adds to the one with that promise. @param {Draft} draft */
export function keep(draft) {
  forgetOldest();
  const key = PREFIX + draft.promise;
  localStorage.setItem(key, JSON.stringify({ ...readStoredJson(key), ...draft }));
}

/** Every draft, the newest first. @returns {Draft[]} */
function drafts() {
  if (!canStore()) return [];
  return readAll(PREFIX).filter((draft) => draft?.promise).sort((a, b) => b.at - a.at);
}

/** What is stored under keys that begin with `prefix`. @param {string} prefix */
function readAll(prefix) {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return keys.map((key) => readStoredJson(key));
}

function forgetOldest() {
  const kinds = [PREFIX, FROZEN, CHANGED, FINGERPRINT];
  for (const { promise } of drafts().slice(MAX_DRAFTS)) {
    for (const kind of kinds) localStorage.removeItem(kind + promise);
  }
}

/**
 * Write a receipt, unless the promise has one. Returns the stored receipt.
 * @param {string} promise
 * @param {Receipt} receipt
 * @returns {Receipt}
 */
function freeze(promise, receipt) {
  const key = FROZEN + promise;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(receipt));
  return readStoredJson(key);
}

/** The receipt frozen at that table, if any. @param {string} table @returns {Receipt | null} */
export function frozenReceipt(table) {
  if (!canStore()) return null;
  return readAll(FROZEN).find((receipt) => receipt?.table === table) ?? null;
}

/** The receipt as it is saved: with the fingerprint of the game, once that is over.
 * @param {Receipt} receipt @returns {Receipt} */
function completeReceipt(receipt) {
  const fingerprint = localStorage.getItem(FINGERPRINT + receipt.promises[receipt.colour]);
  return fingerprint ? { ...receipt, fingerprint } : receipt;
}

// ------------------------------------------------------------------ promising

/** Promise in every form of `root`; the share is stored first. @param {ParentNode} root */
export async function promiseIn(root) {
  for (const field of findElements(root, "input[data-promise]", HTMLInputElement)) {
    const { form } = field;
    if (field.value || !form) continue;
    if (!canShare()) {
      for (const note of findElements(root, "[data-no-share]")) note.hidden = false;
      return;
    }
    const draft = await makeDraft();
    if (field.value) continue;
    field.value = draft.promise;
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent === field.value) event.preventDefault(); // a promise goes once
      form.dataset.sent = field.value;
      const { table, commitment } = field.dataset;
      keep({ ...draft, ...(table && { table, commitment }) });
    });
  }
}

// A page that comes back from the browser's memory would promise the same share twice.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const field of findElements(document, "input[data-promise]", HTMLInputElement)) {
    field.value = "";
  }
  promiseIn(document);
});

// ------------------------------------------------------------------ opening

/** The receipt of a deal. @param {TablePage} page @param {string} share @returns {Receipt} */
function makeReceipt(page, share) {
  const { table, terms, commitment, colour, promises, agreed, computers = [] } = page;
  const { edition = "", profile = "", sites = "", modules = "" } = agreed;
  return {
    "imhotep-receipt": 1, terms: Number(terms), table, edition, profile, sites, modules, commitment,
    colour, share, promises, computers,
  };
}

/**
 * Why no share may be sent to a table that shows this; empty if it may.
 * @param {Receipt} receipt
 * @param {Draft} draft
 * @returns {"terms" | "twins" | "mine" | "computer" | "digest" | ""}
 */
function refusal(receipt, draft) {
  const promises = Object.values(receipt.promises).filter(Boolean);
  if (!DEAL_TERMS.includes(receipt.terms)) return "terms";
  if (new Set(promises).size < promises.length) return "twins";
  if (receipt.promises[receipt.colour] !== draft.promise) return "mine";
  if (receipt.computers?.some((colour) => receipt.promises[colour])) return "computer";
  const { table, commitment } = draft;
  if (table && (table !== receipt.table || commitment !== receipt.commitment)) return "digest";
  return "";
}

/** The JSON of a receipt, independent of the order of fields. @param {Receipt} receipt */
const sorted = (receipt) =>
  JSON.stringify(receipt, (_, value) =>
    value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value,
  );

/**
 * Does what this browser has to do at a table, from what the table's page shows. Says "promised",
 * "opened", "lost" (promised elsewhere: another browser has the share), "" (nothing to do), a
 * reason of `refusal`, or "changed" (the table no longer shows what the receipt froze).
 * @param {TablePage} page
 * @returns {Promise<"promised" | "opened" | "lost" | "changed" | ReturnType<typeof refusal>>}
 */
export async function takePart(page) {
  if (page.phase === "open" && page.sits && !page.mine && canShare()) {
    const { table, commitment } = page;
    const newDraft = await makeDraft();
    keep({ ...newDraft, table, commitment });
    const address = `/api/v1/tables/${table}/promise`;
    const answer = await sendJson(address, { promise: newDraft.promise }, page.token);
    return answer.ok ? "promised" : "";
  }
  if (page.phase !== "dealing" || !page.sits) return "";
  const before = frozenReceipt(page.table);
  if (before) return resend(page, before);
  if (!page.mine) return findDraft(page.table) ? "mine" : "";
  if (page.opened) return "";
  /** @type {Draft | null} */
  const draft = readStoredJson(PREFIX + page.mine);
  if (!draft) return findDraft(page.table) ? "mine" : "lost";
  const receipt = makeReceipt(page, draft.share);
  const no = refusal(receipt, draft);
  if (no) return no;
  // From here on nothing is changed: the share is known to promisers as soon as it is on its way.
  return send(page, freeze(draft.promise, receipt));
}

/** The draft that this browser promised at that table, if any. @param {string} table */
function findDraft(table) {
  return drafts().find((draft) => draft.table === table);
}

/** The share may be lost: send it again. @param {TablePage} page @param {Receipt} before */
async function resend(page, before) {
  const receipt = makeReceipt(page, before.share);
  if (!before.computers) delete receipt.computers; // a receipt from before they were written down
  if (sorted(receipt) !== sorted(before)) {
    localStorage.setItem(CHANGED + before.promises[before.colour], "yes");
    return "changed";
  }
  return page.opened ? "" : send(page, before);
}

/** @param {TablePage} page @param {Receipt} receipt */
async function send(page, receipt) {
  const address = `/api/v1/tables/${receipt.table}/share`;
  const answer = await sendJson(address, { share: receipt.share }, page.token);
  return answer.ok ? "opened" : "";
}

// ------------------------------------------------------------------ checking afterwards

/**
 * Findings on this browser's share at a finished table: null without a receipt, else as
 * `compare`.
 * @param {string} table
 * @param {string} log the address of the game's log
 * @returns {Promise<Findings | null>}
 */
async function checkReceipt(table, log) {
  const receipt = canShare() ? frozenReceipt(table) : null;
  if (!receipt) return null;
  const answer = await fetch(log, { cache: "no-store", headers: { Accept: "text/plain" } });
  if (!answer.ok) return null;
  const text = await answer.text();
  const findings = await compareReceipt(text, completeReceipt(receipt));
  const promise = receipt.promises[receipt.colour];
  const changed = localStorage.getItem(CHANGED + promise);
  if (changed) findings.problems.push(["changed", []]);
  const key = FINGERPRINT + promise; // written once
  if (findings.held && !changed && localStorage.getItem(key) === null) {
    localStorage.setItem(key, await logFingerprint(text));
  }
  return { ...findings, held: findings.held && !changed };
}

/** Show what `checkReceipt` finds, in the words of `root`. @param {HTMLElement} root */
export async function showReceipt(root) {
  const line = getElement(root, "[data-receipt-line]");
  const table = dataValue(root, "receipt");
  if (canShare() && !frozenReceipt(table)) {
    line.replaceChildren(notice("info", [dataValue(root, "none")]));
    return;
  }
  const findings = await checkReceipt(table, dataValue(root, "log"));
  if (!findings) return;
  const words = JSON.parse(dataValue(root, "receiptWords"));
  const named = (/** @type {string[]} */ colours) =>
    colours.map((colour) => words.colours[colour] ?? colour).join(", ");
  if (findings.held) {
    const { promisers, withheld } = findings;
    const but = withheld.length ? [`${words.withheld} ${named(withheld)}.`] : [];
    const deals = String(2 ** promisers.length);
    const choice = promisers.length
      ? words.choice.replace("{colours}", named(promisers)).replace("{deals}", deals)
      : words.alone;
    line.replaceChildren(notice("good", [words.held, choice, ...but, words.further]));
    return;
  }
  const sentences = findings.problems.map(([kind, colours]) => {
    const sentence = words.problems[kind] ?? kind;
    return colours.length ? `${sentence} (${named(colours)}).` : `${sentence}.`;
  });
  line.replaceChildren(notice("bad", [words.broken, ...sentences]));
  const fold = root.closest("details");
  if (fold) fold.open = true; // it has to be seen
}

/** @param {"good" | "bad" | "info"} kind @param {string[]} sentences */
function notice(kind, sentences) {
  const role = kind === "bad" ? "alert" : "status";
  const lines = sentences.map((sentence) => createNode("p", {}, sentence));
  return createNode("div", { class: `notice notice--${kind} receipt`, role }, ...lines);
}

// ------------------------------------------------------------------ saving

/** Show the buttons that save a receipt, if there is one. @param {ParentNode} root */
export function offerReceipt(root) {
  for (const button of findElements(root, "[data-save-receipt]", HTMLButtonElement)) {
    const receipt = frozenReceipt(dataValue(button, "saveReceipt"));
    button.hidden = !receipt;
    if (!receipt || button.dataset.ready) continue;
    button.dataset.ready = "yes";
    button.addEventListener("click", () => {
      const words = `${JSON.stringify(completeReceipt(receipt), null, 1)}\n`;
      const file = new Blob([words], { type: "application/json" });
      const href = URL.createObjectURL(file);
      createNode("a", { href, download: `imhotep-${receipt.table}.receipt` }).click();
      URL.revokeObjectURL(href);
    });
  }
}

promiseIn(document);
for (const root of findElements(document, "[data-receipt]")) showReceipt(root);
offerReceipt(document);
