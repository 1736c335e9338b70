// Numbers in cells, and the steps of the graph.

import assert from "node:assert/strict";
import { test } from "node:test";
import { between } from "../../static/js/board/plates.js";
import { signed, graphStep, sum, write } from "../../static/js/board/numbers.js";

test("points are summed", () => {
  assert.equal(sum([3, -1, 5]), 7);
  assert.equal(sum([]), 0);
});

test("points have their sign, and none are none", () => {
  assert.deepEqual([4, -2, 0].map(signed), ["+4", "-2", ""]);
});

test("a cell gets a proper minus, and is left alone if it says the same", () => {
  const calls = [];
  const cell = {
    get textContent() { return calls.at(-1) ?? ""; },
    set textContent(words) { calls.push(words); },
  };
  write(cell, -3);
  write(cell, "-3");
  write(cell, 0);
  write(null, 1);
  assert.deepEqual(calls, ["−3", "0"]);
});

test("a click beside the graph is a click on its edge", () => {
  assert.deepEqual(
    [-0.2, 0, 0.5, 1, 1.3].map((part) => graphStep(part, 40, 40)), [0, 0, 20, 40, 40],
  );
  assert.equal(graphStep(0.9, 50, 40), 40, "the graph may be wider than the game is long");
});

test("a number goes on to another one by one, up or down", () => {
  assert.deepEqual(between(2, 5), [3, 4, 5]);
  assert.deepEqual(between(3, 1), [2, 1]);
  assert.deepEqual(between(4, 4), []);
});
