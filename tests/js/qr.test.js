// QR codes: the same modules as another program makes of the same text under the same mask.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { drawn, qr } from "../../static/js/recorder/qr.js";

const TEXT = "/record/#abcdefghijklmnopqrstuvwxyz-_0123456789".repeat(100);
const textRows = (modules) => modules.map((row) => row.map(Number).join("")).join("\n");
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Level, length of the text, version, and the digest of what segno 1.6 draws. */
const CODES = [
  ["L", 5, 1, "89cd9556f306aeec"],
  ["M", 14, 1, "c8b5d67acc1d951b"],
  ["M", 60, 4, "621d0d77d81b6715"],
  ["L", 150, 7, "ee229a57fef6b613"],
  ["M", 300, 13, "d178995c75c35808"],
  ["L", 900, 21, "4353f46a1d4cea42"],
  ["M", 1600, 33, "bb6e517decd0ba24"],
  ["L", 2953, 40, "6b8bb4f26bee0398"],
];

test("small and large codes have the modules that they should have", () => {
  for (const [level, length, version, expected] of CODES) {
    const modules = qr(TEXT.slice(0, length), level);
    assert.equal(modules.length, 17 + 4 * version);
    assert.equal(digest(textRows(modules)), expected, `${level} ${length}`);
  }
});

test("letters beyond ASCII are bytes of UTF-8", () => {
  assert.equal(qr("é".repeat(8), "L").length, 21);
  assert.equal(qr("é".repeat(9), "L").length, 25);
});

test("what does not fit is no code", () => {
  assert.equal(qr("x".repeat(2954), "L"), null);
  assert.equal(qr("x".repeat(200), "M", 5), null);
  assert.notEqual(qr("x".repeat(84), "M", 5), null);
});

test("the path draws each dark module once, within a quiet zone", () => {
  const modules = qr("hello");
  const { d, side } = drawn(modules);
  assert.equal(side, modules.length + 8);
  const runs = [...d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map((run) => run.slice(1).map(Number));
  const dark = modules.flat().filter(Boolean).length;
  assert.equal(runs.reduce((sum, [, , wide]) => sum + wide, 0), dark);
  assert.ok(runs.every(([x, y, wide]) => modules[y - 4][x - 4] && modules[y - 4][x - 5 + wide]));
});
