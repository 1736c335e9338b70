// The position as lists for screen readers, one for each part of the table: walked by arrow keys
// when the focus is in one, and read aloud.

import { createNode, dataValue, findElement, findElements, hitElement } from "../page.js";
import { fetchWorth } from "./worth.js";

/** @import { SpokenLines, Frames } from "./frames.js" */

/** A line of a list, and the cells in it. @typedef {{ words: string, cells: string[] }} Line */

const QUIET = 150; // milliseconds without a step until the lists say it
const LATE = 600; // milliseconds that reading aloud waits for what sites are worth
const FULL_LISTS = /^(harbour|market|seat\d+)$/; // read to the end with the whole position

/** @typedef {[line: number, cell: number]} Place a cell of a line; -1 is the line itself */

export class Spoken {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;
  /** @type {HTMLElement[]} */
  lists = [];
  /** @type {(() => void) | undefined} what the lists have still to say */
  due = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.findLists();
  }

  /** The lists in the page: those that were there, or others. */
  findLists() {
    this.lists = findElements(this.root, "[data-spoken]");
    for (const list of this.lists) reach(list);
  }

  /** Say step `ply`, when no other follows at once. @param {Frames} frames @param {number} ply */
  show(frames, ply) {
    clearTimeout(this.waiting);
    this.due = () => this.write(frames.heard(ply));
    this.waiting = setTimeout(() => this.writeDue(), QUIET);
  }

  /** Say what is due. */
  writeDue() {
    clearTimeout(this.waiting);
    this.due?.();
    this.due = undefined;
  }

  /** @param {SpokenLines} heard */
  write(heard) {
    const lines = groupLines(heard);
    for (const list of this.lists) {
      const focused = focusedPlace(list);
      fill(list, lines.get(dataValue(list, "spoken")) ?? []);
      if (focused) this.walk(list, focused);
      else reach(list);
    }
  }

  /** Keys that walk or read a list; whether it was one. @param {KeyboardEvent} event */
  key(event) {
    const list = hitElement(event, "[data-spoken]");
    if (event.key === "p") {
      this.writeDue();
      this.read(list instanceof HTMLElement ? list : undefined);
      return true;
    }
    if (!(list instanceof HTMLElement) || event.shiftKey) return false;
    this.writeDue();
    const place = focusedPlace(list);
    if (!place) return false;
    const next = stepped(event.key, place, list.children.length);
    if (next) this.walk(list, next);
    return Boolean(next);
  }

  /** Go to a line or a cell, or to the end. @param {HTMLElement} list @param {Place} place */
  walk(list, place) {
    const next = findItem(list, place);
    if (!next) return;
    reach(list, next);
    next.focus({ preventScroll: true });
  }

  /** Read a list, or the whole position, with its worth. @param {HTMLElement} [list] */
  async read(list) {
    const late = new Promise((resolve) => { setTimeout(() => resolve({}), LATE); });
    /** @type {{ [key: string]: string }} */
    const worth = await Promise.race([fetchWorth(), late]);
    this.say(list ? withWorth(list, readText(list), worth) : this.position(worth));
  }

  /** The whole position. @param {{ [key: string]: string }} [worth] by the keys of hints */
  position(worth = {}) {
    const first = (/** @type {HTMLElement} */ list) => Number(
      dataValue(list, "spoken") !== "harbour",
    );
    const lists = this.lists.toSorted((left, right) => first(left) - first(right));
    return lists.map((list) => {
      const lines = FULL_LISTS.test(dataValue(list, "spoken")) ? undefined : 1;
      return `${list.getAttribute("aria-label")}: ${withWorth(list, readText(list, lines), worth)}`;
    }).join(" ");
  }

  /** Read `words` aloud; the same words again are new ones. @param {string} words */
  say(words) {
    const live = findElement(this.root, "[data-live]");
    if (!live) return;
    const isRepeat = live.textContent === words;
    live.textContent = isRepeat ? `${words}\u00a0` : words;
  }
}

/** The lines by list; what is gone leaves no gap. @param {SpokenLines} heard */
export function groupLines(heard) {
  /** @type {Map<string, Line[]>} */
  const lists = new Map();
  for (const [key, words] of Object.entries(heard)) {
    if (words === null) continue;
    const [name, line, cell] = key.split(".");
    const lines = lists.get(name) ?? [];
    lists.set(name, lines);
    const target = (lines[Number(line)] ??= { words: "", cells: [] });
    if (cell === undefined) target.words = words;
    else target.cells[Number(cell)] = words;
  }
  return lists;
}

/** Make `list` say `lines`; the same words stay. @param {HTMLElement} list @param {Line[]} lines */
function fill(list, lines) {
  fit(list, lines.length, () => createNode("li", {}, createNode("span")));
  lines.forEach(({ words, cells }, index) => {
    const line = list.children[index];
    write(line.firstElementChild, words);
    let inner = line.querySelector("ul");
    if (!cells.length) {
      inner?.remove();
      return;
    }
    if (!inner) {
      inner = createNode("ul", { role: "list" });
      line.append(inner);
    }
    fit(inner, cells.length, () => createNode("li"));
    cells.forEach((cell, cellIndex) => write(inner.children[cellIndex], cell));
  });
}

/**
 * @param {Element} parent
 * @param {number} size so many children it shall have
 * @param {() => Element} create
 */
function fit(parent, size, create) {
  while (parent.children.length > size) parent.lastElementChild?.remove();
  while (parent.children.length < size) parent.append(create());
}

/** @param {Element | null} element @param {string} words */
function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

/** Let Tab reach one item of a list. @param {HTMLElement} list @param {HTMLElement} [item] */
function reach(list, item) {
  const before = findElement(list, "[tabindex]");
  const next = item ?? before ?? list.firstElementChild;
  if (before !== next) before?.removeAttribute("tabindex");
  if (next instanceof HTMLElement) next.tabIndex = 0;
}

/**
 * The place that a key leads to from `place` in a list of `lines` lines; null: none.
 * @param {string} key
 * @param {Place} place
 * @param {number} lines
 * @returns {Place | null}
 */
export function stepped(key, [line, cell], lines) {
  switch (key) {
    case "ArrowUp": return [Math.max(line - 1, 0), cell];
    case "ArrowDown": return [Math.min(line + 1, lines - 1), cell];
    case "ArrowLeft": return [line, Math.max(cell - 1, -1)];
    case "ArrowRight": return [line, cell + 1];
    case "Home": return [0, -1];
    case "End": return [lines - 1, -1];
    default: return null;
  }
}

/** The place of the focus in the list, if any. @param {HTMLElement} list @returns {Place | null} */
function focusedPlace(list) {
  const item = document.activeElement;
  if (!item || !list.contains(item)) return null;
  const line = item.parentElement === list ? item : item.parentElement?.closest("li");
  const lineIndex = [...list.children].findIndex((child) => child === line);
  const cell = line === item ? -1 : [...(item.parentElement?.children ?? [])].indexOf(item);
  return lineIndex < 0 ? null : [lineIndex, cell];
}

/** The item at a place, or the nearest. @param {HTMLElement} list @param {Place} place */
function findItem(list, [line, cell]) {
  const row = list.children[Math.min(line, list.children.length - 1)];
  if (!row) return null;
  const cells = row.querySelectorAll("li");
  const item = cell < 0 || !cells.length ? row : cells[Math.min(cell, cells.length - 1)];
  return item instanceof HTMLElement ? item : null;
}

/**
 * `words` of a list, and after them what stands at that site is worth.
 * @param {HTMLElement} list
 * @param {string} words
 * @param {{ [key: string]: string }} worth
 */
export function withWorth(list, words, worth) {
  const worthText = worth[`site-${list.dataset.spoken}`];
  return worthText ? `${words} ${worthText}` : words;
}

/** The text of a list, as sentences. @param {HTMLElement} list @param {number} [lineLimit] */
export function readText(list, lineLimit) {
  const lines = [...list.children].slice(0, lineLimit);
  return lines.map((line) => {
    const cells = [...line.querySelectorAll("li")].map((cell) => cell.textContent);
    const words = line.firstElementChild?.textContent ?? "";
    return cells.length ? `${words}: ${cells.join(", ")}.` : `${words}.`;
  }).join(" ");
}
