// The service worker: what a click on a notice leads to.

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
