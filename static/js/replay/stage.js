// The table in the page. Knows pieces and places, nothing of the rules and nothing of the layout.

import { all } from "../page.js";

/** @import { Piece, Record } from "./record.js" */
/** @import { Motion } from "./motion.js" */

const SVG = "http://www.w3.org/2000/svg";

export class Stage {
  /** @type {Map<number, SVGElement>} */
  places = new Map();
  /** @type {Map<string, SVGElement>} */
  elements = new Map();

  /**
   * @param {HTMLElement} root holds the blocks, drawn at step `at`
   * @param {Record} record
   * @param {number} at
   */
  constructor(root, record, at) {
    this.at = at;
    this.record = record;
    this.table = record.table(at);
    this.prefix = root.dataset.prefix ?? "";
    for (const place of all(root, "[data-place]", SVGElement)) {
      this.places.set(Number(place.dataset.place), place);
    }
    for (const element of all(root, "svg [data-key]", SVGElement)) {
      this.elements.set(element.dataset.key ?? "", element);
    }
  }

  /**
   * Where pieces lie. Throws if the page has no such place.
   * @param {number} number
   */
  place(number) {
    const found = this.places.get(number);
    if (!found) throw new Error(`no place ${number}`);
    return found;
  }

  /**
   * What shows a piece that lies there.
   * @param {string} key
   */
  element(key) {
    const found = this.elements.get(key);
    if (!found) throw new Error(`no piece ${key}`);
    return found;
  }

  /**
   * Show the table after step `to`; `motion`, if given, sees what changes before and after.
   * @param {number} to
   * @param {Motion} [motion]
   */
  show(to, motion) {
    const changes = this.record.changes(this.at, to);
    motion?.before(this, changes);
    this.at = to;
    this.layAll(changes);
    motion?.after(this);
    return changes;
  }

  /**
   * The same game with more steps: what lies on the table stays.
   * @param {Record} record
   */
  extend(record) {
    this.record = record;
  }

  /**
   * Show another record of the same game at the same step.
   * @param {Record} record
   */
  replace(record) {
    this.record = record;
    const wanted = record.table(this.at);
    /** @type {Map<string, Piece | null>} */
    const changes = new Map(wanted);
    for (const key of this.table.keys()) if (!wanted.has(key)) changes.set(key, null);
    this.layAll(changes);
  }

  /** @param {Map<string, Piece | null>} changes */
  layAll(changes) {
    for (const [key, piece] of changes) {
      if (piece === null) {
        this.table.delete(key);
        this.elements.get(key)?.remove();
        this.elements.delete(key);
      } else {
        this.table.set(key, piece);
        this.lay(key, piece);
      }
    }
  }

  /**
   * Lay one piece, or move it.
   * @param {string} key
   * @param {Piece} piece
   */
  lay(key, [place, symbol, x, y, word]) {
    const element = this.elementFor(key, word === undefined ? "use" : "text");
    // a symbol that is named anew is cloned anew, even if it is the same
    if (word === undefined) {
      put(element, "href", `#${this.prefix}i-${symbol}`);
    } else {
      put(element, "class", symbol.slice(1));
      if (element.textContent !== word) element.textContent = word;
    }
    put(element, "transform", `translate(${x} ${y})`);
    const parent = this.place(place);
    if (element.parentNode !== parent) parent.append(element);
  }

  /**
   * What shows that piece: the element that is there, or a new one if it has to be another.
   * @param {string} key
   * @param {"use" | "text"} name
   */
  elementFor(key, name) {
    const known = this.elements.get(key);
    if (known?.localName === name) return known;
    known?.remove();
    const made = document.createElementNS(SVG, name);
    made.setAttribute("data-key", key);
    this.elements.set(key, made);
    return made;
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
