// An entry on its way: kept until it is answered, sent again under its key, thrown away if the
// table has moved on.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Outbox } from "../../static/js/table/outbox.js";

const entry = { ply: 12, text: "load 2.1", key: "k1" };
const words = { unsent: "not sent yet", tooLate: "too late", stale: "look again" };
let stored, answers, requests, retries;

const root = {
  dataset: { api: "/api/v1/tables/t1", tableId: "t1", own: "0", ...words },
  querySelector: () => null,
};
const outbox = () => new Outbox(root, () => { retries += 1; });
const json = (status, body = {}) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  stored = new Map();
  [answers, requests, retries] = [[], [], 0];
  Object.assign(globalThis, {
    HTMLInputElement: Object,
    HTMLElement: Object,
    document: { querySelector: () => null },
    sessionStorage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => stored.set(name, value),
      removeItem: (name) => stored.delete(name),
    },
    fetch: async (url, { body }) => {
      requests.push([url, JSON.parse(body)]);
      const answer = answers.shift();
      if (!answer) throw new TypeError("no network");
      return answer;
    },
  });
});

test("what is answered is kept no longer", async () => {
  const box = outbox();
  box.hold(entry);
  assert.equal(stored.size, 1, "kept before it is sent");
  answers = [json(201)];
  assert.equal((await box.send()).came, "sent");
  assert.deepEqual([box.pending, stored.size], [null, 0]);
});

test("what may have got lost is sent again under the same key, less and less often", async () => {
  const box = outbox();
  box.hold(entry);
  for (const pause of [2000, 4000, 8000, 15_000, 30_000, 30_000]) {
    assert.deepEqual(await box.send(), { came: "unsent", problem: words.unsent, stale: false });
    const before = retries;
    mock.timers.tick(pause - 1);
    assert.equal(retries, before);
    mock.timers.tick(1);
    assert.equal(retries, before + 1);
  }
  answers = [json(503)];
  assert.equal((await box.send()).came, "unsent", "the site could not answer");
  answers = [json(201)];
  assert.equal((await box.send()).came, "sent");
  assert.deepEqual(new Set(requests.map(([, sent]) => sent.key)), new Set(["k1"]));
  mock.timers.tick(60_000);
  assert.equal(retries, 6, "nothing is tried after the answer");
});

test("a page that is loaded again finds it, for its own table and seat", async () => {
  outbox().hold(entry);
  const later = outbox();
  assert.deepEqual([later.pending, later.late], [entry, true]);
  const other = new Outbox({ ...root, dataset: { ...root.dataset, own: "1" } }, () => {});
  assert.equal(other.pending, null);
  stored.set([...stored.keys()][0], '{"ply": "x"}');
  assert.equal(outbox().pending, null);
});

test("the table has moved on: it is thrown away, and only a late one is called late", async () => {
  const box = outbox();
  box.hold(entry);
  answers = [json(409)];
  assert.equal((await box.send()).problem, words.stale);
  box.hold(entry);
  await box.send();
  answers = [json(409)];
  const answer = await box.send();
  assert.deepEqual([answer.problem, answer.stale, box.pending], [words.tooLate, true, null]);
});

test("what is taken back is not sent", async () => {
  const box = outbox();
  box.hold(entry);
  await box.send();
  box.drop();
  mock.timers.tick(60_000);
  assert.deepEqual([retries, stored.size], [0, 0]);
  await box.send();
  assert.equal(requests.length, 1);
});

test("a refusal says why", async () => {
  const box = outbox();
  box.hold(entry);
  answers = [json(422, { detail: "Too light.", place: "4.2", rule_url: "/rules/x/" })];
  const answer = await box.send();
  assert.deepEqual([answer.came, answer.problem], ["refused", "Too light."]);
  assert.equal(answer.ruling.url, "/rules/x/");
});
