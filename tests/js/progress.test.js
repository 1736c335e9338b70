// The judging of an upload is followed until it is done.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { pollStatus } from "../../static/js/progress.js";

afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

/** Answers one after the other; time passes as fast as it is asked for. */
function site(...answers) {
  const pauses = [];
  mock.method(globalThis, "setTimeout", (done, pause) => {
    pauses.push(pause);
    queueMicrotask(done);
  });
  const requests = mock.method(globalThis, "fetch", async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (typeof answer === "number") return new Response("", { status: answer });
    return new Response(JSON.stringify(answer));
  });
  return { pauses, asked: requests };
}

test("every answer is shown, and the last one given", async () => {
  site({ waiting: 2 }, { waiting: 1 }, { waiting: 0, done: true });
  const statuses = [];
  const last = await pollStatus("/status", (status) => statuses.push(status.waiting));
  assert.deepEqual([statuses, last.done], [[2, 1, 0], true]);
});

test("it asks at growing intervals, at most a second apart", async () => {
  const { pauses } = site(...Array(9).fill({ waiting: 1 }), { done: true });
  await pollStatus("/status", () => {});
  assert.deepEqual(pauses.slice(0, 3), [150, 225, 337.5]);
  assert.equal(pauses.at(-1), 1000);
});

test("failures are tried again, and eight in a row are an error", async () => {
  const some = site(503, 503, { waiting: 1 }, 503, { done: true });
  await pollStatus("/status", () => {});
  assert.equal(some.asked.mock.callCount(), 5);
  mock.restoreAll();
  const all = site(503);
  await assert.rejects(pollStatus("/status", () => {}), /status: 503/);
  assert.equal(all.asked.mock.callCount(), 8);
});
