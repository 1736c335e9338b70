// Checkpoints as a visitor's browser compares them: against trees and proofs of a test's own.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { compareCheckpoints, isSigned, parseCheckpoint } from "../../static/js/log_checkpoint.js";

const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const leaves = Array.from({ length: 40 }, (_, number) => sha(Buffer.from([0, number])));
const middle = (count) => 2 ** Math.ceil(Math.log2(count) - 1);
const treeRoot = (hashes) => {
  if (hashes.length < 2) return hashes[0];
  const half = middle(hashes.length);
  return sha(Buffer.from([1]), treeRoot(hashes.slice(0, half)), treeRoot(hashes.slice(half)));
};
const prove = (old, hashes, complete = true) => { // RFC 6962, 2.1.2, word for word
  if (old === hashes.length) return complete ? [] : [treeRoot(hashes)];
  const half = middle(hashes.length);
  return old <= half
    ? [...prove(old, hashes.slice(0, half), complete), treeRoot(hashes.slice(half))]
    : [...prove(old - half, hashes.slice(half), false), treeRoot(hashes.slice(0, half))];
};

const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
const raw = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey));
const KEY = `example.org/log+00000000+${Buffer.concat([Buffer.from([1]), raw]).toString("base64")}`;
const sign = async (size, root, origin = "example.org/log", key = KEY) => {
  const text = `${origin}\n${size}\n${root.toString("base64")}\n`;
  const signature = Buffer.from(
    await crypto.subtle.sign("Ed25519", pair.privateKey, Buffer.from(text)),
  );
  const blob = Buffer.concat([Buffer.alloc(4), signature]).toString("base64");
  return parseCheckpoint(`${text}\n\u2014 ${origin} ${blob}\n`, key);
};
const point = (size) => sign(size, treeRoot(leaves.slice(0, size)));
const encode = (nodes) => nodes.map((node) => `${node.toString("base64")}\n`).join("");
const honest = async (old, size) => encode(prove(old, leaves.slice(0, size)));

test("every larger tree goes on from every smaller one", async () => {
  for (let size = 1; size <= leaves.length; size += 1) {
    for (let old = 1; old <= size; old += 1) {
      const verdict = await compareCheckpoints(await point(old), await point(size), honest);
      assert.equal(verdict, "good", `${old} ${size}`);
    }
  }
});

test("a tree in which an old leaf was changed is found, whatever the proof", async () => {
  const changed = [sha(Buffer.from("other")), ...leaves.slice(1)];
  for (const [old, size] of [[1, 2], [5, 9], [8, 16], [16, 40], [40, 40]]) {
    const after = await sign(size, treeRoot(changed.slice(0, size)));
    for (const tree of [leaves, changed]) {
      const proof = async () => encode(prove(old, tree.slice(0, size)));
      assert.equal(await compareCheckpoints(await point(old), after, proof), "rewritten");
    }
  }
});

test("a proof that is none, or does not come, is a difference", async () => {
  const nodes = prove(5, leaves.slice(0, 9));
  const lies = ["", "!", "AAAA\n", encode(nodes.slice(1)), encode([...nodes, nodes[0]])];
  for (const text of lies) {
    const verdict = await compareCheckpoints(await point(5), await point(9), async () => text);
    assert.equal(verdict, "rewritten", text);
  }
});

test("a smaller tree, another name, another key and a wrong signature are found", async () => {
  const before = await point(9);
  assert.equal(await compareCheckpoints(before, await point(5), honest), "smaller");
  const moved = await sign(9, treeRoot(leaves.slice(0, 9)), "example.org/log-2");
  assert.equal(await compareCheckpoints(before, moved, honest), "signer");
  const other = await sign(9, treeRoot(leaves.slice(0, 9)), "example.org/log", `${KEY}x`);
  assert.equal(await compareCheckpoints(before, other, honest), "signer");
  const after = await point(12);
  after.note = after.note.replace("\n12\n", "\n13\n");
  assert.equal(await compareCheckpoints(before, after, honest), "unsigned");
});

test("signatures of witnesses are passed over", async () => {
  const after = await point(9);
  after.note += "\u2014 witness.example AAAA\n";
  assert.equal(await isSigned(after), true);
  after.note = after.note.replace(/\u2014 example.*\n/, "");
  assert.equal(await isSigned(after), false);
});

test("a text that is no checkpoint is none", () => {
  for (const note of ["", "a\nb\nc\n", "a\n01\nAAAA\n", `a\n1\n${"A".repeat(44)}\n`]) {
    assert.equal(parseCheckpoint(note, KEY), null);
  }
});
