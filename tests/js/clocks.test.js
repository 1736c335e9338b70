// The clocks of the players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTime, clockTime } from "../../static/js/table/clocks.js";

const SECOND = 1000;
const place = { turn: 1, clock: 60 * SECOND, computer: "" };
const state = {
  phase: "playing",
  awaited: 1,
  deadline: null,
  now: "2026-01-01T00:00:00Z",
  terms: { pace: "live" },
};

test("the time of the player who is to act passes", () => {
  assert.deepEqual(clockTime(state, place, 15 * SECOND), { left: 45 * SECOND, runs: true });
});

test("it stops at a second: only the server says that time is over", () => {
  assert.deepEqual(clockTime(state, place, 90 * SECOND), { left: SECOND, runs: true });
  const over = { ...place, clock: 0 };
  assert.deepEqual(clockTime(state, over, 90 * SECOND), { left: 0, runs: true });
});

test("the time of the others stands still, and everybody's when the game is over", () => {
  const still = { left: 60 * SECOND, runs: false };
  assert.deepEqual(clockTime(state, { ...place, turn: 0 }, SECOND), still);
  assert.deepEqual(clockTime({ ...state, phase: "finished" }, place, SECOND), still);
});

test("a computer player has no time that passes", () => {
  assert.equal(clockTime(state, { ...place, computer: "quick" }, SECOND).runs, false);
});

test("at a pace of days the deadline counts, by the clock of the server", () => {
  const days = { ...state, terms: { pace: "days" }, deadline: "2026-01-03T01:00:00Z" };
  const { left } = clockTime(days, { ...place, clock: null }, 3600 * SECOND);
  assert.equal(left, 2 * 86_400 * SECOND);
});

test("without a clock there is no time", () => {
  assert.deepEqual(clockTime(state, { ...place, clock: null }, SECOND), { left: null, runs: true });
});

test("a clock reads minutes, hours or days", () => {
  const read_ = (seconds) => formatTime(seconds * SECOND, "{days} d {hours} h");
  assert.deepEqual([0, 9.9, 61, 3599].map(read_), ["0:00", "0:09", "1:01", "59:59"]);
  assert.deepEqual([3600, 36_061].map(read_), ["1:00:00", "10:01:01"]);
  assert.deepEqual([86_400, 183_599].map(read_), ["1 d 0 h", "2 d 2 h"]);
});
