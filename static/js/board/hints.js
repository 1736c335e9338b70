// Hints: a sentence about a thing under a resting mouse, the keyboard's focus or a long press.
// The sentences stand in the page's list of what is on the table.

import { findElements, findElement, getElement, dataValue } from "../page.js";
import { fetchWorth } from "./worth.js";

const HOVER_DELAY = 450; // milliseconds until a mouse at rest, or the focus, is answered
const STAY = 300; // milliseconds to go from the thing into the window
const HOLD = 500; // milliseconds of a finger
const NEAR = 10; // pixels that it may move meanwhile
const GAP = 8; // pixels between thing and window

/** @typedef {{ thing: Element, hint: Hint }} Match */
/** @typedef {{ key: string, title: string, sentence: string, address: string }} Hint */

/** The symbol of an address: `c5` of `#still-i-c5`. @param {string} href */
export function symbolName(href) {
  return /#(?:.*-)?i-([\w-]+)$/.exec(href)?.[1] ?? "";
}

/**
 * The position of a window of `size`, next to a thing at `box` and within `view`.
 * @param {{ left: number, top: number, right: number, bottom: number }} box
 * @param {{ width: number, height: number }} size
 * @param {{ width: number, height: number }} view
 */
export function placed(box, size, view) {
  const middle = (box.left + box.right - size.width) / 2;
  const left = Math.max(GAP, Math.min(middle, view.width - size.width - GAP));
  const below = box.bottom + GAP;
  const above = box.top - GAP - size.height;
  if (below + size.height <= view.height) return { left, top: below };
  return { left, top: Math.max(GAP, Math.min(above, view.height - size.height - GAP)) };
}

/** The card with the longest name that ends `text`. @param {string} text @param {Hint[]} hints */
export function findCardHint(text, hints) {
  const low = text.toLowerCase();
  const fits = (/** @type {Hint} */ { key, title }) =>
    key.startsWith("card-") && ` ${low}`.endsWith(` ${title.toLowerCase()}`);
  return hints.filter(fits).sort((some, other) => other.title.length - some.title.length).at(0);
}

class Hints {
  /** @type {Map<string, Hint>} by the name of a symbol or of a part of the table, and by key */
  hintsBySymbol = new Map();
  /** @type {Map<string, Hint>} */
  hintsByBlock = new Map();
  /** @type {Map<string, Hint>} */
  hintsByKey = new Map();
  /** @type {Element | null} what the window is about */
  about = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  pressed = false;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.box = getElement(list, "[data-hint-box]");
    for (const row of findElements(list, "[data-about]")) this.read(row);
    document.body.append(this.box);
    this.listen();
  }

  /** @param {HTMLElement} row */
  read(row) {
    const link = getElement(row, "a", HTMLAnchorElement);
    const hint = {
      key: dataValue(row, "about"),
      title: link.textContent ?? "",
      sentence: getElement(row, "dd").textContent ?? "",
      address: link.getAttribute("href") ?? "",
    };
    this.hintsByKey.set(hint.key, hint);
    for (const name of words(dataValue(row, "symbols"))) this.hintsBySymbol.set(name, hint);
    for (const name of words(dataValue(row, "blocks"))) this.hintsByBlock.set(name, hint);
  }

  listen() {
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) this.over(event);
    });
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) {
      document.addEventListener(kind, () => this.up());
    }
    document.addEventListener(
      "contextmenu", (event) => { if (this.pressed) event.preventDefault(); },
    );
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("focusin", (event) => this.focus(event.target));
    document.addEventListener("focusout", (event) => this.leave(event.relatedTarget));
    document.addEventListener("keydown", (event) => this.key(event), true);
    window.addEventListener("scroll", () => this.hide(), { passive: true, capture: true });
  }

  /** The thing with a hint, under what may be chosen. @param {PointerEvent} event */
  under(event) {
    if (!(event.target instanceof Element) || !event.target.closest("[data-table], [data-hint]")) {
      return null;
    }
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const match = element.matches("use, [data-hint]") ? this.find(element) : null;
      if (match && !match.thing.matches("[data-plate], [data-block]")) return match;
    }
    return this.find(event.target);
  }

  /** The hint at or around `target`. @param {EventTarget | null} target @returns {Match | null} */
  find(target) {
    if (!(target instanceof Element)) return null;
    const listed = target.closest("[data-spoken]");
    if (listed) return this.named(target);
    const marked = target.closest("[data-hint]");
    const markedHint = marked && this.hintsByKey.get(marked.getAttribute("data-hint") ?? "");
    if (markedHint) return { thing: marked, hint: markedHint };
    if (!target.closest("[data-table]")) return null;
    const symbol = target.closest("use");
    const symbolHint = symbol && this.hintsBySymbol.get(
      symbolName(symbol.getAttribute("href") ?? ""),
    );
    if (symbolHint) return { thing: symbol, hint: symbolHint };
    const part = target.closest("[data-plate], [data-block]") ??
      target.closest("[data-table] section")?.querySelector("[data-block]");
    const name = part?.getAttribute("data-plate") ?? part?.getAttribute("data-block") ?? "";
    const blockHint = this.hintsByBlock.get(name);
    return part && blockHint ? { thing: part, hint: blockHint } : null;
  }

  /** A cell with a card: "space 2: lever". @param {Element} thing @returns {Match | null} */
  named(thing) {
    const hint = thing.querySelector("li") ? undefined
      : findCardHint(thing.textContent ?? "", [...this.hintsByKey.values()]);
    return hint ? { thing, hint } : null;
  }

  /** @param {PointerEvent} event of a mouse */
  over(event) {
    clearTimeout(this.timer);
    if (event.target instanceof Node && this.box.contains(event.target)) return;
    const match = this.under(event);
    if (match && match.thing === this.about) return;
    this.later(
      () => (match ? this.show(match, event.target) : this.hide()), match ? HOVER_DELAY : STAY,
    );
  }

  /** @param {EventTarget | null} target what has the focus now */
  focus(target) {
    if (!(target instanceof Element) || this.box.contains(target)) return;
    const match = target.matches(":focus-visible") ? this.find(target) : null;
    if (match) this.later(() => this.show(match, target), HOVER_DELAY);
  }

  /** The focus leaves: what was said of the thing goes. @param {EventTarget | null} next */
  leave(next) {
    if (!(next instanceof Node && this.box.contains(next))) this.hide();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Node && this.box.contains(event.target)) return;
    this.hide();
    this.pressed = false;
    const match = event.pointerType === "mouse" ? null : this.under(event);
    if (!match) return;
    this.begun = { x: event.clientX, y: event.clientY };
    this.later(() => {
      this.pressed = true;
      this.show(match, event.target);
    }, HOLD);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.begun) return;
    if (Math.hypot(event.clientX - this.begun.x, event.clientY - this.begun.y) > NEAR) this.up();
  }

  up() {
    if (!this.begun) return;
    this.begun = undefined;
    if (!this.pressed) clearTimeout(this.timer);
  }

  /** @param {MouseEvent} event the click that a finger makes which has been answered is none */
  click(event) {
    if (!this.pressed) return;
    this.pressed = false;
    if (event.target instanceof Node && this.box.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.about) return;
    event.stopPropagation();
    this.hide();
  }

  /** @param {() => void} act @param {number} wait */
  later(act, wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, wait);
  }

  hide() {
    clearTimeout(this.timer);
    if (this.about) this.box.hidePopover();
    this.about = null;
  }

  /** @param {Match} match @param {EventTarget | null} target the anchor, if the thing is large */
  show({ thing, hint }, target) {
    this.hide();
    if (!thing.isConnected) return;
    const part = (/** @type {string} */ name) => getElement(this.box, `[data-hint-${name}]`);
    part("title").textContent = hint.title;
    part("sentence").textContent = hint.sentence;
    part("now").textContent = "";
    part("link").setAttribute("href", hint.address);
    this.box.showPopover();
    this.about = thing;
    const small = thing.getBoundingClientRect().height < innerHeight / 3;
    const anchor = small || !(target instanceof Element) ? thing : target;
    this.place(anchor);
    fetchWorth().then(({ [hint.key]: worth }) => {
      if (this.about !== thing || !worth) return;
      part("now").textContent = worth;
      this.place(anchor);
    });
  }

  /** @param {Element} thing */
  place(thing) {
    const view = { width: innerWidth, height: innerHeight };
    const { left, top } = placed(
      thing.getBoundingClientRect(), this.box.getBoundingClientRect(), view,
    );
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
  }
}

/** @param {string} text */
function words(text) {
  return text.split(" ").filter(Boolean);
}

if (typeof document !== "undefined") {
  const list = findElement(document, "[data-hints]");
  if (list && "showPopover" in HTMLElement.prototype) new Hints(list);
}
