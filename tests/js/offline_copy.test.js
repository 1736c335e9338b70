// What the service worker keeps for recording, and when it gives it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { storeForOffline } from "../../static/js/recorder/offline_copy.js";

const ORIGIN = "https://example.org";

/** @returns {string} the path of a request */
const requestPath = (request) => new URL(request.url ?? request, ORIGIN).pathname;

class Cache {
  responses = new Map();
  async match(request) {
    return this.responses.get(requestPath(request))?.clone();
  }
  async put(request, answer) {
    this.responses.set(requestPath(request), answer);
  }
  async addAll(paths) {
    const answers = await Promise.all(paths.map((path) => fetch(path)));
    if (answers.some((answer) => !answer.ok)) throw new TypeError("not all");
    paths.forEach((path, index) => this.responses.set(requestPath(path), answers[index]));
  }
}

/** @type {Map<string, Cache>} */
let stored = new Map();
/** @type {Map<string, string>} the site: bodies by path */
let site = new Map();
let online = true;
let requests = [];

globalThis.caches = {
  keys: async () => [...stored.keys()],
  open: async (name) => stored.get(name) ?? stored.set(name, new Cache()).get(name),
  delete: async (name) => stored.delete(name),
  match: async (request) => {
    for (const cache of stored.values()) {
      const match = await cache.match(request);
      if (match) return match;
    }
    return undefined;
  },
};
globalThis.fetch = async (request, init) => {
  requests.push([requestPath(request), init?.credentials ?? ""]);
  if (!online) throw new TypeError("no network");
  const body = site.get(requestPath(request));
  return new Response(body ?? "", { status: body === undefined ? 404 : 200 });
};

class Self extends EventTarget {
  location = new URL(`${ORIGIN}/sw.js`);
  registration = {};
  clients = { claim: async () => {} };
}
const self = new Self();
Object.defineProperty(globalThis, "self", { value: self, configurable: true });
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
await import("../../static/js/worker.js");

/** Ask it to keep what is needed; whether it did. */
async function keep(language = "de") {
  const messages = [];
  const waited = [];
  const event = Object.assign(new Event("message"), {
    data: { record: language }, ports: [{ postMessage: (data) => messages.push(data) }],
    waitUntil: (promise) => waited.push(promise),
  });
  self.dispatchEvent(event);
  await Promise.all(waited);
  return messages.length ? messages[0].isKept : undefined;
}

/** What is answered to a request; undefined: it is left to the browser. */
async function answered(path, mode = "no-cors") {
  let answer;
  const event = Object.assign(new Event("fetch"), {
    request: { url: `${ORIGIN}${path}`, method: "GET", mode },
    respondWith: (response) => (answer = response), preloadResponse: undefined, waitUntil: () => {},
  });
  self.dispatchEvent(event);
  return answer && (await answer).text();
}

const list = (version, files) => JSON.stringify({ version, page: "/record/", files });

beforeEach(() => {
  stored = new Map();
  online = true;
  requests = [];
  site = new Map([
    ["/record/", "page 1"], ["/static/js/a.js", "script 1"], ["/record/pyodide/1/x.wasm", "python"],
    ["/record/kept.json", list("1", ["/static/js/a.js", "/record/pyodide/1/x.wasm"])],
  ]);
});

test("page and parts are given when the network is gone", async () => {
  assert.equal(await keep(), true);
  online = false;
  assert.equal(await answered("/record/?draft=3", "navigate"), "page 1");
  assert.equal(await answered("/static/js/a.js"), "script 1");
  assert.equal(await answered("/record/pyodide/1/x.wasm"), "python");
});

test("the page that is kept is a stranger's", async () => {
  await keep();
  const pages = requests.filter(([path]) => path === "/record/");
  assert.deepEqual(pages, [["/record/", "omit"]]);
});

test("with a network the site is asked, but for what never changes", async () => {
  await keep();
  site.set("/record/", "page 2").set("/static/js/a.js", "script 2");
  site.set("/record/pyodide/1/x.wasm", "another");
  assert.equal(await answered("/record/", "navigate"), "page 2");
  assert.equal(await answered("/static/js/a.js"), "script 2");
  assert.equal(await answered("/record/pyodide/1/x.wasm"), "python");
});

test("another release takes the place of the old one, whole", async () => {
  await keep();
  site.set("/record/", "page 2").set("/static/js/a.js", "script 2");
  site.set("/record/kept.json", list("2", ["/static/js/a.js"]));
  assert.equal(await keep(), true);
  assert.deepEqual([...stored.keys()], ["recorder-2"]);
  online = false;
  assert.equal(await answered("/record/", "navigate"), "page 2");
  assert.equal(await answered("/static/js/a.js"), "script 2");
});

test("a new service worker leaves the memory of the recorder's Python alone", async () => {
  await keep();
  for (const name of ["imhotep-old", "python-memory"]) await globalThis.caches.open(name);
  const waited = [];
  self.dispatchEvent(Object.assign(new Event("activate"), {
    waitUntil: (promise) => waited.push(promise),
  }));
  await Promise.all(waited);
  assert.deepEqual([...stored.keys()], ["recorder-1", "python-memory"]);
});

test("a release that cannot be fetched whole leaves the old one", async () => {
  await keep();
  site.set("/record/", "page 2");
  site.set("/record/kept.json", list("2", ["/static/js/a.js", "/static/js/lost.js"]));
  assert.equal(await keep(), false);
  online = false;
  assert.equal(await answered("/record/", "navigate"), "page 1");
});

test("a page that the site refuses, or a list that is not there, is not kept", async () => {
  site.delete("/record/");
  assert.equal(await keep(), false);
  site.delete("/record/kept.json");
  assert.equal(await keep(), false);
  online = false;
  await assert.rejects(() => answered("/record/", "navigate"), /no network/);
});

test("no other page is given in place of what the site says", async () => {
  await keep();
  online = false;
  await assert.rejects(() => answered("/games/", "navigate"), /no network/);
  assert.equal(await answered("/api/v1/games"), undefined);
});

test("it keeps nothing for another answer", async () => {
  for (const word of ["", "../", "deu", 7, null]) assert.equal(await keep(word), undefined);
  assert.deepEqual(requests, []);
});

test("a page asks for it, and learns whether it is so", async () => {
  const heard = [];
  const active = {
    postMessage: (data, [port]) => (heard.push(data), port.postMessage({ isKept: true })),
  };
  const workers = { register: async () => ({}), ready: Promise.resolve({ active }) };
  assert.equal(await storeForOffline("pl", workers), true);
  assert.deepEqual(heard, [{ record: "pl" }]);
  const none = { register: () => Promise.reject(new Error("no")), ready: new Promise(() => {}) };
  assert.equal(await storeForOffline("pl", none), false);
  assert.equal(await storeForOffline("pl", undefined), false);
});
