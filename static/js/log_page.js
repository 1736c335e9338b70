// The page of the transparency log: this browser keeps the last checkpoint that it saw, and says
// whether the log goes on from it. A checkpoint that was contradicted stays.

import { compareCheckpoints, parseCheckpoint } from "./log_checkpoint.js";
import { createNode, dataValue, fillWords, findElement } from "./page.js";
import { readStoredJson, storeText } from "./storage.js";

/** @import { Checkpoint } from "./log_checkpoint.js" */

const STORED = "imhotep-checkpoint";

/** The text at an address below the page. @param {string} path */
async function fetchText(path) {
  const answer = await fetch(new URL(path, location.href), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** @param {HTMLElement} root */
async function compareWithStored(root) {
  if (!globalThis.crypto?.subtle) return;
  const [note, key] = await Promise.all([fetchText("checkpoint"), fetchText("key")]);
  const after = parseCheckpoint(note, key);
  if (!after) return;
  /** @type {Checkpoint | null} */
  const before = readStoredJson(STORED);
  if (!before) {
    storeText(STORED, JSON.stringify(after));
    showLine(root, "info", dataValue(root, "checkpointFirst"));
    return;
  }
  const proof = (/** @type {number} */ old, /** @type {number} */ size) =>
    fetchText(`consistency/${old}-${size}`).catch(() => "");
  const verdict = await compareCheckpoints(before, after, proof);
  const sizes = { old: before.size, size: after.size };
  if (verdict === "good") {
    storeText(STORED, JSON.stringify(after));
    showLine(root, "good", fillWords(dataValue(root, "checkpointGood"), sizes));
    return;
  }
  const words = {
    rewritten: dataValue(root, "checkpointRewritten"),
    smaller: dataValue(root, "checkpointSmaller"),
    signer: dataValue(root, "checkpointSigner"),
    unsigned: dataValue(root, "checkpointRewritten"),
  };
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(before.note)}`;
  const label = dataValue(root, "checkpointSave");
  const link = createNode("a", { href, download: "checkpoint-before" }, label);
  showLine(root, "bad", fillWords(words[verdict], sizes), createNode("p", {}, link));
}

/**
 * @param {HTMLElement} root
 * @param {"good" | "bad" | "info"} kind
 * @param {string} sentence
 * @param {Node[]} nodes
 */
function showLine(root, kind, sentence, ...nodes) {
  const role = kind === "bad" ? "alert" : "status";
  const line = createNode("p", {}, sentence);
  const notice = createNode("div", { class: `notice notice--${kind}`, role }, line, ...nodes);
  root.replaceChildren(notice);
}

const root = findElement(document, "[data-checkpoint]");
if (root) compareWithStored(root).catch(() => {}); // no connection: the next visit compares
