// The log as text: what is offered in the line that is being typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bankLines, listOffers } from "../../static/js/recorder/text_editor.js";

test("an offer is a line, with the colour of the seat asked; the bank has none", () => {
  const options = [["load 1.1", [], 1], ["take", [], 1]];
  const prompt = { seat: 1, options };
  assert.deepEqual(listOffers(prompt, ["black", "white"]), ["white load 1.1", "white take"]);
  assert.deepEqual(listOffers({ seat: -1, options: [["round 4 3 2 2", [], 1]] }, ["black"]),
    ["round 4 3 2 2"]);
  assert.deepEqual(listOffers(null, []), []);
});

test("where several things are named, the next one is offered behind those that are", () => {
  const naming = { verb: "market", due: 3, values: [["lever", "a"], ["statue", "b"]] };
  assert.deepEqual(bankLines(naming, ""), ["market lever", "market statue"]);
  assert.deepEqual(bankLines(naming, "market le"), ["market lever", "market statue"]);
  assert.deepEqual(bankLines(naming, "market lever st"), [
    "market lever lever", "market lever statue",
  ]);
  assert.deepEqual(bankLines(naming, "market lever lever statue "), []);
});
