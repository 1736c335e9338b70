// The engine of a recording: calls and answers, what is kept, and what goes wrong.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Engine, EngineFailure, Refused } from "../../static/js/recorder/engine.js";

const PLACES = { worker: "/w.js", pyodide: "/p/", python: "/p.zip" };

/** A worker that says what it is told to. */
class Fake extends EventTarget {
  heard = [];
  ended = false;

  postMessage(call) {
    this.heard.push(call);
  }

  say(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  terminate() {
    this.ended = true;
  }
}

let fake;
let engine;
const step = (s) => ({ s, d: {}, a: 0, r: 1, t: 1 });
const common = { whole: false, layout: "a", rules: {}, problem: null, rest: [] };
const opening = {
  ...common, whole: true, kept: 0, steps: [step("one"), step("two")], rules: { r: 1 },
  entries: [["one", false], ["two", true]], opening: { key: [0, "x", 1, 2] }, names: ["Ana"],
};

beforeEach(() => {
  fake = new Fake();
  engine = new Engine(PLACES, (address) => (assert.equal(address, "/w.js"), fake));
});

test("it starts with where things lie, and is ready when the worker says so", async () => {
  const places = { pyodide: PLACES.pyodide, python: PLACES.python };
  assert.deepEqual(fake.heard, [{ id: 1, name: "start", args: [places] }]);
  fake.say({ id: 1, answer: null });
  await engine.ready;
});

test("what is asked before it is ready is asked all the same, in its order", async () => {
  const opened = engine.open("imhotep 1");
  const done = engine.do("take");
  assert.deepEqual(fake.heard.slice(1), [
    { id: 2, name: "open", args: ["imhotep 1"] }, { id: 3, name: "do", args: ["take"] },
  ]);
  fake.say({ id: 1, answer: null });
  fake.say({ id: 2, answer: opening });
  assert.equal(await opened, opening);
  assert.deepEqual(engine.payload.steps.map(({ s }) => s), ["one", "two"]);
  const three = { ...common, kept: 2, steps: [step("three")], entries: [["three", false]],
    rules: { q: 2 } };
  fake.say({ id: 3, answer: three });
  assert.equal(await done, three);
  assert.equal(engine.answer, three);
  assert.deepEqual(engine.payload.steps.map(({ s }) => s), ["one", "two", "three"]);
  assert.deepEqual(engine.payload.rules, { r: 1, q: 2 });
  assert.deepEqual(engine.payload.opening, opening.opening, "kept from the beginning");
});

test("steps that no longer stand are forgotten, and a whole answer begins anew", () => {
  fake.say({ id: 2, answer: opening });
  engine.back(1);
  const changed = { ...common, kept: 1, steps: [step("other")], entries: [["other", false]] };
  fake.say({ id: 3, answer: changed });
  assert.deepEqual(engine.payload.steps.map(({ s }) => s), ["one", "other"]);
  assert.deepEqual(engine.entries, [["one", false], ["other", false]]);
  fake.say({ id: 4, answer: opening });
  assert.deepEqual(engine.entries, opening.entries);
  assert.deepEqual(engine.payload.steps, opening.steps);
});

test("every call has its name and its arguments", () => {
  engine.back();
  engine.back(7);
  engine.jump(0);
  engine.retryRemaining();
  engine.log();
  assert.deepEqual(fake.heard.slice(1).map(({ name, args }) => [name, ...args]), [
    ["back", 1], ["back", 7], ["jump", 0], ["again"], ["log"],
  ]);
});

test("what is refused changes nothing, and the next call is answered", async () => {
  fake.say({ id: 1, answer: null });
  const refused = engine.do("sail 1 temple");
  const next = engine.log();
  fake.say({ id: 2, refused: { words: "the ship is too light", place: "R2.4" } });
  await assert.rejects(refused, (error) =>
    error instanceof Refused && error.problem.place === "R2.4" && /too light/.test(error.message));
  assert.equal(engine.payload, null);
  fake.say({ id: 3, answer: { text: "imhotep 1" } });
  assert.equal((await next).text, "imhotep 1");
  assert.equal(engine.answer, null, "a log is no answer of the table");
  assert.equal(fake.ended, false);
});

test("a worker that cannot start refuses all that waits, and says why", async () => {
  const opened = engine.open("imhotep 1");
  fake.say({ id: 1, failed: "network", said: "404" });
  for (const promise of [engine.ready, opened, engine.do("take")]) {
    await assert.rejects(
      promise, (error) => error instanceof EngineFailure && error.reason === "network",
    );
  }
  assert.ok(fake.ended);
});

test("a worker that cannot be had, and one that dies", async () => {
  fake.dispatchEvent(new Event("error"));
  await assert.rejects(engine.ready, { reason: "network" });
  const late = new Engine(PLACES, () => (fake = new Fake()));
  fake.say({ id: 1, answer: null });
  await late.ready;
  const pending = late.do("take");
  fake.dispatchEvent(new Event("error"));
  await assert.rejects(pending, { reason: "crash" });
  const none = new Engine(PLACES, () => {
    throw new Error("not here");
  });
  await assert.rejects(none.ready, { reason: "start" });
});

test("without WebAssembly it says so at once", async () => {
  const original = globalThis.WebAssembly;
  globalThis.WebAssembly = undefined;
  try {
    const none = new Engine(PLACES, () => assert.fail("no worker is needed"));
    await assert.rejects(none.ready, { reason: "webassembly" });
    await assert.rejects(none.open(""), EngineFailure);
  } finally {
    globalThis.WebAssembly = original;
  }
});
