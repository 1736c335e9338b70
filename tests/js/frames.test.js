// The payload of a replay, step by step: marks, tallies, changes both ways.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Frames } from "../../static/js/board/frames.js";

const step = (round, turn, fields = {}) => ({ a: 0, r: round, t: turn, s: "…", d: {}, ...fields });

/** Set-up, two turns of round 1 (the second in two steps, one forced), and round 2. */
function record() {
  return new Frames({
    seat: "all",
    names: ["Black", "White"],
    sources: ["market", "pyramid", "temple"],
    opening: { stone: [0, "sb", 1, 1], sign: [4, ".n", 9, 9, "0"] },
    first: { c: [[0, 0], [1, 0]], w: [[], [2, 0]], e: [0, 0], q: [9, null] },
    steps: [
      step(0, 0, { d: { stone: [5, "sb", 2, 2], fresh: [0, "sw", 3, 3] } }),
      step(1, 1, { d: { fresh: null }, p: [[0, 1, 4]], e: [4, 0] }),
      step(1, 2, { d: { sign: [4, ".n", 9, 9, "2"] }, p: [[1, 2, -1]], f: 1 }),
      step(1, 2, { c: [[1, 0, 2]], e: null }),
      step(2, 0, { d: { stone: null } }),
    ],
  });
}

test("turns and rounds end where the next step belongs to another", () => {
  const { turns, rounds } = record();
  assert.deepEqual(turns, [0, 1, 2, 4, 5]);
  assert.deepEqual(rounds, [0, 1, 4, 5]);
});

test("a game without steps has its beginning only", () => {
  const first = { c: [], w: [], e: null, q: [] };
  const none = new Frames({ ...record(), steps: [], names: [], sources: [], first });
  assert.deepEqual([none.turns, none.target("next", 0), none.target("back", 0)], [[0, 0], 0, 0]);
});

test("numbers hold until a step changes them, and no step changes those before it", () => {
  const { points, stones, prospects } = record();
  assert.deepEqual(points[1], [[0, 0, 0], [0, 0, 0]]);
  assert.deepEqual(points[2], [[0, 4, 0], [0, 0, 0]]);
  assert.deepEqual(points[5], [[0, 4, 0], [0, 0, -1]]);
  assert.deepEqual([stones[3], stones[4]], [[[0, 0], [1, 0]], [[0, 0], [2, 0]]]);
  assert.deepEqual(prospects, [[0, 0], [0, 0], [4, 0], [4, 0], null, null]);
});

test("the table after a step is the opening with all changes so far", () => {
  const { opening } = record();
  assert.deepEqual(Object.fromEntries(record().table(0)), opening);
  assert.deepEqual(Object.fromEntries(record().table(2)), { ...opening, stone: [5, "sb", 2, 2] });
  assert.deepEqual([...record().table(5).keys()], ["sign"]);
});

test("changes lead from any step to any other, and name each piece once", () => {
  const game = record();
  for (let from = 0; from <= game.length; from++) {
    for (let end = 0; end <= game.length; end++) {
      const table = game.table(from);
      for (const [key, piece] of game.changes(from, end)) {
        if (piece === null) table.delete(key);
        else table.set(key, piece);
      }
      assert.deepEqual(
        Object.fromEntries(table), Object.fromEntries(game.table(end)), `${from} to ${end}`,
      );
    }
  }
  assert.deepEqual([...game.changes(0, 2)], [["stone", [5, "sb", 2, 2]], ["fresh", null]]);
});

test("buttons lead by steps, turns and rounds, and stay inside the game", () => {
  const game = record();
  const from = (ply) => (jump, skip) => game.target(jump, ply, skip);
  assert.deepEqual(["first", "back", "next", "last"].map((jump) => from(2)(jump)), [0, 1, 3, 5]);
  assert.deepEqual(["turn-back", "turn-next"].map((jump) => from(3)(jump)), [2, 4]);
  assert.deepEqual(["round-back", "round-next"].map((jump) => from(3)(jump)), [1, 4]);
  assert.deepEqual(["back", "turn-back", "round-back"].map((jump) => from(0)(jump)), [0, 0, 0]);
  assert.deepEqual(["next", "turn-next", "round-next"].map((jump) => from(5)(jump)), [5, 5, 5]);
  assert.equal(from(3)("sideways"), 3);
});

test("forced moves are passed over on request, both ways", () => {
  const game = record();
  assert.equal(game.target("next", 2, true), 4);
  assert.equal(game.target("back", 4, true), 2);
  assert.equal(game.target("next", 2), 3);
});

test("a heading names the round, and the turn if it is a player's", () => {
  const words = { setUp: "Set-up", round: "Round", turn: "turn" };
  const headings = [0, 1, 2, 5].map((ply) => record().heading(ply, words));
  assert.deepEqual(headings, ["Set-up", "Set-up", "Round 1 · turn 1", "Round 2"]);
});

test("the beginning ends no round", () => {
  const game = record();
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter((ply) => game.endsRound(ply)), [1, 4, 5]);
});
