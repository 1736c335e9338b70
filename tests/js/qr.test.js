// QR codes as paths: their size, and texts that do not fit. Modules: test_qr.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codePath } from "../../static/js/recorder/qr.js";

test("letters beyond ASCII are bytes of UTF-8", async () => {
  assert.equal((await codePath("é".repeat(8), "L")).side, 21 + 8);
  assert.equal((await codePath("é".repeat(9), "L")).side, 25 + 8);
});

test("a text that a phone could not read is no code", async () => {
  assert.equal((await codePath("x".repeat(1732), "L")).side, 137 + 8, "version 30");
  assert.equal(await codePath("x".repeat(1733), "L"), null, "version 31");
  assert.equal(await codePath("x".repeat(2954), "L"), null, "no version");
});
