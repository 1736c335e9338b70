// Hearing from the site: what is news, and what is done when the line breaks.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

let sources, live;

class EventSource extends EventTarget {
  static CLOSED = 2;
  readyState = 1;

  constructor(address) {
    super();
    this.address = address;
    sources.push(this);
  }

  close() { this.readyState = EventSource.CLOSED; }

  say(name, data = "{}") { this.dispatchEvent(Object.assign(new Event(name), { data })); }
}

let window;
const navigator = { onLine: true };
Object.defineProperty(globalThis, "navigator", { value: navigator });
const { Live } = await import("../../static/js/live.js");

const heard = [];

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  navigator.onLine = true;
  window = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { EventSource, document, window });
  sources = [];
  heard.length = 0;
  const events = { look: (data) => JSON.parse(data).fresh };
  live = new Live("/stream", events, { poll: 3000, reopen: 20_000 });
  for (const kind of ["news", "talk", "gone"]) live.addEventListener(kind, () => heard.push(kind));
  document.addEventListener("turns", () => heard.push("turns"));
  live.addEventListener("connection", ({ detail }) => heard.push(detail));
});

test("only what the page does not know is news", () => {
  sources[0].say("open");
  sources[0].say("look", '{"fresh": false}');
  sources[0].say("look", '{"fresh": true}');
  sources[0].say("talk");
  sources[0].say("turns");
  assert.deepEqual(heard, ["turns", "live", "news", "talk", "turns"]);
});

test("while the browser tries to reconnect, the page asks by itself", () => {
  sources[0].say("open");
  sources[0].readyState = 0;
  sources[0].say("error");
  mock.timers.tick(3000);
  assert.deepEqual(heard, ["turns", "live", "polling", "news", "talk", "turns"]);
  sources[0].say("open");
  mock.timers.tick(30_000);
  assert.deepEqual(heard.slice(6), ["turns", "live"], "no polling beside a stream");
  assert.equal(sources.length, 1);
});

test("a stream that the site closed is opened again later", () => {
  sources[0].readyState = EventSource.CLOSED;
  sources[0].say("error");
  mock.timers.tick(19_999);
  assert.equal(sources.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(sources.map(({ address }) => address), ["/stream", "/stream"]);
});

test("the site says goodbye; who may not look any longer hears so", () => {
  sources[0].say("bye", '{"why": "full"}');
  assert.deepEqual([heard, sources[0].readyState], [["polling"], EventSource.CLOSED]);
  sources[0].say("bye", '{"why": "gone"}');
  assert.deepEqual(heard, ["polling", "gone"]);
});

test("an old stream is not heard when another one is open", () => {
  window.dispatchEvent(new Event("online"));
  assert.equal(sources.length, 2);
  sources[0].say("error");
  assert.deepEqual(heard, []);
});

test("offline it waits", () => {
  navigator.onLine = false;
  window.dispatchEvent(new Event("offline"));
  sources[0].say("error");
  assert.deepEqual(heard, ["offline"]);
});

test("a page that nobody looks at keeps no line open, and asks now and then", () => {
  sources[0].say("open");
  live.pause();
  assert.equal(sources[0].readyState, EventSource.CLOSED);
  mock.timers.tick(60_000);
  assert.equal(sources.length, 1, "it is not opened again by itself");
  assert.equal(heard.filter((name) => name === "turns").length, 21);
  live.open();
  sources[1].say("open");
  assert.deepEqual(heard.slice(-2), ["turns", "live"]);
});
