import assert from "node:assert/strict";
import test from "node:test";

import { Frames } from "../../static/js/board/frames.js";
import { groupLines, stepped, withWorth } from "../../static/js/board/spoken.js";

const payload = {
  seat: "all",
  names: ["Ana"],
  sources: [],
  opening: {},
  first: { c: [[0]], w: [[]], e: [0], q: [3] },
  heard: { "harbour.0": "Round 1", "harbour.1": "Ship", "harbour.1.0": "empty" },
  steps: [
    { a: 0, r: 1, t: 1, s: "", d: {}, h: { "harbour.1.0": "white", "seat0.0": "none" } },
    { a: 0, r: 1, t: 2, s: "", d: {} },
    { a: 0, r: 1, t: 3, s: "", d: {}, h: { "harbour.1": "Gone", "harbour.1.0": null } },
  ],
};

test("the lists of a step are those before it and all that changed since", () => {
  const record = new Frames(payload);
  assert.deepEqual(groupLines(record.heard(0)).get("harbour"), [
    { words: "Round 1", cells: [] },
    { words: "Ship", cells: ["empty"] },
  ]);
  assert.deepEqual(
    groupLines(record.heard(2)).get("harbour")[1], { words: "Ship", cells: ["white"] },
  );
  assert.deepEqual(groupLines(record.heard(3)).get("harbour")[1], { words: "Gone", cells: [] });
  assert.deepEqual(groupLines(record.heard(1)).get("seat0"), [{ words: "none", cells: [] }]);
  assert.equal(groupLines(record.heard(0)).has("seat0"), false);
});

test("arrows walk lines and cells, and stop at the ends", () => {
  assert.deepEqual(stepped("ArrowDown", [0, -1], 3), [1, -1]);
  assert.deepEqual(stepped("ArrowDown", [2, 1], 3), [2, 1]);
  assert.deepEqual(stepped("ArrowUp", [0, 1], 3), [0, 1]);
  assert.deepEqual(stepped("ArrowRight", [1, -1], 3), [1, 0]);
  assert.deepEqual(stepped("ArrowLeft", [1, 0], 3), [1, -1]);
  assert.deepEqual(stepped("ArrowLeft", [1, -1], 3), [1, -1]);
  assert.deepEqual(stepped("End", [0, 2], 3), [2, -1]);
  assert.deepEqual(stepped("Home", [2, 2], 3), [0, -1]);
  assert.equal(stepped("x", [0, 0], 3), null);
});

test("after a list it is read what the stones of that site are worth", () => {
  const list = { dataset: { spoken: "temple" } };
  const worth = { "site-temple": "Now: Ana, 5 stones: 15 points." };
  assert.equal(withWorth(list, "5 stones.", worth), `5 stones. ${worth["site-temple"]}`);
  assert.equal(withWorth({ dataset: { spoken: "seat0" } }, "None.", worth), "None.");
});
