// What happened since one's own last move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsSince } from "../../static/js/table/moves.js";

const steps = [-1, 0, 1, 2, -1, 0, -1, 1].map((a, index) => ({ a, s: `step ${index + 1}` }));
const plies = (seat) => stepsSince(steps, seat).map(({ ply }) => ply);

test("it begins after the last step of one's own seat", () => {
  assert.deepEqual(plies(0), [7, 8]);
  assert.deepEqual(plies(2), [5, 6, 7, 8]);
  assert.equal(stepsSince(steps, 0)[0].step.s, "step 7");
});

test("after one's own move there is nothing", () => {
  assert.deepEqual(plies(1), []);
});

test("who has not moved yet sees everything, and a spectator nothing", () => {
  assert.deepEqual(plies(3).length, steps.length);
  assert.deepEqual(plies(-1), []);
});
