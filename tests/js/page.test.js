// What is on the page is found, or missed by name.

import assert from "node:assert/strict";
import { test } from "node:test";

class Element {}
class HTMLElement extends Element {
  dataset = {};
}
class HTMLInputElement extends HTMLElement {
  value = "";
}
class SVGElement extends Element {}
Object.assign(globalThis, { Element, HTMLElement, HTMLInputElement, SVGElement });
const {
  copyField, csrfToken, dataValue, findElement, findElements, getElement, hitElement,
  tellOfPlainHttp,
} =
  await import("../../static/js/page.js");

const input = new HTMLInputElement();
const page = (...elements) => ({
  querySelector: () => elements[0] ?? null,
  querySelectorAll: () => elements,
});

test("one is there and of its kind, or an error that names it", () => {
  assert.equal(getElement(page(input), "#name", HTMLElement), input);
  assert.throws(() => getElement(page(), "#name", HTMLElement), /#name is not on the page/);
  assert.throws(() => getElement(page(input), "#name", SVGElement), /#name is no SVGElement/);
});

test("what may be missing is null", () => {
  assert.equal(findElement(page(), "#name", HTMLElement), null);
  assert.throws(() => findElement(page(input), "#name", SVGElement), TypeError);
});

test("all are those of the kind", () => {
  const other = new SVGElement();
  assert.deepEqual(findElements(page(input, other), "*", HTMLElement), [input]);
});

test("an event hits the nearest element, if it hits one at all", () => {
  const target = Object.assign(new Element(), { closest: (selector) => selector === "a" && input });
  assert.equal(hitElement({ target }, "a"), input);
  assert.equal(hitElement({ target: {} }, "a"), null);
  assert.equal(
    hitElement({ target: Object.assign(new Element(), { closest: () => null }) }, "b"), null,
  );
});

test("what is not said is empty", () => {
  assert.equal(dataValue(input, "nothing"), "");
  assert.equal(
    dataValue(Object.assign(new HTMLElement(), { dataset: { word: "a" } }), "word"), "a",
  );
});

test("the token of the page is that of its form; without a form there is none", () => {
  assert.equal(csrfToken(page(Object.assign(new HTMLInputElement(), { value: "t" }))), "t");
  assert.equal(csrfToken(page()), "");
});

test("what plain HTTP keeps back is said there alone", () => {
  const words = new HTMLElement();
  for (const isSecureContext of [false, true]) {
    Object.assign(globalThis, { isSecureContext });
    tellOfPlainHttp(page(words));
    assert.equal(words.hidden, isSecureContext);
  }
});

test("a link is copied over plain HTTP too, or not said to be", async () => {
  const field = Object.assign(new HTMLInputElement(), { select: () => {} });
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  for (const can of [true, false]) {
    const requests = [];
    globalThis.document = { execCommand: (name) => (requests.push(name), can) };
    if (can) await copyField(field);
    else await assert.rejects(copyField(field), /cannot be copied/);
    assert.deepEqual(requests, ["copy"]);
  }
});
