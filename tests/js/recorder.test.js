// The parts of the recorder that are worked out without a page: the head of a log, a log in an
// address, what was counted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  sourceRows, comparePoints, fileName, parsePoints,
} from "../../static/js/recorder/tally.js";
import {
  parseHead, summarise, formatHead, cleanName, parsePlayers, today,
} from "../../static/js/recorder/log_head.js";
import { codeFragment, logFragment, readFragment } from "../../static/js/recorder/link.js";
import { codePath } from "../../static/js/recorder/qr.js";

const GOLDEN = readFileSync(new URL("../golden/all-a-two.imh", import.meta.url), "utf8");
const SITES = { market: "A", pyramid: "B", temple: "A", burial_chamber: "A", obelisks: "D" };
const AGREED = {
  players: [
    { colour: "black", name: "@ana" },
    { colour: "white", name: "Ben  Bo" },
    { colour: "gray", name: "" },
  ],
  starts: 0, sites: SITES, modules: [], edition: "2026.1", profile: "official",
  played: "2026-11-14",
};

test("the head of a log says what was agreed, in turn order, the starting player first", () => {
  assert.equal(formatHead({ ...AGREED, starts: 1 }), [
    "imhotep 1",
    "edition: 2026.1",
    "sites: market=A pyramid=B temple=A burial_chamber=A obelisks=D",
    "seats: white=Ben Bo gray= black=@ana",
    "played: 2026-11-14",
    "", "",
  ].join("\n"));
  const options = { modules: ["private_ships", "unlimited_stones"], profile: "yucata", played: "" };
  const head = formatHead({ ...AGREED, ...options });
  assert.match(head, /\nprofile: yucata\n[^]*\nmodules: private_ships unlimited_stones\n/);
  assert.doesNotMatch(head, /played/);
});

test("a name has no sign that means something in a log", () => {
  assert.equal(cleanName(" A=na\n#1\u200b\u202e "), "A na 1");
  assert.equal(cleanName("x".repeat(200)).length, 80);
});

test("what was agreed is read back, from any log", () => {
  const players = AGREED.players.map(({ colour, name }) => ({ colour, name: cleanName(name) }));
  const log = { players, starts: 0, sites: SITES, edition: "2026.1", played: "2026-11-14" };
  assert.deepEqual(parseHead(`${formatHead(AGREED)}round 4 3 2 2\nseats: black=Eve\n`), log);
  assert.deepEqual(parseHead("nonsense"), {});
  assert.deepEqual(parsePlayers("black= white=Ben Bo"), [
    { colour: "black", name: "" }, { colour: "white", name: "Ben Bo" },
  ]);
});

test("a list shows who plays, and how far the game is", () => {
  const log = `${formatHead(AGREED)}round 4 3 2 2 # big\n# no\n\nblack take\n`;
  assert.equal(summarise(log).entries, 2);
  assert.equal(summarise(log).rounds, 1);
  assert.equal(summarise(GOLDEN).rounds, 6);
  assert.equal(summarise(GOLDEN).players.length, 2);
});

test("the day is the day on the wall", () => {
  assert.equal(today(new Date(2026, 0, 2, 23, 59)), "2026-01-02");
});

test("a log goes through an address, and a whole game fits into a code to photograph", async () => {
  const hash = await logFragment(GOLDEN);
  assert.match(hash, /^#log=[\w-]+$/);
  assert.deepEqual(await readFragment(hash), { log: GOLDEN });
  assert.ok(await codePath(`https://imhotep.example.org/record/${hash}`, "L"));
  assert.deepEqual(
    await readFragment(await logFragment("é\u{1f3b2}", "club:a abcd2345")),
    { log: "é\u{1f3b2}", occasion: "club:a abcd2345" },
  );
});

test("a code is read from an address; what is spoilt or a bomb is nothing", async () => {
  assert.deepEqual(await readFragment(codeFragment("ab12-cd34")), { code: "ab12-cd34" });
  for (const spoilt of ["", "#", "#about", "#log=%%%", "#log=AAAA", "#log="]) {
    assert.deepEqual((await readFragment(spoilt)).log || "", "", spoilt);
  }
  const bomb = await logFragment("x".repeat((1 << 20) + 1));
  assert.ok(bomb.length < 5000);
  assert.deepEqual(await readFragment(bomb), {});
});

test("what the players counted beside what the entries give", () => {
  assert.deepEqual(comparePoints([41, null, -3, 7], [41, 12, -2, 9]), [
    { seat: 2, counted: -3, given: -2 }, { seat: 3, counted: 7, given: 9 },
  ]);
  assert.deepEqual([" 41 ", "-3", "−3", "", "12.5", "forty", "99999"].map(parsePoints),
    [41, -3, -3, null, null, null, null]);
  const sources = [["temple", "Temple"], ["statues", "Statues"]];
  const points = { sources, seats: [[3, 0], [0, 0]], totals: [3, 0] };
  assert.deepEqual(sourceRows(points), [{ title: "Temple", points: [3, 0] }]);
  assert.equal(fileName("2026-11-14", ["@ana", "Ben Bo"]), "imhotep-2026-11-14-ana-Ben-Bo.imh");
});
