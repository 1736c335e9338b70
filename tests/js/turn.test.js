// One's own turn: what may be pointed at, and the key of a request.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser } from "../../static/js/table/chooser.js";
import { requestMark, reachablePlaces } from "../../static/js/table/turn.js";

const prompt = {
  options: [["t", ["take"], 1], ["s1", ["sail", "ship1"], 2], ["s2", ["sail", "ship2"], 2]],
  words: { take: "Take", sail: "Sail", ship1: "ship 1", ship2: "ship 2" },
  spots: { take: [], ship1: [], ship2: [] },
};

test("while something is left to choose, only that can be pointed at", () => {
  const chooser = new Chooser(prompt);
  chooser.choose("sail");
  assert.deepEqual([...reachablePlaces(prompt, chooser).keys()], ["ship1", "ship2"]);
});

test("when all is chosen, another beginning can be pointed at", () => {
  const chooser = new Chooser(prompt);
  chooser.choose("take");
  assert.deepEqual([...reachablePlaces(prompt, chooser)], [...new Chooser(prompt).places()]);
  assert.deepEqual(chooser.path, ["take"]);
});

test("what was chosen by itself leaves no other beginning", () => {
  const only = { ...prompt, options: [["t", ["take"], 1]] };
  assert.equal(reachablePlaces(only, new Chooser(only)).size, 0);
});

test("the only ship that can sail is sent by pointing at a site, or at itself first", () => {
  const sites = ["to-temple", "to-market"];
  const single = {
    options: [["t", ["take"], 1], ...sites.map((site) => [site, ["sail", "ship1", site], 3])],
    words: {},
    spots: { take: [], ship1: [], "to-temple": [], "to-market": [] },
  };
  const chooser = new Chooser(single);
  const places = reachablePlaces(single, chooser);
  assert.deepEqual([...places.keys()], ["take", "ship1", ...sites]);
  const sent = new Chooser(single);
  sent.chooseAll(places.get("to-market"));
  assert.equal(sent.complete?.entry, "to-market");
  const two = { ...single, options: [...single.options, ["x", ["sail", "ship2", "to-temple"], 3]] };
  two.spots = { ...single.spots, ship2: [] };
  assert.deepEqual([...reachablePlaces(two, new Chooser(two)).keys()], ["take", "ship1", "ship2"]);
  chooser.chooseAll(["sail"]);
  assert.deepEqual([...reachablePlaces(single, chooser).keys()], sites);
  chooser.choose("to-temple");
  assert.ok(reachablePlaces(single, chooser).has("to-temple"), "a ship can be dropped there");
});

test("every mark is a UUID of its own, also where there is no randomUUID", () => {
  const marks = [requestMark(), requestMark()];
  assert.match(marks[0], /^[0-9a-f]{8}-/);
  Object.defineProperty(crypto, "randomUUID", { value: undefined });
  const requestMarks = [requestMark(), requestMark()];
  for (const value of requestMarks) {
    assert.match(value, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.equal(new Set([...marks, ...requestMarks]).size, 4);
});
