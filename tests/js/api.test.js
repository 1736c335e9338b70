// Answers of the site.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { runSerially, readJson, HttpError } from "../../static/js/board/api.js";

afterEach(() => mock.restoreAll());

const answer = (body, status) => mock.method(globalThis, "fetch", async () => (
  new Response(body, { status })
));

test("what the site answers is read", async () => {
  const requests = answer('{"html": "<p>"}', 200);
  assert.deepEqual(await readJson("/graph.json", { method: "POST" }), { html: "<p>" });
  const options = { method: "POST", headers: { Accept: "application/json" } };
  assert.deepEqual(requests.mock.calls[0].arguments, ["/graph.json", options]);
});

test("a refusal is an error that knows its status", async () => {
  answer('{"detail": "no"}', 403);
  await assert.rejects(readJson("/secret.json"), (error) => {
    assert.ok(error instanceof HttpError);
    assert.deepEqual([error.status, error.message], [403, "/secret.json: 403"]);
    return true;
  });
});

test("without a connection the error is that of fetch", async () => {
  mock.method(globalThis, "fetch", async () => { throw new TypeError("offline"); });
  await assert.rejects(readJson("/any.json"), TypeError);
});

test("what is no JSON is an error", async () => {
  answer("<html>", 200);
  await assert.rejects(readJson("/any.json"), SyntaxError);
});

test("questions made meanwhile are one more question, also after a failure", async () => {
  const answers = [];
  const question = mock.fn(() => new Promise((resolve, reject) => {
    answers.push({ resolve, reject });
  }));
  const ask = runSerially(question);
  const first = ask();
  await Promise.all([ask(), ask()]);
  assert.equal(question.mock.callCount(), 1);
  answers[0].resolve();
  for (let wait = 0; wait < 5; wait += 1) await Promise.resolve();
  assert.equal(question.mock.callCount(), 2);
  answers[1].reject(new TypeError("offline"));
  await assert.rejects(first, TypeError);
  const later = ask();
  answers[2].resolve();
  await later;
  assert.equal(question.mock.callCount(), 3);
});
