// The position as lists, a list for each part of the table: kept up to date, walked by arrow keys
// when the focus is in one, and read aloud.

import { all, hit, maybe, said } from "../page.js";
import { worths } from "./worth.js";

/** @import { Heard, Record } from "./frames.js" */

/**
 * A line of a list, and the cells in it.
 * @typedef {{ words: string, cells: string[] }} Line
 */

/** @typedef {{ name: string, lines: Line[] }} List */

const QUIET = 150; // milliseconds without a step until the lists say it
const LATE = 600; // milliseconds that reading aloud waits for what sites are worth
const WHOLE = /^(harbour|market|seat\d+)$/; // read to the end with the whole position

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
    this.find();
  }

  /** The lists in the page: those that were there, or others. */
  find() {
    this.lists = all(this.root, "[data-spoken]", HTMLElement);
    for (const list of this.lists) reach(list);
  }

  /**
   * Say step `at` of `record`, when no other step follows at once.
   * @param {Record} record
   * @param {number} at
   */
  show(record, at) {
    clearTimeout(this.waiting);
    this.due = () => this.write(record.heard(at));
    this.waiting = setTimeout(() => this.now(), QUIET);
  }

  /** Say what is due. */
  now() {
    clearTimeout(this.waiting);
    this.due?.();
    this.due = undefined;
  }

  /** @param {Heard} heard */
  write(heard) {
    const lines = linesOf(heard);
    for (const list of this.lists) {
      const focused = placeOf(list);
      fill(list, lines.get(said(list, "spoken")) ?? []);
      if (focused) this.walk(list, focused);
      else reach(list);
    }
  }

  /**
   * Keys: arrows walk the list that has the focus, `p` reads it, or the whole position. Whether it
   * was one of them.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const list = hit(event, "[data-spoken]");
    if (event.key === "p") {
      this.now();
      this.read(list instanceof HTMLElement ? list : undefined);
      return true;
    }
    if (!(list instanceof HTMLElement) || event.shiftKey) return false;
    this.now();
    const place = placeOf(list);
    if (!place) return false;
    const next = stepped(event.key, place, list.children.length);
    if (next) this.walk(list, next);
    return Boolean(next);
  }

  /**
   * Go to a line, or to a cell in it; beyond an end: to the end.
   * @param {HTMLElement} list
   * @param {Place} place
   */
  walk(list, place) {
    const next = itemAt(list, place);
    if (!next) return;
    reach(list, next);
    next.focus({ preventScroll: true });
  }

  /**
   * Read a list, or the whole position, with what its sites are worth now, if that is known soon.
   * @param {HTMLElement} [list]
   */
  async read(list) {
    const late = new Promise((resolve) => { setTimeout(() => resolve({}), LATE); });
    /** @type {{ [key: string]: string }} */
    const worth = await Promise.race([worths(), late]);
    this.say(list ? withWorth(list, textOf(list), worth) : this.position(worth));
  }

  /**
   * The whole position: the river, who leads at the sites, what lies before the players.
   * @param {{ [key: string]: string }} [worth] by the keys of hints
   */
  position(worth = {}) {
    const first = (/** @type {HTMLElement} */ list) => Number(said(list, "spoken") !== "harbour");
    const lists = this.lists.toSorted((one, other) => first(one) - first(other));
    return lists.map((list) => {
      const lines = WHOLE.test(said(list, "spoken")) ? undefined : 1;
      return `${list.getAttribute("aria-label")}: ${withWorth(list, textOf(list, lines), worth)}`;
    }).join(" ");
  }

  /** Read `words` aloud; the same words again are new ones. @param {string} words */
  say(words) {
    const live = maybe(this.root, "[data-live]", HTMLElement);
    if (!live) return;
    const again = live.textContent === words;
    live.textContent = again ? `${words}\u00a0` : words;
  }
}

/**
 * The lines by list; what is gone leaves no gap.
 * @param {Heard} heard
 */
export function linesOf(heard) {
  /** @type {Map<string, Line[]>} */
  const lists = new Map();
  for (const [key, words] of Object.entries(heard)) {
    if (words === null) continue;
    const [name, line, cell] = key.split(".");
    const lines = lists.get(name) ?? [];
    lists.set(name, lines);
    const of = (lines[Number(line)] ??= { words: "", cells: [] });
    if (cell === undefined) of.words = words;
    else of.cells[Number(cell)] = words;
  }
  return lists;
}

/**
 * Make `list` say `lines`: what it says already stays.
 * @param {HTMLElement} list
 * @param {Line[]} lines
 */
function fill(list, lines) {
  fit(list, lines.length, () => {
    const line = document.createElement("li");
    line.append(document.createElement("span"));
    return line;
  });
  lines.forEach(({ words, cells }, index) => {
    const line = list.children[index];
    write(line.firstElementChild, words);
    let inner = line.querySelector("ul");
    if (!cells.length) {
      inner?.remove();
      return;
    }
    if (!inner) {
      inner = document.createElement("ul");
      inner.setAttribute("role", "list");
      line.append(inner);
    }
    fit(inner, cells.length, () => document.createElement("li"));
    cells.forEach((cell, at) => write(inner.children[at], cell));
  });
}

/**
 * @param {Element} parent
 * @param {number} size so many children it shall have
 * @param {() => Element} made
 */
function fit(parent, size, made) {
  while (parent.children.length > size) parent.lastElementChild?.remove();
  while (parent.children.length < size) parent.append(made());
}

/**
 * @param {Element | null} element
 * @param {string} words
 */
function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

/**
 * Of a list Tab reaches one item: `item`, or the one that it reached before.
 * @param {HTMLElement} list
 * @param {HTMLElement} [item]
 */
function reach(list, item) {
  const before = maybe(list, "[tabindex]", HTMLElement);
  const next = item ?? before ?? list.firstElementChild;
  if (before !== next) before?.removeAttribute("tabindex");
  if (next instanceof HTMLElement) next.tabIndex = 0;
}

/**
 * Where a key leads from `place` in a list of so many `lines`; null: nowhere.
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

/**
 * Where the focus is, if it is in the list.
 * @param {HTMLElement} list
 * @returns {Place | null}
 */
function placeOf(list) {
  const item = document.activeElement;
  if (!item || !list.contains(item)) return null;
  const line = item.parentElement === list ? item : item.parentElement?.closest("li");
  const at = [...list.children].findIndex((one) => one === line);
  const cell = line === item ? -1 : [...(item.parentElement?.children ?? [])].indexOf(item);
  return at < 0 ? null : [at, cell];
}

/**
 * The item at a place, or the nearest.
 * @param {HTMLElement} list
 * @param {Place} place
 */
function itemAt(list, [line, cell]) {
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
  const more = worth[`site-${list.dataset.spoken}`];
  return more ? `${words} ${more}` : words;
}

/**
 * What a list says, as sentences.
 * @param {HTMLElement} list
 * @param {number} [most] so many lines of it
 */
export function textOf(list, most) {
  const lines = [...list.children].slice(0, most);
  return lines.map((line) => {
    const cells = [...line.querySelectorAll("li")].map((cell) => cell.textContent);
    const words = line.firstElementChild?.textContent ?? "";
    return cells.length ? `${words}: ${cells.join(", ")}.` : `${words}.`;
  }).join(" ");
}
