// A game is kept in the browser at once, and on the site as soon as it can be; two devices are
// told.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { isVisible } from "../../static/js/recorder/game_list.js";
import { Draft } from "../../static/js/recorder/draft.js";
import { Declined, SiteApi, Unreached } from "../../static/js/recorder/site_api.js";
import { GameStore, WAITS, newGame } from "../../static/js/recorder/store.js";

/** As much of a browser's database as the store uses: what it answers, it answers later. */
function database(full = false) {
  const stored = new Map();
  const later = (result) => {
    const request = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const store = {
    put: (game) => stored.set(game.id, game),
    get: (id) => later(stored.get(id)),
    getAll: () => later([...stored.values()]),
    delete: (id) => later(stored.delete(id)),
  };
  const transaction = () => {
    const writing = { objectStore: () => store, error: new Error("full") };
    queueMicrotask(() => (full ? writing.onabort?.() : writing.oncomplete?.()));
    return writing;
  };
  const open = () => later({ transaction, createObjectStore: () => store });
  return { kept: stored, factory: { open } };
}

let site, sent, answers, changes;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [sent, answers, changes] = [[], [], []];
  site = {
    write: async (id, draft) => {
      sent.push({ id, ...draft });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? { version: draft.version + 1 };
    },
  };
});

const declined = (status, kind, details) =>
  new Declined({ status, type: `/api/v1/problems/${kind}`, detail: "why", ...details });

async function keeping(factory) {
  const store = await GameStore.open(factory);
  const draft = new Draft(newGame("g1", ""), store, site, () => changes.push(draft.status));
  return draft;
}

test("an entry is kept here before it is sent, and the site has it then", async () => {
  const { kept: stored, factory } = database();
  const draft = await keeping(factory);
  await draft.write("imhotep 1\na");
  assert.equal(stored.get("g1").log, "imhotep 1\na");
  await draft.busy;
  assert.deepEqual(changes, ["sending", "site"]);
  const { sent: siteLog, mark: left } = stored.get("g1");
  assert.deepEqual([draft.game.version, siteLog, left], [1, "imhotep 1\na", ""]);
});

test("what is made meanwhile goes with the next write, in one piece", async () => {
  const draft = await keeping(database().factory);
  draft.write("a");
  draft.write("ab");
  await draft.write("abc");
  await draft.busy;
  assert.ok(sent.length <= 2, "not a write for each");
  assert.equal(sent.at(-1).log, "abc");
  assert.deepEqual(sent.map(({ version }) => version), [0, 1].slice(0, sent.length));
});

test("without a connection it is sent again under its mark, less and less often", async () => {
  const draft = await keeping(database().factory);
  answers = [new Unreached(), new Unreached(7)];
  await draft.write("a");
  await draft.busy;
  assert.equal(draft.status, "waiting");
  mock.timers.tick(2000);
  await draft.busy;
  mock.timers.tick(6999);
  assert.equal(sent.length, 2, "the site said when");
  mock.timers.tick(1);
  await draft.busy;
  assert.equal(draft.status, "site");
  assert.equal(new Set(sent.map(({ mark }) => mark)).size, 1);
});

test("what may have got lost goes as it was, then what came later, on a new page too", async () => {
  const { factory } = database();
  const draft = await keeping(factory);
  answers = [new Unreached()];
  await draft.write("a");
  await draft.busy;
  const store = await GameStore.open(factory);
  const later = new Draft(await store.game("g1"), store, site, () => {});
  await later.write("ab");
  await later.busy;
  const texts = sent.map(({ log, version }) => [log, version]);
  assert.deepEqual(texts, [["a", 0], ["a", 0], ["ab", 1]]);
  assert.equal(sent[0].mark, sent[1].mark);
  assert.notEqual(sent[1].mark, sent[2].mark);
});

test("another device has gone on: nothing is sent until somebody has chosen", async () => {
  const draft = await keeping(database().factory);
  answers = [declined(409, "draft-changed", { version: 5, log: "theirs" })];
  await draft.write("mine");
  await draft.busy;
  assert.equal(draft.status, "other");
  await draft.write("mine, longer");
  assert.equal(sent.length, 1);
  await draft.keepLocal();
  assert.deepEqual([sent[1].version, sent[1].log, draft.status], [5, "mine, longer", "site"]);
});

test("what the other device wrote is taken, or both are kept", async () => {
  const changed = () => declined(409, "draft-changed", { version: 5, log: "theirs" });
  const first = await keeping(database().factory);
  answers = [changed()];
  await first.write("mine");
  await first.busy;
  assert.equal(await first.keepRemote(), "theirs");
  assert.deepEqual([first.game.version, first.status, first.game.log], [5, "site", "theirs"]);

  const { kept: stored, factory } = database();
  const second = await keeping(factory);
  answers = [changed()];
  await second.write("mine");
  await second.busy;
  await second.keepCopies("g2");
  assert.deepEqual([stored.get("g1").log, stored.get("g2").log], ["theirs", "mine"]);
  assert.deepEqual([sent.at(-1).id, sent.at(-1).version], ["g2", 0]);
});

test("what the site does not take stays here, and is told", async () => {
  const all = [[401, "", "stranger"], [404, "", "gone"], [409, "conflict", "refused"]];
  for (const [status, kind, how] of all) {
    const { kept: stored, factory } = database();
    const draft = await keeping(factory);
    answers = [declined(status, kind)];
    await draft.write("a");
    await draft.busy;
    assert.deepEqual([draft.status, draft.problem, stored.get("g1").log], [how, "why", "a"]);
  }
});

test("a browser that keeps nothing, or has no room, says so; the site has it then", async () => {
  const none = await keeping(undefined);
  assert.equal(none.store, null);
  answers = [declined(401, ""), declined(401, "")];
  await none.write("a");
  assert.ok(changes.includes("nowhere"));
  await none.busy;
  changes.length = 0;
  const full = await keeping(database(true).factory);
  await full.write("a");
  assert.ok(changes.includes("nowhere"));
});

test("what a game is brought for goes with it, also if it changes during a write", async () => {
  const draft = await keeping(database().factory);
  draft.game.occasion = "abcd2345";
  const { write } = site;
  site.write = (id, row) => {
    site.write = write;
    draft.bringFor("club:anchor");
    return write(id, row);
  };
  await draft.write("a");
  await draft.busy;
  assert.deepEqual(sent.map(({ log, occasion }) => [log, occasion]), [
    ["a", "abcd2345"], ["a", "club:anchor"],
  ]);
  answers = [declined(409, "draft-changed", { version: 7, log: "b", occasion: "" })];
  await draft.write("c");
  await draft.busy;
  await draft.keepRemote();
  assert.deepEqual([draft.game.log, draft.game.occasion], ["b", ""]);
});

test("a copy stays on this device", async () => {
  const draft = await keeping(database().factory);
  draft.game.copy = true;
  await draft.write("a");
  await draft.busy;
  assert.deepEqual([sent, draft.status], [[], "here"]);
});

test("games are listed, the last written one first, and dropped", async () => {
  const store = await GameStore.open(database().factory);
  await store.keep({ ...newGame("old", "a"), at: 1 });
  await store.keep({ ...newGame("new", "b"), at: 2 });
  assert.deepEqual((await store.games()).map(({ id }) => id), ["new", "old"]);
  await store.drop("new");
  assert.deepEqual([(await store.games()).length, (await store.game("old")).log], [1, "a"]);
});

test("the site's answers: a problem, a pause, a token that is too old", async () => {
  const requests = [];
  const replies = [];
  Object.assign(globalThis, {
    HTMLInputElement: Object,
    location: { pathname: "/record/" },
    DOMParser: class {
      parseFromString = () => ({ querySelector: () => ({ value: "new" }) });
    },
    fetch: async (url, { method, headers } = {}) => {
      requests.push([method ?? "GET", url, headers?.["X-CSRFToken"]]);
      const reply = replies.shift();
      if (!reply) throw new TypeError("no network");
      return reply;
    },
  });
  const json = (status, body, headers) => new Response(JSON.stringify(body), { status, headers });
  const real = new SiteApi("/api/v1", () => "old");
  await assert.rejects(real.drafts(), Unreached);
  replies.push(json(429, {}, { "Retry-After": "30" }));
  await assert.rejects(real.drafts(), { seconds: 30 });
  replies.push(json(404, { type: "about:blank", detail: "none" }));
  await assert.rejects(real.draft("x"), (problem) => problem.problem.status === 404);
  requests.length = 0;
  replies.push(json(403, { type: "/api/v1/problems/csrf" }), new Response("<p>"));
  replies.push(json(200, { version: 1 }));
  assert.deepEqual(await real.write("x", { log: "", version: 0, mark: "" }), { version: 1 });
  assert.deepEqual(requests.map(([, , token]) => token), ["old", undefined, "new"]);
  replies.push(new Response(null, { status: 204 }));
  assert.equal(await real.drop("x"), null);
});

test("what waits to be uploaded, or was, is no draft; changed, it is one again", async () => {
  const { factory } = database();
  const draft = await keeping(factory);
  await draft.write("a");
  await draft.busy;
  draft.game.upload = WAITS;
  await draft.send();
  assert.equal(draft.status, "waiting");
  draft.game.upload = "/uploads/1/";
  await draft.send();
  assert.equal(draft.status, "site");
  assert.equal(sent.length, 1);
  await draft.write("b");
  await draft.busy;
  assert.deepEqual([sent[1].log, sent[1].version, draft.game.upload], ["b", 0, ""]);
});

test("of games of another account nothing is shown", () => {
  const games = [newGame("g1", ""), { ...newGame("g2", ""), by: "ana" }];
  const visible = (handle) => games.filter((game) => isVisible(game, handle)).map(({ id }) => id);
  assert.deepEqual(visible("ana"), ["g1", "g2"]);
  assert.deepEqual(visible("ben"), ["g1"]);
  assert.deepEqual(visible(""), ["g1"]);
});
