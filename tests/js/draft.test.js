// A game is kept in the browser at once, and on the site as soon as it can be; two devices are
// told.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { isOf } from "../../static/js/recorder/game_list.js";
import { Keeping } from "../../static/js/recorder/draft.js";
import { Declined, Site, Unreached } from "../../static/js/recorder/site_api.js";
import { Store, WAITS, fresh } from "../../static/js/recorder/store.js";

/** As much of a browser's database as the store uses: what it answers, it answers later. */
function database(full = false) {
  const kept = new Map();
  const later = (result) => {
    const request = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const store = {
    put: (game) => kept.set(game.id, game),
    get: (id) => later(kept.get(id)),
    getAll: () => later([...kept.values()]),
    delete: (id) => later(kept.delete(id)),
  };
  const transaction = () => {
    const made = { objectStore: () => store, error: new Error("full") };
    queueMicrotask(() => (full ? made.onabort?.() : made.oncomplete?.()));
    return made;
  };
  const open = () => later({ transaction, createObjectStore: () => store });
  return { kept, factory: { open } };
}

let site, sent, answers, told;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [sent, answers, told] = [[], [], []];
  site = {
    write: async (id, draft) => {
      sent.push({ id, ...draft });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? { version: draft.version + 1 };
    },
  };
});

const declined = (status, kind, more) =>
  new Declined({ status, type: `/api/v1/problems/${kind}`, detail: "why", ...more });

async function keeping(factory) {
  const store = await Store.open(factory);
  const one = new Keeping(fresh("g1", ""), store, site, () => told.push(one.how));
  return one;
}

test("an entry is kept here before it is sent, and the site has it then", async () => {
  const { kept, factory } = database();
  const one = await keeping(factory);
  await one.write("imhotep 1\na");
  assert.equal(kept.get("g1").log, "imhotep 1\na");
  await one.busy;
  assert.deepEqual(told, ["sending", "site"]);
  const { sent: there, mark: left } = kept.get("g1");
  assert.deepEqual([one.game.version, there, left], [1, "imhotep 1\na", ""]);
});

test("what is made meanwhile goes with the next write, in one piece", async () => {
  const one = await keeping(database().factory);
  one.write("a");
  one.write("ab");
  await one.write("abc");
  await one.busy;
  assert.ok(sent.length <= 2, "not a write for each");
  assert.equal(sent.at(-1).log, "abc");
  assert.deepEqual(sent.map(({ version }) => version), [0, 1].slice(0, sent.length));
});

test("without a connection it is sent again under its mark, less and less often", async () => {
  const one = await keeping(database().factory);
  answers = [new Unreached(), new Unreached(7)];
  await one.write("a");
  await one.busy;
  assert.equal(one.how, "waiting");
  mock.timers.tick(2000);
  await one.busy;
  mock.timers.tick(6999);
  assert.equal(sent.length, 2, "the site said when");
  mock.timers.tick(1);
  await one.busy;
  assert.equal(one.how, "site");
  assert.equal(new Set(sent.map(({ mark }) => mark)).size, 1);
});

test("what may have got lost goes as it was, then what came later, on a new page too", async () => {
  const { factory } = database();
  const one = await keeping(factory);
  answers = [new Unreached()];
  await one.write("a");
  await one.busy;
  const store = await Store.open(factory);
  const later = new Keeping(await store.game("g1"), store, site, () => {});
  await later.write("ab");
  await later.busy;
  const texts = sent.map(({ log, version }) => [log, version]);
  assert.deepEqual(texts, [["a", 0], ["a", 0], ["ab", 1]]);
  assert.equal(sent[0].mark, sent[1].mark);
  assert.notEqual(sent[1].mark, sent[2].mark);
});

test("another device has gone on: nothing is sent until somebody has chosen", async () => {
  const one = await keeping(database().factory);
  answers = [declined(409, "draft-changed", { version: 5, log: "theirs" })];
  await one.write("mine");
  await one.busy;
  assert.equal(one.how, "other");
  await one.write("mine, longer");
  assert.equal(sent.length, 1);
  await one.mine();
  assert.deepEqual([sent[1].version, sent[1].log, one.how], [5, "mine, longer", "site"]);
});

test("what the other device wrote is taken, or both are kept", async () => {
  const changed = () => declined(409, "draft-changed", { version: 5, log: "theirs" });
  const first = await keeping(database().factory);
  answers = [changed()];
  await first.write("mine");
  await first.busy;
  assert.equal(await first.theirs(), "theirs");
  assert.deepEqual([first.game.version, first.how, first.game.log], [5, "site", "theirs"]);

  const { kept, factory } = database();
  const second = await keeping(factory);
  answers = [changed()];
  await second.write("mine");
  await second.busy;
  await second.both("g2");
  assert.deepEqual([kept.get("g1").log, kept.get("g2").log], ["theirs", "mine"]);
  assert.deepEqual([sent.at(-1).id, sent.at(-1).version], ["g2", 0]);
});

test("what the site does not take stays here, and is told", async () => {
  const all = [[401, "", "stranger"], [404, "", "gone"], [409, "conflict", "refused"]];
  for (const [status, kind, how] of all) {
    const { kept, factory } = database();
    const one = await keeping(factory);
    answers = [declined(status, kind)];
    await one.write("a");
    await one.busy;
    assert.deepEqual([one.how, one.problem, kept.get("g1").log], [how, "why", "a"]);
  }
});

test("a browser that keeps nothing, or has no room, says so; the site has it then", async () => {
  const none = await keeping(undefined);
  assert.equal(none.store, null);
  answers = [declined(401, ""), declined(401, "")];
  await none.write("a");
  assert.ok(told.includes("nowhere"));
  await none.busy;
  told.length = 0;
  const full = await keeping(database(true).factory);
  await full.write("a");
  assert.ok(told.includes("nowhere"));
});

test("a copy stays on this device", async () => {
  const one = await keeping(database().factory);
  one.game.copy = true;
  await one.write("a");
  await one.busy;
  assert.deepEqual([sent, one.how], [[], "here"]);
});

test("games are listed, the last written one first, and dropped", async () => {
  const store = await Store.open(database().factory);
  await store.keep({ ...fresh("old", "a"), at: 1 });
  await store.keep({ ...fresh("new", "b"), at: 2 });
  assert.deepEqual((await store.games()).map(({ id }) => id), ["new", "old"]);
  await store.drop("new");
  assert.deepEqual([(await store.games()).length, (await store.game("old")).log], [1, "a"]);
});

test("the site's answers: a problem, a pause, a token that is too old", async () => {
  const asked = [];
  const replies = [];
  Object.assign(globalThis, {
    HTMLInputElement: Object,
    location: { pathname: "/record/" },
    DOMParser: class {
      parseFromString = () => ({ querySelector: () => ({ value: "new" }) });
    },
    fetch: async (url, { method, headers } = {}) => {
      asked.push([method ?? "GET", url, headers?.["X-CSRFToken"]]);
      const reply = replies.shift();
      if (!reply) throw new TypeError("no network");
      return reply;
    },
  });
  const json = (status, said, headers) => new Response(JSON.stringify(said), { status, headers });
  const real = new Site("/api/v1", () => "old");
  await assert.rejects(real.drafts(), Unreached);
  replies.push(json(429, {}, { "Retry-After": "30" }));
  await assert.rejects(real.drafts(), { seconds: 30 });
  replies.push(json(404, { type: "about:blank", detail: "none" }));
  await assert.rejects(real.draft("x"), (problem) => problem.problem.status === 404);
  asked.length = 0;
  replies.push(json(403, { type: "/api/v1/problems/csrf" }), new Response("<p>"));
  replies.push(json(200, { version: 1 }));
  assert.deepEqual(await real.write("x", { log: "", version: 0, mark: "" }), { version: 1 });
  assert.deepEqual(asked.map(([, , token]) => token), ["old", undefined, "new"]);
  replies.push(new Response(null, { status: 204 }));
  assert.equal(await real.drop("x"), null);
});

test("what waits to be uploaded, or was, is no draft; changed, it is one again", async () => {
  const { factory } = database();
  const one = await keeping(factory);
  await one.write("a");
  await one.busy;
  one.game.upload = WAITS;
  await one.send();
  assert.equal(one.how, "waiting");
  one.game.upload = "/uploads/1/";
  await one.send();
  assert.equal(one.how, "site");
  assert.equal(sent.length, 1);
  await one.write("b");
  await one.busy;
  assert.deepEqual([sent[1].log, sent[1].version, one.game.upload], ["b", 0, ""]);
});

test("of games of another account nothing is shown", () => {
  const games = [fresh("g1", ""), { ...fresh("g2", ""), by: "ana" }];
  const seen = (who) => games.filter((game) => isOf(game, who)).map(({ id }) => id);
  assert.deepEqual(seen("ana"), ["g1", "g2"]);
  assert.deepEqual(seen("ben"), ["g1"]);
  assert.deepEqual(seen(""), ["g1"]);
});
