// Which computer players a seat cannot have.

import assert from "node:assert/strict";
import { test } from "node:test";
import { taken } from "../../static/js/lobby/taken.js";

test("in a rated game each computer player sits once", () => {
  assert.deepEqual(taken(["greedy", "", "random"], 3, true), [
    ["random"],
    ["greedy", "random"],
    ["greedy"],
  ]);
});

test("seats that there are not, and games that are not rated, take nothing away", () => {
  assert.deepEqual(taken(["greedy", "greedy", "random"], 1, true), [[], [], []]);
  assert.deepEqual(taken(["greedy", "greedy", ""], 2, false), [[], [], []]);
});
