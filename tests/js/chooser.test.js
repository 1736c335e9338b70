// From a list of legal entries to one of them, word by word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser } from "../../static/js/table/chooser.js";

/** `entry: word word | word word`: those before the bar in their order, those after it a set. */
function options(...lines) {
  return lines.map((line) => {
    const [entry, words] = line.split(": ");
    const [ordered, set = ""] = words.split("|").map((part) => part.trim());
    const first = ordered.split(" ").filter(Boolean);
    return [entry, [...first, ...set.split(" ").filter(Boolean)], first.length];
  });
}

function promptFor(lines, spots = {}) {
  const choices = options(...lines);
  const named = choices.flatMap(([, words]) => words);
  const words = Object.fromEntries(named.map((word) => [word, `«${word}»`]));
  return { options: choices, words, spots };
}

const TURN = ["t: take", "l1: load ship1 at0", "l2: load ship1 at1", "l3: load ship2 at0",
  "s: sail ship1 temple"];

test("at first every beginning is open, in the order of the options", () => {
  const chooser = new Chooser(promptFor(TURN));
  assert.deepEqual(chooser.next, ["take", "load", "sail"]);
  assert.deepEqual([chooser.begun, chooser.complete, chooser.sentence], [false, undefined, ""]);
});

test("what goes without saying is chosen along", () => {
  const chooser = new Chooser(promptFor(TURN));
  chooser.choose("sail");
  assert.equal(chooser.complete.entry, "s");
  assert.equal(chooser.sentence, "«sail»: «ship1», «temple»");
});

test("a word that cannot come next changes nothing", () => {
  const chooser = new Chooser(promptFor(TURN));
  assert.equal(chooser.choose("temple"), false);
  assert.deepEqual(chooser.path, []);
});

test("back takes back a word with what followed from it; clear takes back all", () => {
  const chooser = new Chooser(promptFor(TURN));
  chooser.choose("load");
  chooser.choose("ship2");
  assert.deepEqual(chooser.path, ["load", "ship2", "at0"]);
  assert.equal(chooser.back(), true);
  assert.deepEqual(chooser.path, ["load"]);
  chooser.choose("ship1");
  chooser.clear();
  assert.deepEqual([chooser.path, chooser.begun, chooser.back()], [[], false, false]);
});

test("several words that were chosen at once are taken back at once", () => {
  const chooser = new Chooser(promptFor(TURN));
  chooser.chooseAll(["load", "ship1", "at1"]);
  assert.equal(chooser.complete.entry, "l2");
  chooser.back();
  assert.deepEqual(chooser.path, []);
});

test("words without an order may be chosen in any", () => {
  const lines = ["ab: play|a b", "ac: play|a c", "bc: play|b c"];
  for (const [first, second] of [["a", "c"], ["c", "a"]]) {
    const chooser = new Chooser(promptFor(lines));
    assert.deepEqual(chooser.path, ["play"], "the only beginning goes without saying");
    chooser.choose(first);
    assert.ok(!chooser.next.includes(first), "a word is chosen once");
    chooser.choose(second);
    assert.equal(chooser.complete.entry, "ac");
  }
});

test("an option that another one continues is complete, and goes on", () => {
  const chooser = new Chooser(promptFor(["one: keep a", "two: keep a b", "no: drop"]));
  chooser.choose("keep");
  assert.equal(chooser.complete.entry, "one");
  assert.deepEqual(chooser.next, ["b"]);
  chooser.choose("b");
  assert.equal(chooser.complete.entry, "two");
});

test("a single option is chosen from the beginning, and cannot be taken back", () => {
  const chooser = new Chooser(promptFor(["only: skip turn"]));
  assert.deepEqual([chooser.complete.entry, chooser.begun], ["only", false]);
});

test("places are what comes next, and at first what an action without a place is done with", () => {
  const spots = { ship1: [], ship2: [], temple: [], sled: [] };
  const chooser = new Chooser(promptFor(TURN, spots));
  assert.deepEqual([...chooser.places()], [
    ["ship1", ["load", "ship1"]],
    ["ship2", ["load", "ship2"]],
    ["sled", ["load"]],
  ]);
  assert.deepEqual(chooser.path, [], "looking chooses nothing");
  chooser.choose("load");
  assert.deepEqual([...chooser.places().keys()], ["ship1", "ship2"]);
});
