// The share of a browser in a deal for many tables: kept, promised, shown, compared.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { digest } from "../../static/js/receipt.js";
import { sharedShare, takePart } from "../../static/js/events/deal.js";

const SECRET = "ab".repeat(32);
const OTHER = await digest("01".repeat(32));
let stored;
let sent;

beforeEach(() => {
  stored = new Map();
  sent = [];
  globalThis.localStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => stored.set(key, text),
    removeItem: (key) => stored.delete(key),
  };
});

const send = async (fields) => {
  sent.push(fields);
  return true;
};

const page = async (changes = {}) => ({
  key: "imhotep-deal:7.1", state: "promised", commitment: await digest(SECRET), promised: "",
  opened: false, sits: true, secret: "", share: "", shares: { [OTHER]: "" }, ...changes,
});

/** A browser that has promised; the promise. */
async function promised() {
  assert.equal(await takePart(await page(), send), "promised");
  const { promise } = sent.pop();
  return { promise, shares: { [OTHER]: "", [promise]: "" } };
}

test("a share is kept before it is promised, and promised once", async () => {
  const { promise } = await promised();
  assert.equal(await digest(JSON.parse(stored.get("imhotep-deal:7.1")).share), promise);
  assert.equal(await takePart(await page({ promised: promise }), send), "promised");
  assert.deepEqual(sent, []);
});

test("a reader who is no entrant promises nothing", async () => {
  assert.equal(await takePart(await page({ sits: false }), send), "");
  assert.deepEqual([sent, stored.size], [[], 0]);
});

test("the promises are written down before the share is sent", async () => {
  const { promise, shares } = await promised();
  const asking = await page({ state: "shares", promised: promise, shares });
  assert.equal(await takePart(asking, send), "opened");
  const receipt = JSON.parse(stored.get("imhotep-deal:7.1"));
  assert.deepEqual(receipt.promises, Object.keys(shares).sort());
  assert.deepEqual(sent, [{ share: receipt.share }]);
});

test("nothing is sent to a page that shows another digest, or not the own promise", async () => {
  const { promise, shares } = await promised();
  const commitment = await digest("00");
  for (const changes of [{ commitment }, { shares: { [OTHER]: "" } }]) {
    const changed = await page({ state: "shares", promised: promise, shares, ...changes });
    assert.equal(await takePart(changed, send), "changed");
  }
  const strangers = await page({ state: "shares", promised: OTHER, shares });
  assert.equal(await takePart(strangers, send), "lost");
  assert.deepEqual(sent, []);
});

test("a bound deal is held, and proved by its secret", async () => {
  const { promise, shares } = await promised();
  await takePart(await page({ state: "shares", promised: promise, shares }), send);
  const shareByPromise = { ...shares, [promise]: sent[0].share };
  const bound = {
    state: "bound", promised: promise, opened: true, shares: shareByPromise,
    share: await sharedShare(shareByPromise),
  };
  assert.equal(await takePart(await page(bound), send), "held");
  const proved = { ...bound, state: "shown", secret: SECRET };
  assert.equal(await takePart(await page(proved), send), "proved");
  const lies = [
    { secret: "cd".repeat(32) }, { share: "0".repeat(64) },
    { shares: { ...shareByPromise, [await digest("02")]: "" } }, { commitment: await digest("03") },
  ];
  for (const lie of lies) {
    assert.equal(await takePart(await page({ ...proved, ...lie }), send), "changed");
  }
  const without = { ...bound, shares, share: await sharedShare(shares) };
  assert.equal(await takePart(await page(without), send), "late");
});

test("the share of all entrants is that of the engine", async () => {
  const empty = "fad047c47e2cf4f94c03f85bf073ee6308ea7cc6873471ddec005900ba916537";
  assert.equal(await sharedShare({}), empty);
});
