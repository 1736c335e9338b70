// When what of a step is seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listArrows, planStep, scaled, TIMES, changeKind } from "../../static/js/board/plan.js";
import { planCues } from "../../static/js/board/sounds.js";

const STONE = [4, "sb", 10, 10];
const phasesOfKind = (plan, kind) => plan.phases.filter((phase) => phase.kind === kind);

// a ship with three stones at a berth of block 6; the site is block 2
const SHIP = [392, "S3", 34, 162];
const before = () => new Map([
  ["ship2", SHIP],
  ["bow2", [394, "B3", 34, 162]],
  ["k1", [393, "uk", 152, 149]],
  ["w1", [393, "uw", 116, 149]],
  ["k2", [393, "uk", 80, 149]],
  ["0.points", [575, ".total", 212, 31, "5"]],
  ["0.active", [512, "A150", 0, 0]],
]);
const COURSE = [[34, 162], [76, 127], [140, 84], [470, 52]];
const MOVED = { s: ["2", 386, "k1 w1 k2", COURSE], g: [[0, 3, 0, "k1"], [0, 1, 0, "k2"]] };
const changes = () => new Map([
  ["ship2", [386, "S3", 470, 52]],
  ["bow2", [388, "B3", 470, 52]],
  ["k1", [130, "sk", 20, 240]],
  ["w1", [130, "sw", 50, 240]],
  ["k2", [130, "sk", 80, 240]],
  ["0.points", [575, ".total", 212, 31, "9"]],
  ["0.active", null],
  ["1.active", [576, "A150", 0, 0]],
  ["ring0", [129, "Rs", 20, 240]],
]);

test("a piece that lies elsewhere afterwards travels", () => {
  assert.equal(changeKind("stone", STONE, [4, "sb", 11, 10]), "travels");
  assert.equal(changeKind("stone", STONE, [4, "sb", 10, 11]), "travels");
  assert.equal(changeKind("stone", STONE, [68, "sb", 10, 10]), "travels");
  assert.equal(changeKind("again", [4, "As", 1, 1], [68, "As", 1, 1]), "travels");
});

test("what only changes its layer or its face stays where it is", () => {
  assert.equal(changeKind("stone", STONE, [5, "sb", 10, 10]), "");
  assert.equal(changeKind("card", [4, "back", 1, 1], [4, "chisel", 1, 1]), "");
});

test("what was not there before, rings and marks appear; what goes, goes; words say", () => {
  assert.equal(changeKind("stone", undefined, STONE), "appears");
  assert.equal(changeKind("ring", [4, "Rs", 1, 1], [4, "Rs", 9, 9]), "appears");
  assert.equal(changeKind("mark", [4, "A150", 1, 1], [68, "A150", 1, 1]), "appears");
  assert.equal(changeKind("stone", STONE, null), "goes");
  assert.equal(changeKind("mark", [4, "A150", 1, 1], null), "");
  assert.equal(changeKind("sign", [4, ".n", 1, 1, "6"], [4, ".n", 1, 1, "7"]), "says");
  assert.equal(changeKind("sign", undefined, [4, ".n", 1, 1, "7"]), "appears");
  assert.equal(changeKind("pile.of3", undefined, STONE), "");
});

test("a ship glides with its stones, then they are unloaded from the front, one by one", () => {
  const plan = planStep(before(), changes(), MOVED);
  const glides = phasesOfKind(plan, "glide");
  assert.deepEqual(glides.map(({ key }) => key), ["ship2", "bow2", "k1", "w1", "k2"]);
  assert.ok(glides.every(({ start }) => start === 0));
  assert.deepEqual(glides[0].path, COURSE);
  assert.deepEqual(glides[2].path[3], [470 + 118, 52 - 13], "a stone keeps its place aboard");
  assert.deepEqual(glides.map(({ copy }) => copy), [false, false, true, true, true]);
  const unloaded = phasesOfKind(plan, "unload");
  assert.deepEqual(unloaded.map(({ key }) => key), ["k1", "w1", "k2"]);
  const docked = TIMES.glide + TIMES.pause;
  assert.deepEqual(
    unloaded.map(({ start }) => start), [docked, docked + TIMES.gap, docked + 2 * TIMES.gap],
  );
  for (const [index, stone] of unloaded.entries()) {
    const aboard = glides[index + 2];
    assert.equal(aboard.start + aboard.duration, stone.start, "aboard until it is unloaded");
    assert.deepEqual(stone.from.slice(1), aboard.path[3]);
  }
});

test("points float when their stone has landed; the total changes when the last are there", () => {
  const plan = planStep(before(), changes(), MOVED);
  const [first, second] = phasesOfKind(plan, "gain");
  const [k1, , k2] = phasesOfKind(plan, "unload");
  assert.equal(first.start, k1.start + k1.duration);
  assert.equal(second.start, k2.start + k2.duration);
  const [total] = phasesOfKind(plan, "tick");
  assert.equal(total.key, "0.points");
  assert.ok(total.start > second.start && total.start < second.start + second.duration);
  assert.ok(plan.settled >= total.start);
});

test("whose turn it is comes last", () => {
  const plan = planStep(before(), changes(), MOVED);
  const turn = phasesOfKind(plan, "appear").find(({ key }) => key === "1.active");
  for (const phase of plan.phases) {
    if (phase.kind === "appear") continue;
    assert.ok(phase.start <= turn.start, phase.kind);
  }
  assert.ok(turn.start + turn.duration <= plan.length);
});

test("a ship that goes with the round is seen to arrive all the same", () => {
  const end = changes().set("ship2", null).set("bow2", null);
  const plan = planStep(before(), end, MOVED);
  const [hull, bow] = phasesOfKind(plan, "glide");
  assert.deepEqual([hull.copy, bow.copy, hull.place, bow.place], [true, true, 386, 388]);
});

test("a stone that a card loaded in the same step comes from its sled", () => {
  const sled = before().set("k1", [515, "sk", 66, 74]);
  const plan = planStep(sled, changes(), MOVED);
  assert.ok(!phasesOfKind(plan, "glide").some(({ key }) => key === "k1"));
  assert.deepEqual(
    phasesOfKind(plan, "unload").find(({ key }) => key === "k1").from, [515, 66, 74],
  );
});

test("stones that wait at the dock stay aboard", () => {
  const waiting = changes().set("k1", [387, "uk", 588, 39]).set("w1", [387, "uw", 552, 39]);
  const plan = planStep(before(), waiting, { s: MOVED.s });
  assert.deepEqual(phasesOfKind(plan, "unload").map(({ key }) => key), ["k2"]);
  assert.equal(phasesOfKind(plan, "glide").find(({ key }) => key === "k1").copy, false);
});

test("ships of a new round come in one after the other, and what they need after them", () => {
  const dealt = new Map([["ship1", [392, "S4", 34, 90]], ["ship2", [392, "S2", 34, 162]],
    ["needs2", [394, "n10", 100, 158]]]);
  const [first, second, needs] = planStep(new Map(), dealt, {}).phases;
  assert.ok(second.start > first.start);
  assert.ok(first.from[1] < 34, "from outside");
  assert.deepEqual([needs.kind, needs.start], ["appear", second.start + second.duration]);
});

test("cards go to their owners one after the other", () => {
  const market = new Map([
    ["market1", [10, "c3", 5, 5]], ["market2", [10, "c7", 9, 5]],
    ["1.points", [639, ".total", 212, 31, "2"]],
  ]);
  const movedCards = new Map([["market1", null], ["market2", null], ["1.d3", [640, "d3", 30, 90]]]);
  const plan = planStep(market, movedCards, { c: [[1, 1], [2, 1]] });
  const cards = phasesOfKind(plan, "card");
  assert.deepEqual(cards.map(({ start }) => start), [0, TIMES.between]);
  assert.deepEqual(cards[0].to, [640, 30, 90]);
  assert.deepEqual(phasesOfKind(plan, "vanish"), [], "a card that was fetched does not fade");
});

test("speed scales all of it", () => {
  const plan = planStep(before(), changes(), MOVED);
  const fast = scaled(plan, 4);
  assert.equal(fast.length, plan.length / 4);
  assert.equal(fast.settled, plan.settled / 4);
  for (const [index, { start, duration }] of fast.phases.entries()) {
    const slow = plan.phases[index];
    assert.deepEqual([start, duration], [slow.start / 4, slow.duration / 4]);
  }
});

test("a step back goes quickly, and says nothing of points", () => {
  const plan = planStep(before(), changes(), null);
  assert.ok(plan.phases.length > 0);
  assert.ok(plan.phases.every(({ kind, start }) => kind === "travel" && start === 0));
  assert.equal(plan.length, TIMES.back);
});

test("a still has numbered arrows: the ship, then its stones in their order", () => {
  const arrows = listArrows(planStep(before(), changes(), MOVED));
  assert.equal(arrows.length, 4);
  assert.deepEqual(arrows[0].from.slice(0, 1), [392]);
  const ends = arrows.slice(1).map(({ to: end }) => end);
  assert.deepEqual(ends, [[130, 20, 240], [130, 50, 240], [130, 80, 240]]);
});

test("water when a ship glides, stone when one lands", () => {
  const cues = planCues(planStep(before(), changes(), MOVED));
  assert.deepEqual(cues.map(({ sound }) => sound), ["water", "stone", "stone", "stone"]);
  const dealt = planCues({ phases: [
    { kind: "travel", key: "sun", start: 0, duration: 9 },
    { kind: "card", key: "market1", start: 5, duration: 100 },
    { kind: "card", key: "market2", start: 6, duration: 100 },
  ] });
  assert.deepEqual(dealt.map(({ sound }) => sound), ["gong", "wood"], "together is heard once");
});
