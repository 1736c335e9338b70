// A log against the receipt of a browser: the same findings as engine/receipt.py has.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compareReceipt, digest, drawSeats, logFingerprint } from "../../static/js/receipt.js";

const golden = (name) => readFileSync(new URL(`../golden/${name}`, import.meta.url), "utf-8");
const LOG = golden("promised-deal.imh");
const RECEIPT = JSON.parse(golden("promised-deal.receipt"));
const OTHER = "0e".repeat(32);

const kinds = async (log, receipt = RECEIPT) => (
  (await compareReceipt(log, receipt)).problems.map(([kind]) => kind)
);
const field = (name, value) => LOG.replace(new RegExp(`^${name}: .*$`, "m"), `${name}: ${value}`);
const promising = (promises) => ({ ...RECEIPT, promises: { ...RECEIPT.promises, ...promises } });

test("digests are SHA-256 of the bytes, not of the letters", async () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  assert.equal(await digest(""), empty);
  assert.equal(await digest("01".repeat(32)), RECEIPT.promises.black);
});

test("the golden game keeps to its receipt; whose share was withheld is named", async () => {
  assert.deepEqual(
    await compareReceipt(LOG, RECEIPT),
    { held: true, problems: [], withheld: ["gray"], promisers: ["gray"] },
  );
});

test("a game that was agreed otherwise is found", async () => {
  assert.deepEqual(await kinds(LOG, { ...RECEIPT, profile: "yucata" }), ["agreed"]);
});

test("other players are found", async () => {
  const { gray, ...promises } = RECEIPT.promises;
  assert.ok(gray);
  assert.ok((await kinds(LOG, { ...RECEIPT, promises })).includes("players"));
});

test("other terms are found", async () => {
  assert.deepEqual(await kinds(LOG, { ...RECEIPT, terms: 1 }), ["terms"]);
  const log = golden("deal-by-row.imh");
  const receipt = JSON.parse(golden("deal-by-row.receipt"));
  assert.deepEqual(await kinds(log, { ...receipt, terms: 2 }), ["terms"]);
  for (const line of ["", "dealing: 2\n", "dealing: 4\n"]) {
    const changed = log.replace("dealing: 3\n", line);
    assert.ok((await kinds(changed, receipt)).includes("terms"), line);
  }
});

test("a game dealt by row keeps to its receipt, and has its turn order", async () => {
  const log = golden("deal-by-row.imh");
  const receipt = JSON.parse(golden("deal-by-row.receipt"));
  assert.deepEqual(
    await compareReceipt(log, receipt),
    { held: true, problems: [], withheld: [], promisers: ["white"] },
  );
  const turned = log.replace(/^seats: (\S+) (\S+) (.*)$/m, "seats: $2 $1 $3");
  assert.deepEqual(await kinds(turned, { ...receipt, fingerprint: "" }), ["seats"]);
});

test("another commitment is found, and a secret that is not the one committed to", async () => {
  assert.deepEqual(
    await kinds(LOG, { ...RECEIPT, commitment: OTHER }), ["chance", "secret"],
  );
  assert.ok((await kinds(field("secret", OTHER))).includes("secret"));
});

test("nothing is said for a log that reveals nothing", async () => {
  const unrevealed = await compareReceipt(LOG.replace(/^secret: .*\n/m, ""), RECEIPT);
  assert.deepEqual(unrevealed, { held: false, problems: [["unrevealed", []]], withheld: [],
    promisers: ["gray"] });
});

test("a promise that was another at the table is found, with its colour", async () => {
  const { problems } = await compareReceipt(LOG, promising({ gray: OTHER }));
  assert.deepEqual(problems, [["promise", ["gray"]]]);
});

test("the fingerprint is the engine's, whatever the names, the day and the result", async () => {
  assert.equal(await logFingerprint(LOG), RECEIPT.fingerprint);
  assert.equal(await logFingerprint(LOG.replace("black=Black", "black=Ana")), RECEIPT.fingerprint);
  const moved = LOG.replace("brown card 3", "brown card 2");
  assert.notEqual(await logFingerprint(moved), RECEIPT.fingerprint);
});

test("other moves than those of the receipt are found; an old receipt knows none", async () => {
  const log = LOG.replace("brown card 3", "brown card 2");
  assert.deepEqual(await kinds(log), ["moves"]);
  const { fingerprint, computers, ...old } = RECEIPT;
  assert.ok(fingerprint && computers);
  assert.deepEqual(await kinds(log, old), []);
});

test("the promise of a computer player is found", async () => {
  const { problems } = await compareReceipt(LOG, { ...RECEIPT, computers: ["brown", "gray"] });
  assert.deepEqual(problems, [["computer", ["gray"]]]);
});

test("twins are found", async () => {
  const black = RECEIPT.promises.black;
  const log = field("promises", `black=${black} brown= gray=${black}`);
  const { problems } = await compareReceipt(log, promising({ gray: black }));
  assert.deepEqual(problems[0], ["twins", ["black", "gray"]]);
});

test("shares without a promise, against it, and one's own that is another, are found", async () => {
  const black = RECEIPT.share;
  const some = async (entropy) => (
    (await compareReceipt(field("entropy", entropy), RECEIPT)).problems
  );
  const has = (problems, kind, colour) => assert.ok(
    problems.some(([type, [named]]) => type === kind && named === colour), String(problems),
  );
  has(await some(`black=${black} brown=${OTHER} gray=`), "unpromised", "brown");
  has(await some(`black=${black} brown= gray=${OTHER}`), "share", "gray");
  has(await some(`black= brown= gray=`), "own", "black");
});

test("a turn order that does not follow is found", async () => {
  assert.deepEqual(
    await kinds(field("seats", "brown=Brown black=Black gray=Gray")), ["moves", "seats"],
  );
});

test("the turn order follows from secret, shares and promises", async () => {
  const shares = { black: RECEIPT.share, brown: "", gray: "" };
  const secret = /^secret: (.*)$/m.exec(LOG)[1];
  const seats = await drawSeats(2, RECEIPT, secret, shares, RECEIPT.promises);
  assert.deepEqual(seats, ["black", "brown", "gray"]);
  const promises = await Promise.all(
    ["aa", "bb", "cc", "dd", "ee"].map((pair) => (
      drawSeats(2, RECEIPT, pair.repeat(32), shares, RECEIPT.promises)
    )),
  );
  assert.ok(new Set(promises.map(String)).size > 1, "another secret, another order");
});
