// The value under the pointer in the history of a rating.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextIndex, nearestSpot } from "../../static/js/ratings/line.js";

const SPOTS = [52, 60, 100, 700].map((x) => [x, 0, ""]);

test("the nearest point is found, beyond both ends too", () => {
  const nearest = [-9, 55, 57, 79, 81, 399, 401, 9999].map((x) => nearestSpot(SPOTS, x));
  assert.deepEqual(nearest, [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.equal(nearestSpot(SPOTS.slice(0, 1), 300), 0);
});

test("arrows go from game to game and stay within the line", () => {
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "Home", "End", "Tab"].map((key) => nextIndex(key, 1, 4)),
    [0, 2, 0, 3, null],
  );
  assert.equal(nextIndex("ArrowLeft", 0, 4), 0);
  assert.equal(nextIndex("ArrowRight", 3, 4), 3);
});
