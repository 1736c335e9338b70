// When there is time for a motion, and how one ends.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Motion } from "../../static/js/board/motion.js";

let calm;

beforeEach(() => {
  calm = false;
  globalThis.matchMedia = () => ({ matches: calm });
});

test("there is no motion for steps that come faster than they are seen", () => {
  const motion = new Motion();
  assert.equal(motion.startStep(true, 1000), true);
  assert.equal(motion.startStep(true, 1100), false);
  assert.equal(motion.startStep(true, 1300), false, "200 ms are not more than 200 ms");
  assert.equal(motion.startStep(true, 1501), true);
  assert.equal(motion.startStep(false, 1801), false, "far away");
  assert.equal(motion.startStep(true, 1802), true, "a jump is no fast step");
});

test("a motion that is overtaken ends, and says so once", () => {
  const motion = new Motion();
  const calls = [];
  let cancelled = 0;
  let removed = 0;
  motion.timers = [1];
  motion.running = [{ cancel: () => { cancelled += 1; } }];
  motion.extras = [{ remove: () => { removed += 1; } }];
  motion.raised = [{ classList: { remove: (name) => assert.equal(name, "is-target") } }];
  motion.heard = { settled: () => calls.push("settled"), ended: () => calls.push("ended") };
  assert.equal(motion.isRunning, true);
  motion.startStep(true, 1000);
  motion.end();
  assert.deepEqual([cancelled, removed, motion.running, motion.raised], [1, 1, [], []]);
  assert.deepEqual(calls, ["settled", "ended"]);
  assert.equal(motion.isRunning, false);
});

test("who wants no motion hears at once that all is there", () => {
  calm = true;
  const motion = new Motion();
  const calls = [];
  motion.layer.arrows = (_stage, arrows) => calls.push(arrows.length);
  motion.before({ table: new Map([["k1", [4, "sk", 1, 1]]]) },
    new Map([["k1", [68, "sk", 9, 9]]]), { m: {} });
  motion.after({}, {}, { settled: () => calls.push("settled"), ended: () => calls.push("ended") });
  assert.deepEqual(calls, [1, "settled", "ended"]);
});
