// The service worker: what a click on a notice leads to, and pages without a network.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** What the worker was asked to do, in its order. */
let done;
let tabs;

class Self extends EventTarget {
  location = new URL("https://example.org/sw.js");
  registration = {};
  clients = {
    matchAll: async () => tabs,
    openWindow: async (url) => done.push(["open", url]),
  };
}

const self = new Self();
Object.defineProperty(globalThis, "self", { value: self });
await import("../../static/js/worker.js");

const tab = (url) => ({ url, focus: async () => done.push(["focus", url]) });

/** Click on a notice with this data. */
async function click(data) {
  const waited = [];
  const notification = { data, close: () => done.push(["close"]) };
  const event = Object.assign(new Event("notificationclick"), {
    notification, waitUntil: (promise) => waited.push(promise),
  });
  self.dispatchEvent(event);
  await Promise.all(waited);
  return waited.length;
}

beforeEach(() => {
  done = [];
  tabs = [tab("https://example.org/games/"), tab("https://example.org/tables/abc/?talk")];
});

test("a click goes to the tab that has the table open", async () => {
  assert.equal(await click({ url: "/tables/abc/" }), 1, "the worker stays until it is done");
  assert.deepEqual(done, [["close"], ["focus", "https://example.org/tables/abc/?talk"]]);
});

test("without such a tab the table is opened", async () => {
  await click({ url: "/tables/other/" });
  assert.deepEqual(done, [["close"], ["open", "/tables/other/"]]);
});

test("a notice that says nothing leads home, and one of another site nowhere", async () => {
  await click(undefined);
  assert.deepEqual(done, [["close"], ["open", "/"]]);
  done = [];
  await click({ url: "https://elsewhere.example/tables/abc/" });
  await click({ url: "//elsewhere.example/" });
  assert.deepEqual(done, [["close"], ["close"]]);
});

// --------------------------------------------------------------------------------- no network

/** Open a page whose preload ends so, while the network is away. */
async function open(path, preloadResponse) {
  let answer;
  self.dispatchEvent(Object.assign(new Event("fetch"), {
    request: { url: `https://example.org${path}`, method: "GET", mode: "navigate" },
    preloadResponse,
    respondWith: (promise) => { answer = promise; },
  }));
  return (await answer).text();
}

const pages = new Map([["/offline/", "no connection"], ["/record/", "the recorder"]]);
const stored = { match: async (request) => pages.has(request) && new Response(pages.get(request)) };

test("without a network stored pages come, whatever the preload is", async (context) => {
  context.mock.method(globalThis, "fetch", async () => { throw new TypeError("no network"); });
  globalThis.caches = {
    ...stored, keys: async () => ["recorder-1"], open: async () => stored,
  };
  const preloads = {
    "an error response, as in Firefox": () => Promise.resolve(Response.error()),
    "a rejection, as in Chromium": () => Promise.reject(new TypeError("no network")),
    "no preload": () => Promise.resolve(undefined),
  };
  for (const [name, preload] of Object.entries(preloads)) {
    assert.equal(await open("/games/", preload()), "no connection", name);
    assert.equal(await open("/record/", preload()), "the recorder", name);
  }
  delete globalThis.caches;
});

test("a preload that came is the answer", async () => {
  assert.equal(await open("/games/", Promise.resolve(new Response("games"))), "games");
});
