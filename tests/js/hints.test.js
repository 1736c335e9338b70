// Which symbol is meant, and where the window with its sentence goes.

import assert from "node:assert/strict";
import { test } from "node:test";

const { findCardHint, placed, symbolName } = await import("../../static/js/board/hints.js");

test("the symbol in an address, with and without what stands before its id", () => {
  assert.equal(symbolName("#i-c5"), "c5");
  assert.equal(symbolName("#still-i-c12"), "c12");
  assert.equal(symbolName("#i-niche-open"), "niche-open");
  assert.equal(symbolName("#other"), "");
  assert.equal(symbolName(""), "");
});

const view = { width: 400, height: 800 };
const size = { width: 200, height: 100 };

test("below the thing, in its middle", () => {
  const box = { left: 100, right: 140, top: 50, bottom: 90 };
  assert.deepEqual(placed(box, size, view), { left: 20, top: 98 });
});

test("never over the edge at a side", () => {
  const first = { left: 0, right: 10, top: 50, bottom: 90 };
  assert.deepEqual(placed(first, size, view), { left: 8, top: 98 });
  const last = { left: 390, right: 400, top: 50, bottom: 90 };
  assert.deepEqual(placed(last, size, view), { left: 192, top: 98 });
});

test("above where there is no room below, and on the screen in any case", () => {
  const low = { left: 100, right: 140, top: 700, bottom: 760 };
  assert.equal(placed(low, size, view).top, 592);
  const tall = { left: 100, right: 140, top: 20, bottom: 790 };
  assert.equal(placed(tall, size, view).top, 8);
});

test("a cell of a list ends with the name of its card", () => {
  const hints = [
    { key: "site-temple", title: "Temple" },
    { key: "card-sail", title: "Sail" },
    { key: "card-private_stone_quarry", title: "Private quarry" },
  ];
  assert.equal(findCardHint("space 2: sail", hints)?.key, "card-sail");
  assert.equal(findCardHint("2 × private quarry", hints)?.key, "card-private_stone_quarry");
  assert.equal(findCardHint("Ship may assail", hints), undefined);
  assert.equal(findCardHint("at the temple", hints), undefined);
});
