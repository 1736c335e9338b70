// What is seen to move, and when there is time for it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Motion, pause, wayOf } from "../../static/js/replay/motion.js";

let calm;

beforeEach(() => {
  calm = false;
  globalThis.matchMedia = () => ({ matches: calm });
});

const STONE = [4, "sb", 10, 10];

test("a piece that lies elsewhere afterwards travels", () => {
  assert.equal(wayOf("stone", STONE, [4, "sb", 11, 10]), "travels");
  assert.equal(wayOf("stone", STONE, [4, "sb", 10, 11]), "travels");
  assert.equal(wayOf("stone", STONE, [68, "sb", 10, 10]), "travels");
});

test("what only changes its layer or its face stays where it is", () => {
  assert.equal(wayOf("stone", STONE, [5, "sb", 10, 10]), "");
  assert.equal(wayOf("card", [4, "back", 1, 1], [4, "chisel", 1, 1]), "");
});

test("what was not there before, rings and marks appear", () => {
  assert.equal(wayOf("stone", undefined, STONE), "appears");
  assert.equal(wayOf("ring", [4, "Rs", 1, 1], [4, "Rs", 9, 9]), "appears");
  for (const mark of ["A150", "sun"]) {
    assert.equal(wayOf("mark", [4, mark, 1, 1], [68, mark, 1, 1]), "appears");
  }
  assert.equal(wayOf("again", [4, "As", 1, 1], [68, "As", 1, 1]), "travels");
});

test("what goes, words, and what belongs to a pile do not move", () => {
  assert.equal(wayOf("stone", STONE, null), "");
  assert.equal(wayOf("sign", undefined, [4, ".n", 1, 1, "7"]), "");
  assert.equal(wayOf("pile.of3", undefined, STONE), "");
});

test("many stones leave closer together, so that the last arrives in time", () => {
  assert.equal(pause(1), 28);
  assert.equal(pause(2), 28);
  assert.equal(pause(8), 10);
  assert.ok(7 * pause(8) + 170 <= 240);
});

test("there is no motion for steps that come faster than it lasts", () => {
  const motion = new Motion();
  assert.equal(motion.wanted(1000), true);
  assert.equal(motion.wanted(1100), false);
  assert.equal(motion.wanted(1292), false, "192 ms are not more than 192 ms");
  assert.equal(motion.wanted(1485), true);
});

test("nor for readers who want none, though the table is as quiet", () => {
  calm = true;
  const motion = new Motion();
  assert.equal(motion.wanted(1000), false);
  assert.equal(motion.quiet, true);
});

test("a motion that is overtaken ends", () => {
  const motion = new Motion();
  let cancelled = 0;
  motion.running = [{ cancel: () => { cancelled += 1; } }];
  motion.raised = [{ classList: { remove: (name) => assert.equal(name, "is-target") } }];
  motion.wanted(1000);
  assert.deepEqual([cancelled, motion.running, motion.raised], [1, [], []]);
});
