// The log as text: what is offered in the line that is being typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { named, offersOf } from "../../static/js/recorder/text_editor.js";

test("an offer is a line, with the colour of the seat asked; the bank has none", () => {
  const options = [["load 1.1", [], 1], ["take", [], 1]];
  const asked = { seat: 1, options };
  assert.deepEqual(offersOf(asked, ["black", "white"]), ["white load 1.1", "white take"]);
  assert.deepEqual(offersOf({ seat: -1, options: [["round 4 3 2 2", [], 1]] }, ["black"]),
    ["round 4 3 2 2"]);
  assert.deepEqual(offersOf(null, []), []);
});

test("where several things are named, the next one is offered behind those that are", () => {
  const naming = { verb: "market", due: 3, values: [["lever", "a"], ["statue", "b"]] };
  assert.deepEqual(named(naming, ""), ["market lever", "market statue"]);
  assert.deepEqual(named(naming, "market le"), ["market lever", "market statue"]);
  assert.deepEqual(named(naming, "market lever st"), [
    "market lever lever", "market lever statue",
  ]);
  assert.deepEqual(named(naming, "market lever lever statue "), []);
});
