// The replay as one seat sees it: where its steps and its graph are.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { viewUrl, fetchPayload, fetchView } from "../../static/js/replay/frames_source.js";

const payload = "/games/abc/replay.json?v=3";
const root = { dataset: { base: "/games/abc/", version: "3", payload } };

afterEach(() => mock.restoreAll());

test("an address names the version, so that it can be kept for ever, and the seat", () => {
  assert.equal(viewUrl(root, "graph.json", "white"), "/games/abc/graph.json?v=3&seat=white");
});

test("steps of a stored game are fetched from its address", async () => {
  const urls = [];
  mock.method(globalThis, "fetch", async (url) => {
    urls.push(url);
    return new Response('{"seat": "all"}');
  });
  assert.deepEqual(await fetchPayload(root), { seat: "all" });
  await fetchView(root, "black");
  assert.deepEqual(urls, [payload, "/games/abc/replay.json?v=3&seat=black"]);
});
