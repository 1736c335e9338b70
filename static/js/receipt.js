// What a log reveals of its deal, held against a receipt: pure, without the page and what it keeps.
// docs/fair-dealing.md says why; engine/receipt.py finds the same.

/**
 * All that a table showed before this browser sent its share; written once.
 * @typedef {{ "imhotep-receipt": number, terms: number, table: string, edition: string,
 *   profile: string, sites: string, modules: string, commitment: string, colour: string,
 *   share: string, promises: { [colour: string]: string } }} Receipt
 */

/** What was agreed, as a log has it.
 * @typedef {{ edition?: string, profile?: string, sites?: string, modules?: string }} Agreed */

/** By colour. @typedef {{ [colour: string]: string }} ByColour */

/** What does not hold, for which colours. @typedef {[kind: string, colours: string[]]} Problem */

/** @typedef {{ held: boolean, problems: Problem[], withheld: string[] }} Findings */

const HEX = /^[0-9a-f]{64}$/;
const COLOURS = ["black", "white", "brown", "gray"];
const AGREED = /** @type {const} */ (["edition", "profile", "sites", "modules"]);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * SHA-256 of the bytes written in hexadecimal, in hexadecimal.
 * @param {string} text
 */
export async function digest(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))));
}

/**
 * HMAC-SHA256 of a message under a key in hexadecimal, in hexadecimal.
 * @param {string} key
 * @param {Uint8Array<ArrayBuffer>} message
 */
async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", bytesOf(key), algorithm, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", made, message)));
}

/**
 * A field of the header of a log; empty if it has none.
 * @param {string} log
 * @param {string} name
 */
function fieldOf(log, name) {
  const header = log.split("\n\n")[0].split("\n");
  const line = header.find((one) => one.startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : "";
}

/**
 * `black=… white=…` by colour.
 * @param {string} text
 * @returns {ByColour}
 */
function pairs(text) {
  return Object.fromEntries(text.split(/\s+/).filter(Boolean).map((one) => one.split("=")));
}

/**
 * The colours in the turn order that follows from what a log reveals.
 * @param {number} terms
 * @param {Agreed} agreed
 * @param {string} secret
 * @param {ByColour} shares
 * @param {ByColour} promises
 */
export async function drawnSeats(terms, agreed, secret, shares, promises) {
  const items = COLOURS.filter((colour) => colour in shares);
  const fields = AGREED.filter((one) => agreed[one]);
  const shown = items.map((one) => `${terms === 1 ? "" : "share "}${one}=${shares[one]}`);
  const promised = terms === 1 ? [] : items.map((one) => `promise ${one}=${promises[one]}`);
  const head = fields.map((one) => `${one}: ${agreed[one]}`);
  const lines = [`imhotep-deal-${terms}`, ...head, ...promised, ...shown];
  const encoder = new TextEncoder();
  const key = await hmac(secret, encoder.encode(lines.map((line) => `${line}\n`).join("")));
  /** @type {number[]} */
  const words = [];
  for (let block = 0; block < 8; block += 1) {
    const place = new Uint8Array([...encoder.encode("seats"), 0, 0, 0, 0, block]);
    const made = await hmac(key, place);
    words.push(...(made.match(/.{8}/g) ?? []).map((one) => parseInt(one, 16)));
  }
  let at = 0;
  for (let last = items.length - 1; last > 0; last -= 1) {
    const count = last + 1;
    while (words[at] >= 2 ** 32 - (2 ** 32 % count)) at += 1;
    const chosen = words[at] % count;
    at += 1;
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
export async function compare(log, receipt) {
  const field = (/** @type {string} */ name) => fieldOf(log, name);
  const colours = [...field("seats").matchAll(/(\w+)=/g)].map((one) => one[1]);
  /** @type {Problem[]} */
  const problems = [];
  const found = (/** @type {string} */ kind, /** @type {string[]} */ named = []) => {
    problems.push([kind, named]);
  };
  const some = (/** @type {string} */ kind, /** @type {string[]} */ named) => {
    if (named.length) found(kind, named);
  };
  if (AGREED.some((one) => field(one) !== receipt[one])) found("agreed");
  if ([...colours].sort().join() !== Object.keys(receipt.promises).sort().join()) found("players");
  const secret = field("secret");
  const terms = field("promises") ? 2 : 1;
  if (secret && terms !== receipt.terms) found("terms");
  if (field("chance") !== `committed sha256:${receipt.commitment}`) found("chance");
  if (!HEX.test(secret)) {
    found("unrevealed");
    return { held: false, problems, withheld: [] };
  }
  if ((await digest(secret)) !== receipt.commitment) found("secret");
  const shares = pairs(field("entropy"));
  const shown = Object.fromEntries(colours.map((one) => [one, receipt.promises[one] ?? ""]));
  const promised = terms === 2 ? pairs(field("promises")) : shown;
  some("promise", colours.filter((one) => promised[one] !== shown[one]));
  some("twins", colours.filter((one) => promised[one] && twice(promised, promised[one])));
  some("unpromised", colours.filter((one) => shares[one] && !promised[one]));
  const digests = await Promise.all(colours.map((one) => digest(shares[one] ?? "")));
  some("share", colours.filter(
    (one, at) => shares[one] && promised[one] && digests[at] !== promised[one],
  ));
  if (shares[receipt.colour] !== receipt.share) found("own", [receipt.colour]);
  const agreed = Object.fromEntries(AGREED.map((one) => [one, field(one)]));
  const drawn = await drawnSeats(terms, agreed, secret, shares, promised);
  if (drawn.join() !== colours.join()) found("seats");
  const withheld = colours.filter((one) => promised[one] && !shares[one]);
  return { held: !problems.length, problems, withheld };
}

/**
 * Whether several made that promise.
 * @param {ByColour} promised
 * @param {string} promise
 */
function twice(promised, promise) {
  return Object.values(promised).filter((one) => one === promise).length > 1;
}
