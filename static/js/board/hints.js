// A sentence about what is pointed at: by a mouse that rests, by the keyboard's focus, by a finger
// that stays. The sentences stand in the page's list of what is on the table.

import { all, maybe, one, said } from "../page.js";
import { worths } from "./worth.js";

const REST = 450; // milliseconds until a mouse at rest, or the focus, is answered
const STAY = 300; // milliseconds to go from the thing into the window
const HOLD = 500; // milliseconds of a finger
const NEAR = 10; // pixels that it may move meanwhile
const GAP = 8; // pixels between thing and window

/** @typedef {{ thing: Element, hint: Hint }} Found */
/** @typedef {{ key: string, title: string, sentence: string, address: string }} Hint */

/**
 * The name of a symbol in an address within the page: `#still-i-c5` is `c5`.
 * @param {string} href
 */
export function symbolOf(href) {
  return /#(?:.*-)?i-([\w-]+)$/.exec(href)?.[1] ?? "";
}

/**
 * Where a window of `size` goes, beside a thing at `box` and within `view`.
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

/**
 * The card whose name a text ends with; the longest name, if there are several.
 * @param {string} text
 * @param {Hint[]} hints
 */
export function cardOf(text, hints) {
  const low = text.toLowerCase();
  const fits = (/** @type {Hint} */ { key, title }) =>
    key.startsWith("card-") && ` ${low}`.endsWith(` ${title.toLowerCase()}`);
  return hints.filter(fits).sort((some, other) => other.title.length - some.title.length).at(0);
}

class Hints {
  /** @type {Map<string, Hint>} by the name of a symbol or of a part of the table, and by key */
  bySymbol = new Map();
  /** @type {Map<string, Hint>} */
  byBlock = new Map();
  /** @type {Map<string, Hint>} */
  byKey = new Map();
  /** @type {Element | null} what the window is about */
  about = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  held = false;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.box = one(list, "[data-hint-box]", HTMLElement);
    for (const row of all(list, "[data-about]", HTMLElement)) this.read(row);
    document.body.append(this.box);
    this.listen();
  }

  /** @param {HTMLElement} row */
  read(row) {
    const link = one(row, "a", HTMLAnchorElement);
    const hint = {
      key: said(row, "about"),
      title: link.textContent ?? "",
      sentence: one(row, "dd", HTMLElement).textContent ?? "",
      address: link.getAttribute("href") ?? "",
    };
    this.byKey.set(hint.key, hint);
    for (const name of words(said(row, "symbols"))) this.bySymbol.set(name, hint);
    for (const name of words(said(row, "blocks"))) this.byBlock.set(name, hint);
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
    document.addEventListener("contextmenu", (event) => { if (this.held) event.preventDefault(); });
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("focusin", (event) => this.focus(event.target));
    document.addEventListener("keydown", (event) => this.key(event), true);
    window.addEventListener("scroll", () => this.hide(), { passive: true, capture: true });
  }

  /**
   * The thing under the pointer of which there is a sentence: what may be chosen covers it.
   * @param {PointerEvent} event
   * @returns {Found | null}
   */
  under(event) {
    if (!(event.target instanceof Element) || !event.target.closest("[data-table], [data-hint]")) {
      return null;
    }
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const found = element.matches("use, [data-hint]") ? this.find(element) : null;
      if (found && !found.thing.matches("[data-plate], [data-block]")) return found;
    }
    return this.find(event.target);
  }

  /**
   * The thing that `target` is, or is a part of, if there is a sentence about it.
   * @param {EventTarget | null} target
   * @returns {Found | null}
   */
  find(target) {
    if (!(target instanceof Element)) return null;
    const listed = target.closest("[data-spoken]");
    if (listed) return this.named(target);
    const marked = target.closest("[data-hint]");
    const own = marked && this.byKey.get(marked.getAttribute("data-hint") ?? "");
    if (own) return { thing: marked, hint: own };
    if (!target.closest("[data-table]")) return null;
    const symbol = target.closest("use");
    const drawn = symbol && this.bySymbol.get(symbolOf(symbol.getAttribute("href") ?? ""));
    if (drawn) return { thing: symbol, hint: drawn };
    const part = target.closest("[data-plate], [data-block]") ??
      target.closest("[data-table] section")?.querySelector("[data-block]");
    const name = part?.getAttribute("data-plate") ?? part?.getAttribute("data-block") ?? "";
    const whole = this.byBlock.get(name);
    return part && whole ? { thing: part, hint: whole } : null;
  }

  /**
   * A cell of a list that ends with the name of a card: "space 2: lever".
   * @param {Element} thing
   * @returns {Found | null}
   */
  named(thing) {
    const hint = thing.querySelector("li") ? undefined
      : cardOf(thing.textContent ?? "", [...this.byKey.values()]);
    return hint ? { thing, hint } : null;
  }

  /** @param {PointerEvent} event of a mouse */
  over(event) {
    clearTimeout(this.timer);
    if (event.target instanceof Node && this.box.contains(event.target)) return;
    const found = this.under(event);
    if (found && found.thing === this.about) return;
    this.later(() => (found ? this.show(found, event.target) : this.hide()), found ? REST : STAY);
  }

  /** @param {EventTarget | null} target what has the focus now */
  focus(target) {
    if (!(target instanceof Element) || this.box.contains(target)) return;
    const found = target.matches(":focus-visible") ? this.find(target) : null;
    if (found) this.later(() => this.show(found, target), REST);
    else if (this.about) this.later(() => this.hide(), STAY);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Node && this.box.contains(event.target)) return;
    this.hide();
    this.held = false;
    const found = event.pointerType === "mouse" ? null : this.under(event);
    if (!found) return;
    this.begun = { x: event.clientX, y: event.clientY };
    this.later(() => {
      this.held = true;
      this.show(found, event.target);
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
    if (!this.held) clearTimeout(this.timer);
  }

  /** @param {MouseEvent} event the click that a finger makes which has been answered is none */
  click(event) {
    if (!this.held) return;
    this.held = false;
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

  /**
   * @param {Found} found
   * @param {EventTarget | null} at what the window stands beside, if the thing is large
   */
  show({ thing, hint }, at) {
    this.hide();
    if (!thing.isConnected) return;
    const part = (/** @type {string} */ name) => one(this.box, `[data-hint-${name}]`, HTMLElement);
    part("title").textContent = hint.title;
    part("sentence").textContent = hint.sentence;
    part("now").textContent = "";
    part("link").setAttribute("href", hint.address);
    this.box.showPopover();
    this.about = thing;
    const small = thing.getBoundingClientRect().height < innerHeight / 3;
    const beside = small || !(at instanceof Element) ? thing : at;
    this.place(beside);
    worths().then(({ [hint.key]: worth }) => {
      if (this.about !== thing || !worth) return;
      part("now").textContent = worth;
      this.place(beside);
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
  const list = maybe(document, "[data-hints]", HTMLElement);
  if (list && "showPopover" in HTMLElement.prototype) new Hints(list);
}
