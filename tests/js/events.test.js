// What a key, a click or a finger is meant for.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { gesture, isPlainClick, isTyping } from "../../static/js/board/events.js";

class HTMLElement {
  isContentEditable = false;
}
class HTMLInputElement extends HTMLElement {
  constructor(type) {
    super();
    this.type = type;
  }
}
class HTMLTextAreaElement extends HTMLElement {}
class HTMLSelectElement extends HTMLElement {}

before(() => Object.assign(globalThis, {
  HTMLElement, HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement,
}));

test("keys in fields belong to what is written there", () => {
  for (const field of [new HTMLInputElement("text"), new HTMLInputElement("search"),
    new HTMLTextAreaElement(), new HTMLSelectElement()]) {
    assert.equal(isTyping(field), true);
  }
  assert.equal(isTyping(Object.assign(new HTMLElement(), { isContentEditable: true })), true);
});

test("sliders, ticks and everything else leave keys to the page", () => {
  for (const type of ["range", "checkbox"]) {
    assert.equal(isTyping(new HTMLInputElement(type)), false);
  }
  assert.equal(isTyping(new HTMLElement()), false);
  assert.equal(isTyping(null), false);
});

const click = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test("only a click without anything else is for the page", () => {
  assert.equal(isPlainClick(click), true);
  for (const modifiers of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true },
    { altKey: true }]) {
    assert.equal(isPlainClick({ ...click, ...modifiers }), false, JSON.stringify(modifiers));
  }
});

const finger = (clientX, clientY) => ({ clientX, clientY });

test("a swipe to the left goes on, to the right goes back", () => {
  assert.equal(gesture(finger(100, 0), finger(50, 10)), "next");
  assert.equal(gesture(finger(100, 0), finger(150, 10)), "back");
});

test("a short way, or one that is as much up and down, is no swipe", () => {
  assert.equal(gesture(finger(100, 0), finger(60, 0)), "");
  assert.equal(gesture(finger(100, 0), finger(50, 25)), "");
});
