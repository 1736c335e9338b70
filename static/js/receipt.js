// Compares the deal that a log reveals with a receipt: pure, without page and storage.
// docs/fair-dealing.md says why; engine/receipt.py finds the same.

import { hex } from "./bytes.js";

/**
 * All that a table showed before this browser sent its share; written once.
 * @typedef {{ "imhotep-receipt": number, terms: number, table: string, edition: string,
 *   profile: string, sites: string, modules: string, commitment: string, colour: string,
 *   share: string, promises: { [colour: string]: string }, computers?: string[],
 *   fingerprint?: string }} Receipt `computers`: their colours, unknown in receipts from before;
 *   `fingerprint`: of the finished game, added at its end
 */

/** Settings of a game, as its log has them.
 * @typedef {{ edition?: string, profile?: string, sites?: string, modules?: string }} LogHead */

/** Values by colour. @typedef {{ [colour: string]: string }} ByColour */

/** A broken promise: its kind and colours. @typedef {[kind: string, colours: string[]]} Problem */

/**
 * `promisers`: the other seats that promised a share: each could show or withhold it.
 * @typedef {{ held: boolean, problems: Problem[], withheld: string[],
 *   promisers: string[] }} Findings
 */

const HEX = /^[0-9a-f]{64}$/;
/** The terms of dealing that these scripts can check. */
export const DEAL_TERMS = [1, 2, 3];
const COLOURS = ["black", "white", "brown", "gray"];
const AGREED = /** @type {const} */ (["edition", "profile", "sites", "modules"]);

/** @param {string} text */
const parseHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** SHA-256 of the bytes written in hexadecimal, in hexadecimal. @param {string} text */
export async function digest(text) {
  return hex(await crypto.subtle.digest("SHA-256", parseHex(text)));
}

/**
 * HMAC-SHA256 in hexadecimal.
 * @param {string} key in hexadecimal
 * @param {Uint8Array<ArrayBuffer>} message
 */
async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signingKey = await crypto.subtle.importKey(
    "raw", parseHex(key), algorithm, false, ["sign"],
  );
  return hex(await crypto.subtle.sign("HMAC", signingKey, message));
}

/** A field of the header; empty for none. @param {string} log @param {string} name */
function headerField(log, name) {
  const header = log.split("\n\n")[0].split("\n");
  const line = header.find((row) => row.startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : "";
}

/** `black=… white=…` by colour. @param {string} text @returns {ByColour} */
function parsePairs(text) {
  return Object.fromEntries(text.split(/\s+/).filter(Boolean).map((pair) => pair.split("=")));
}

/** The fingerprint of the game of a canonical log. @param {string} log */
export async function logFingerprint(log) {
  const [head, body = ""] = log.split("\n\n");
  const lines = head.split("\n");
  const seats = lines.findIndex((line) => line.startsWith("seats:"));
  const names = seatColours(log).map((colour) => ` ${colour}=`).join("");
  const text = [...lines.slice(0, seats), `seats:${names}`, "chance: observed", "", body];
  const bytes = new TextEncoder().encode(text.join("\n"));
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/** The colours of a log in turn order. @param {string} log */
function seatColours(log) {
  return [...headerField(log, "seats").matchAll(/(\w+)=/g)].map((match) => match[1]);
}

/**
 * The colours in the turn order that follows from what a log reveals.
 * @param {number} terms
 * @param {LogHead} agreed
 * @param {string} secret
 * @param {ByColour} shares
 * @param {ByColour} promises
 */
export async function drawSeats(terms, agreed, secret, shares, promises) {
  const items = COLOURS.filter((colour) => colour in shares);
  const fields = AGREED.filter((field) => agreed[field]);
  const shareLines = items.map(
    (colour) => `${terms === 1 ? "" : "share "}${colour}=${shares[colour]}`,
  );
  const promised = terms === 1 ? [] : items.map(
    (colour) => `promise ${colour}=${promises[colour]}`,
  );
  const head = fields.map((field) => `${field}: ${agreed[field]}`);
  const lines = [`imhotep-deal-${terms}`, ...head, ...promised, ...shareLines];
  const encoder = new TextEncoder();
  const key = await hmac(secret, encoder.encode(lines.map((line) => `${line}\n`).join("")));
  const words = [];
  for (let block = 0; block < 8; block += 1) {
    const place = new Uint8Array([...encoder.encode("seats"), 0, 0, 0, 0, block]);
    const digestHex = await hmac(key, place);
    words.push(...(digestHex.match(/.{8}/g) ?? []).map((word) => parseInt(word, 16)));
  }
  let index = 0;
  for (let last = items.length - 1; last > 0; last -= 1) {
    const count = last + 1;
    while (words[index] >= 2 ** 32 - (2 ** 32 % count)) index += 1;
    const chosen = words[index] % count;
    index += 1;
    [items[last], items[chosen]] = [items[chosen], items[last]];
  }
  return items;
}

/**
 * Compares a log with a frozen receipt. The kinds of problems are those of engine/receipt.py and
 * "seats" (the turn order does not follow from what the log reveals). That every outcome follows as
 * well, `python -m engine check` finds out.
 * @param {string} log
 * @param {Receipt} receipt
 * @returns {Promise<Findings>}
 */
export async function compareReceipt(log, receipt) {
  const field = (/** @type {string} */ name) => headerField(log, name);
  const colours = seatColours(log);
  const promisers = Object.keys(receipt.promises).filter(
    (colour) => receipt.promises[colour] && colour !== receipt.colour,
  );
  /** @type {Problem[]} */
  const problems = [];
  const report = (/** @type {string} */ kind, /** @type {string[]} */ named = []) => {
    problems.push([kind, named]);
  };
  const reportColours = (/** @type {string} */ kind, /** @type {string[]} */ named) => {
    if (named.length) report(kind, named);
  };
  reportColours("computer", (receipt.computers ?? []).filter((word) => receipt.promises[word]));
  if (receipt.fingerprint && (await logFingerprint(log)) !== receipt.fingerprint) report("moves");
  if (AGREED.some((name) => field(name) !== receipt[name])) report("agreed");
  if ([...colours].sort().join() !== Object.keys(receipt.promises).sort().join()) report("players");
  const secret = field("secret");
  const terms = Number(field("dealing")) || (field("promises") ? 2 : 1);
  if (secret && terms !== receipt.terms) report("terms");
  if (field("chance") !== `committed sha256:${receipt.commitment}`) report("chance");
  if (!HEX.test(secret)) {
    report("unrevealed");
    return { held: false, problems, withheld: [], promisers };
  }
  if ((await digest(secret)) !== receipt.commitment) report("secret");
  const shares = parsePairs(field("entropy"));
  const receiptPromises = Object.fromEntries(
    colours.map((colour) => [colour, receipt.promises[colour] ?? ""]),
  );
  const promised = terms === 1 ? receiptPromises : parsePairs(field("promises"));
  reportColours(
    "promise", colours.filter((colour) => promised[colour] !== receiptPromises[colour]),
  );
  reportColours(
    "twins", colours.filter((colour) => promised[colour] && isRepeated(promised, promised[colour])),
  );
  reportColours("unpromised", colours.filter((colour) => shares[colour] && !promised[colour]));
  const digests = await Promise.all(colours.map((colour) => digest(shares[colour] ?? "")));
  reportColours("share", colours.filter(
    (colour, index) => shares[colour] && promised[colour] && digests[index] !== promised[colour],
  ));
  if (shares[receipt.colour] !== receipt.share) report("own", [receipt.colour]);
  const agreed = Object.fromEntries(AGREED.map((name) => [name, field(name)]));
  const seats = await drawSeats(terms, agreed, secret, shares, promised);
  if (seats.join() !== colours.join()) report("seats");
  const withheld = colours.filter((colour) => promised[colour] && !shares[colour]);
  return { held: !problems.length, problems, withheld, promisers };
}

/** True if several seats made that promise. @param {ByColour} promised @param {string} promise */
function isRepeated(promised, promise) {
  return Object.values(promised).filter((candidate) => candidate === promise).length > 1;
}
