// The number in the head: it follows the site, leads on, and is put on title and icon.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

class Part extends EventTarget {
  constructor(dataset = {}, text = "") {
    super();
    Object.assign(this, { dataset, textContent: text, hidden: false, title: "", href: "" });
  }

  setAttribute(name, value) { this[name] = value; }

  checkVisibility() { return !this.hidden; }

  click() { this.clicked = true; }
}

const icon = [];
Object.defineProperty(globalThis, "navigator", {
  value: {
    setAppBadge: (n) => { icon.push(n); return Promise.resolve(); },
    clearAppBadge: () => { icon.push(0); return Promise.reject(new Error("no icon")); },
  },
});
const nothing = Object.assign(new EventTarget(), { querySelector: () => null });
class Field {}
Object.assign(globalThis, {
  document: nothing, window: new EventTarget(), HTMLElement: Part, HTMLAnchorElement: Part,
  HTMLInputElement: Field, HTMLTextAreaElement: Field, HTMLSelectElement: Field,
});
const { Turns } = await import("../../static/js/turns.js");

let badge, count, link, next, waits, waiting, answer, requests, doc;

function page(table) {
  const elements = { "[data-play]": table ? new Part({ tableId: table }) : null };
  doc = Object.assign(new EventTarget(), {
    title: "Games",
    hidden: false,
    querySelector: (selector) => elements[selector] ?? null,
    querySelectorAll: (selector) => (selector === "[data-waits]" ? [waits] : [next]),
  });
  Object.assign(globalThis, {
    document: doc,
    fetch: async (url) => { requests.push(url); return { ok: true, json: async () => answer }; },
  });
  return new Turns(badge);
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [icon.length, requests] = [0, []];
  [count, link, next] = [new Part({}, "0"), new Part(), new Part()];
  waiting = { "[data-waits-count]": new Part({}, "0"), "[data-waits-words]": new Part() };
  waits = Object.assign(new Part({ waits: "confirm" }), {
    querySelector: (selector) => waiting[selector],
  });
  badge = Object.assign(new Part({ asked: "/t.json", some: "/mine/", none: "/play/" }), {
    closest: () => link,
    querySelector: () => count,
  });
});

const answerWith = async (words) => {
  answer = words;
  doc.dispatchEvent(new Event("turns"));
  doc.dispatchEvent(new Event("turns"));
  mock.timers.tick(200);
  for (let wait = 0; wait < 20; wait += 1) await Promise.resolve();
};

test("it follows what the site says, in both directions", async () => {
  page("");
  assert.deepEqual([doc.title, icon], ["Games", [0]]);
  await answerWith({ turns: 2, words: "Two.", next: "/tables/b/" });
  assert.deepEqual(requests, ["/t.json"], "several hints are one question");
  assert.deepEqual([badge.hidden, badge.title, count.textContent], [false, "Two.", "2"]);
  assert.deepEqual([doc.title, link.href, next.href], ["(2) Games", "/mine/", "/tables/b/"]);
  await answerWith({ turns: 0, words: "", next: "" });
  assert.deepEqual([badge.hidden, next.hidden, link.href], [true, true, "/play/"]);
  assert.deepEqual([doc.title, icon], ["Games", [0, 2, 0]]);
});

test("what waits beside the account is counted, shown and hidden", async () => {
  page("");
  const confirm = { n: 3, words: "3 games to confirm" };
  await answerWith({ turns: 0, words: "", next: "", waits: { confirm } });
  assert.deepEqual([waits.hidden, waits.title], [false, "3 games to confirm"]);
  assert.deepEqual(Object.values(waiting).map((part) => part.textContent), ["3", confirm.words]);
  await answerWith({ turns: 0, words: "", next: "", waits: { confirm: { n: 0, words: "" } } });
  assert.equal(waits.hidden, true);
  await answerWith({ turns: 0, words: "", next: "" });
  assert.equal(waits.hidden, true, "an answer of an earlier version says nothing of it");
});

test("a table keeps its title, and is not its own next table", async () => {
  page("t1");
  await answerWith({ turns: 1, words: "One.", next: "" });
  assert.deepEqual([requests, doc.title], [["/t.json?besides=t1"], "Games"]);
});

test("one key leads on, if there is a table to go to", () => {
  page("t1");
  const press = (modifiers = {}) => doc.dispatchEvent(
    Object.assign(new Event("keydown"), { key: "n", ...modifiers }),
  );
  next.hidden = true;
  press();
  next.hidden = false;
  press({ ctrlKey: true });
  assert.equal(next.clicked, undefined);
  press();
  assert.equal(next.clicked, true);
});
