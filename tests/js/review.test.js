// From turning point to turning point.

import assert from "node:assert/strict";
import test from "node:test";

import { nextTurningPoint } from "../../static/js/reviews/replay.js";

test("the next turning point, and the one before", () => {
  const points = [4, 9, 30];
  assert.equal(nextTurningPoint(points, 0, 1), 4);
  assert.equal(nextTurningPoint(points, 4, 1), 9);
  assert.equal(nextTurningPoint(points, 9, -1), 4);
  assert.equal(nextTurningPoint(points, 100, -1), 30);
});

test("round the ends", () => {
  assert.equal(nextTurningPoint([4, 9], 9, 1), 4);
  assert.equal(nextTurningPoint([4, 9], 4, -1), 9);
});

test("without any there is nowhere to go", () => {
  assert.equal(nextTurningPoint([], 3, 1), undefined);
});
