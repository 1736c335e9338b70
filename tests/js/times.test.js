// Moments are written in the zone of the reader, by the rules of the language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoment } from "../../static/js/times.js";

const LATE = "2026-11-22T23:30:00+00:00";

test("a moment is in the zone of the reader", () => {
  assert.equal(formatMoment(LATE, "moment", "en", "UTC"), "22 Nov 2026, 23:30");
  assert.equal(formatMoment(LATE, "moment", "en", "Europe/Warsaw"), "23 Nov 2026, 00:30");
  assert.equal(formatMoment(LATE, "moment", "en", "America/New_York"), "22 Nov 2026, 18:30");
});

test("a day is that of the reader, in the language of the page", () => {
  assert.equal(formatMoment(LATE, "day", "en", "Europe/Warsaw"), "23 Nov 2026");
  assert.equal(formatMoment(LATE, "day", "pl", "Europe/Warsaw"), "23 lis 2026");
  assert.equal(formatMoment(LATE, "day", "de", "UTC"), "22. Nov. 2026");
});
