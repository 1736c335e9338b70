// The sound of one's turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TurnSound } from "../../static/js/table/turn_sound.js";

test("a turn that begins is heard once, and not after an entry of one's own", () => {
  let heard = 0;
  const knock = new TurnSound({ play: () => { heard += 1; } }, 1, 4);
  const steps = (...seats) => seats.map((a) => ({ a }));
  knock.hear(steps(-1, 0, 0), 4);
  assert.equal(heard, 0, "it was so when the page was loaded");
  knock.hear(steps(-1, 0, 0, 1, -1), 6);
  assert.equal(heard, 0, "the reader goes on themselves");
  knock.hear(steps(-1, 0, 0, 1, -1, 0, -1), 8);
  knock.hear(steps(-1, 0, 0, 1, -1, 0, -1), 8);
  assert.equal(heard, 1);
});
