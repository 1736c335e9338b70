// The tree of branches: what is added, walked through, deleted, kept, and how large it gets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_NODES, Tree } from "../../static/js/replay/tree.js";

const moves = (/** @type {string} */ entries) =>
  entries.split(" ").map((entry) => ({ entry, words: `«${entry}»`, colour: "", url: `?${entry}` }));

function planted() {
  const tree = new Tree();
  tree.add(5, moves("a b c"));
  tree.add(5, moves("a x"));
  tree.add(5, moves("z"));
  tree.add(2, moves("a"));
  return tree;
}

test("branches share what they have in common", () => {
  const tree = planted();
  assert.deepEqual(tree.steps, [2, 5]);
  assert.equal(tree.size, 6);
  assert.deepEqual(tree.findNode(5, ["a"]).kids.map((kid) => kid.entry), ["b", "x"]);
  assert.equal(tree.findNode(5, ["b"]), undefined);
  tree.add(5, moves("a b"));
  assert.equal(tree.size, 6);
});

test("onward goes the way that was gone last; a line to its end", () => {
  const tree = planted();
  assert.equal(tree.onward(5, ["a"]).entry, "x");
  assert.equal(tree.onward(5, ["a", "b"]).entry, "c");
  assert.equal(tree.onward(5, ["z"]), undefined);
  assert.deepEqual(tree.line(5, []), ["z"]);
  tree.add(5, moves("a b"));
  assert.deepEqual(tree.line(5, []), ["a", "b", "c"]);
});

test("beside is the next branch from the same step, round and round", () => {
  const tree = planted();
  assert.equal(tree.sibling(5, ["a"], 1).entry, "z");
  assert.equal(tree.sibling(5, ["z"], 1).entry, "a");
  assert.equal(tree.sibling(5, ["a", "b"], -1).entry, "x");
  assert.equal(tree.sibling(5, ["a", "b", "c"], 1), undefined);
  assert.equal(tree.sibling(5, [], 1), undefined);
});

test("what is removed goes with all that follows; an empty step goes too", () => {
  const tree = planted();
  tree.remove(5, ["a"]);
  assert.deepEqual([tree.size, tree.findNode(5, ["a", "b"])], [2, undefined]);
  tree.remove(5, ["z"]);
  tree.remove(5, ["never", "was"]);
  assert.deepEqual(tree.steps, [2]);
});

test("names are short, and an empty one is none", () => {
  const tree = planted();
  tree.nameBranch(5, ["a"], ` ${"n".repeat(1_000_000)}`);
  assert.equal(tree.findNode(5, ["a"]).name.length, 60);
  tree.nameBranch(5, ["a"], "  ");
  assert.equal(tree.findNode(5, ["a"]).name, undefined);
});

test("it stays small: the oldest branches make room, never the one that is added", () => {
  const tree = new Tree();
  for (let branch = 0; branch < 200; branch++) {
    const path = Array.from({ length: 50 }, (_, index) => `${branch}.${index}`).join(" ");
    tree.add(branch % 3, moves(path));
    assert.ok(tree.findNode(branch % 3, path.split(" ")));
    assert.ok(tree.size <= MAX_NODES);
  }
});

test("what is kept is read again; nonsense is an empty tree", () => {
  const tree = planted();
  tree.nameBranch(5, ["z"], "the other way");
  const copy = Tree.read(JSON.stringify(tree));
  assert.deepEqual([...copy.roots], JSON.parse(JSON.stringify([...tree.roots])));
  assert.equal(copy.findNode(5, ["z"]).name, "the other way");
  for (const text of [null, "", "{", "7", '[["x",{}]]', "[[1]]"]) {
    assert.equal(Tree.read(text).size, 0);
  }
});
