// Checkpoints of the transparency log, as a visitor's browser compares them: whether the newer tree
// goes on from the older one (RFC 9162, 2.1.4.2). Pure, without page and storage; audit/merkle.py
// finds the same.

import { decodeBase64, hex } from "./bytes.js";

/** A signed checkpoint. @typedef {{ origin: string, size: number, root: string, note: string,
 *   key: string }} Checkpoint */

/** @typedef {"good" | "rewritten" | "smaller" | "signer" | "unsigned"} Verdict */

const HASH_BYTES = 32;
const KEY_ID_BYTES = 4;
const ED25519 = 1;

/**
 * A checkpoint from its note; null for what is none.
 * @param {string} note
 * @param {string} key the vkey
 * @returns {Checkpoint | null}
 */
export function parseCheckpoint(note, key) {
  const [origin = "", size = "", root = ""] = note.split("\n");
  if (!origin || !/^(0|[1-9]\d{0,14})$/.test(size) || !/^[\w+/]{43}=$/.test(root)) return null;
  return { origin, size: Number(size), root, note, key: key.trim() };
}

/**
 * True if the key signed the note; null where this browser cannot check Ed25519.
 * @param {Checkpoint} point
 * @returns {Promise<boolean | null>}
 */
export async function isSigned(point) {
  const [name, , packed] = splitKey(point.key);
  const [text, lines = ""] = point.note.split("\n\n");
  if (name !== point.origin) return false;
  try {
    const raw = decodeBase64(packed);
    if (raw[0] !== ED25519) return false;
    const key = await crypto.subtle.importKey("raw", raw.slice(1), "Ed25519", false, ["verify"]);
    const message = new TextEncoder().encode(`${text}\n`);
    for (const line of lines.split("\n")) {
      const [, signer, blob = ""] = line.split(" ");
      if (signer !== name) continue;
      const signature = decodeBase64(blob).slice(KEY_ID_BYTES);
      if (await crypto.subtle.verify("Ed25519", key, signature, message)) return true;
    }
    return false;
  } catch {
    return null;
  }
}

/** Name, digits and packed key of a vkey; that may have `+`. @param {string} key */
function splitKey(key) {
  const [name, digits, ...packed] = key.split("+");
  return [name, digits, packed.join("+")];
}

/**
 * Compares the checkpoint that a browser kept with a newer one.
 * @param {Checkpoint} before
 * @param {Checkpoint} after
 * @param {(before: number, after: number) => Promise<string>} fetchProof its hashes, one a line
 * @returns {Promise<Verdict>}
 */
export async function compareCheckpoints(before, after, fetchProof) {
  if (before.origin !== after.origin || before.key !== after.key) return "signer";
  if ((await isSigned(after)) === false) return "unsigned";
  if (after.size < before.size) return "smaller";
  if (after.size === before.size) return after.root === before.root ? "good" : "rewritten";
  const proof = before.size ? await fetchProof(before.size, after.size) : "";
  return (await isConsistent(before, after, proof)) ? "good" : "rewritten";
}

/**
 * @param {Checkpoint} before
 * @param {Checkpoint} after of a larger tree
 * @param {string} text
 */
async function isConsistent(before, after, text) {
  if (before.size === 0) return true;
  let proof;
  try {
    proof = text.split("\n").filter(Boolean).map(decodeBase64);
  } catch {
    return false;
  }
  if (!proof.length || proof.some((node) => node.length !== HASH_BYTES)) return false;
  const roots = [before, after].map((point) => decodeBase64(point.root));
  if (isPowerOfTwo(before.size)) proof.unshift(roots[0]);
  let first = before.size - 1;
  let last = after.size - 1;
  while (first % 2 === 1) [first, last] = [half(first), half(last)];
  let [oldRoot, newRoot] = [proof[0], proof[0]];
  for (const sibling of proof.slice(1)) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      oldRoot = await nodeHash(sibling, oldRoot);
      newRoot = await nodeHash(sibling, newRoot);
      while (first && first % 2 === 0) [first, last] = [half(first), half(last)];
    } else {
      newRoot = await nodeHash(newRoot, sibling);
    }
    [first, last] = [half(first), half(last)];
  }
  return last === 0 && hex(oldRoot) === hex(roots[0]) && hex(newRoot) === hex(roots[1]);
}

/** @param {number} number */
const half = (number) => Math.floor(number / 2);

/** @param {number} number */
const isPowerOfTwo = (number) => Number.isInteger(Math.log2(number));

/** @param {Uint8Array} left @param {Uint8Array} right */
async function nodeHash(left, right) {
  const message = new Uint8Array([1, ...left, ...right]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", message));
}
