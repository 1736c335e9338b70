// The final scoring as scenes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BEATS, rankSeats, planScenes } from "../../static/js/replay/scenes.js";

const STEP = { l: [
  ["burial_chamber", "Burial chamber", "Ana gets 4 points and Ben gets 9 points", "b",
    [[0, 4], [1, 9]]],
  ["obelisks", "Obelisks", "Ana gets 10 points", "o", [[0, 10]]],
] };

test("site by site, the totals go up and the order changes", () => {
  const [first, second] = planScenes(STEP, [20, 18]);
  assert.deepEqual([first.source, second.source], ["burial_chamber", "obelisks"]);
  assert.deepEqual(first.totals, [10, 18]);
  assert.deepEqual(first.order, [1, 0], "Ben leads after the chamber");
  assert.deepEqual(second.totals, [20, 18]);
  assert.deepEqual(second.order, [0, 1]);
});

test("one after the other: a scene begins when the one before is over", () => {
  const [first, second] = planScenes(STEP, [20, 18]);
  assert.equal(first.start, 0);
  assert.equal(second.start, first.start + first.duration);
  const countEnd = BEATS.light + BEATS.count;
  assert.equal(first.count, BEATS.light, "stones are counted once the site is lit");
  assert.deepEqual(
    first.gains.map(({ at: gainTime }) => gainTime), [countEnd, countEnd + BEATS.each],
  );
  assert.ok(first.gains[1].at + BEATS.each < first.duration);
});

test("what is no site has no stones to count", () => {
  const step = { l: [["statues", "Statues", "Ana gets 3 points", "s", [[0, 3]]]] };
  const [scene] = planScenes(step, [3]);
  assert.equal(scene.count, 0);
  assert.equal(scene.gains[0].at, BEATS.light);
});

test("a step that ends nothing has no scenes, and equals keep the turn order", () => {
  assert.deepEqual(planScenes({ s: "" }, [1, 2]), []);
  assert.deepEqual(planScenes(undefined, []), []);
  assert.deepEqual(rankSeats([5, 7, 5]), [1, 0, 2]);
});
