import assert from "node:assert/strict";
import { test } from "node:test";

import { countUnread } from "../../static/js/chat.js";

const line = (/** @type {number} */ number, isForeign = true) => ({ number, isForeign });

test("lines of others after the last one in sight are unread", () => {
  assert.equal(countUnread([], 0), 0);
  assert.equal(countUnread([line(3), line(5), line(8)], 5), 1);
  assert.equal(countUnread([line(3), line(5, false), line(8, false)], 0), 1);
});
