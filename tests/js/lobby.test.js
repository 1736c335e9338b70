// Levels of computer players that other seats already use.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unavailableLevels } from "../../static/js/lobby/new.js";

test("in a rated game each computer player sits once", () => {
  assert.deepEqual(unavailableLevels(["greedy", "", "random"], 3, true), [
    ["random"],
    ["greedy", "random"],
    ["greedy"],
  ]);
});

test("seats that there are not, and games that are not rated, take nothing away", () => {
  assert.deepEqual(unavailableLevels(["greedy", "greedy", "random"], 1, true), [[], [], []]);
  assert.deepEqual(unavailableLevels(["greedy", "greedy", ""], 2, false), [[], [], []]);
});
