// What the bank turns up, thing by thing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BankChooser, createChooser } from "../../static/js/recorder/bank_chooser.js";
import { Chooser } from "../../static/js/table/chooser.js";

const words = { "bank-sail": "Sail", "bank-lever": "Lever" };
const prompt = (naming) => ({ words, options: [], spots: {}, naming });
const MARKET = { verb: "market", due: 3, set: false, turned: 3,
  values: [["sail", "bank-sail", 2, 0], ["lever", "bank-lever", 1, 0]] };

test("it is named in its order, as often as there are copies", () => {
  const naming = createChooser(prompt(MARKET));
  assert.ok(naming instanceof BankChooser);
  assert.deepEqual(naming.next, ["bank-sail", "bank-lever"]);
  assert.equal(naming.begun, false);
  assert.equal(naming.choose("bank-lever"), true);
  assert.deepEqual(naming.next, ["bank-sail"]);
  assert.equal(naming.choose("bank-lever"), false, "there is one");
  assert.deepEqual([naming.left, naming.complete], [2, undefined]);
  naming.chooseAll(["bank-sail", "bank-sail"]);
  assert.equal(naming.complete.entry, "market lever sail sail");
  assert.equal(naming.sentence, "Lever, Sail, Sail");
  assert.deepEqual(naming.next, []);
  assert.deepEqual(naming.fitting, [naming.complete]);
});

test("it is taken back one by one, or all", () => {
  const naming = new BankChooser(prompt(MARKET), MARKET);
  naming.chooseAll(["bank-sail", "bank-lever"]);
  assert.equal(naming.back(), true);
  assert.deepEqual(naming.path, ["bank-sail"]);
  naming.clear();
  assert.equal(naming.back(), false);
  assert.deepEqual([naming.begun, naming.fitting, naming.places().size], [false, [], 0]);
});

test("what was discarded may come once the pile has been shuffled", () => {
  const turned = { ...MARKET, due: 2, turned: 1,
    values: [["sail", "bank-sail", 1, 0], ["lever", "bank-lever", 0, 1]] };
  const naming = new BankChooser(prompt(turned), turned);
  assert.deepEqual(naming.next, ["bank-sail"]);
  naming.choose("bank-sail");
  assert.deepEqual(naming.next, ["bank-lever"]);
});

test("a choice of one thing has the chooser of a table", () => {
  const single = { ...prompt(null), options: [["draw sail", ["bank-sail"], 1]] };
  assert.ok(createChooser(single) instanceof Chooser);
});
