// The table in the page. Knows pieces and places, nothing of the rules and nothing of the layout.

import { all } from "../page.js";
import { blockOf } from "./frames.js";

/** @import { Piece, Record, Step } from "./frames.js" */
/** @import { Point } from "./plan.js" */

/**
 * `settled`: when the numbers beside the table change; `ended`: after the last frame, or `cut`.
 * @typedef {{ settled?: (cut: boolean) => void, ended?: (cut: boolean) => void }} Heard
 */

/**
 * What lets a step be seen (`motion.js`): asked before the pieces are laid, and after.
 * @typedef {{ after(stage: Stage, record: Record, heard?: Heard): void,
 *   before(stage: Stage, changes: Map<string, Piece | null>, step: Step | undefined): void
 * }} Motion
 */

const SVG = "http://www.w3.org/2000/svg";

export class Stage {
  /** @type {Map<number, SVGElement>} */
  places = new Map();
  /** @type {Map<string, SVGElement>} */
  elements = new Map();
  /** @type {Map<number, DOMMatrix>} by block, while nothing else is laid */
  matrices = new Map();

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
   * Show the table after step `to`; `motion`, if given, lets it be seen how it comes about.
   * @param {number} to
   * @param {Motion} [motion]
   * @param {Heard} [heard]
   */
  show(to, motion, heard) {
    const changes = this.record.changes(this.at, to);
    const step = to === this.at + 1 ? this.record.steps[this.at] : undefined;
    motion?.before(this, changes, step);
    this.at = to;
    this.layAll(changes);
    this.matrices.clear();
    motion?.after(this, this.record, heard);
    return changes;
  }

  // ------------------------------------------------------------------------------- places

  /**
   * From the units of the block of a place to pixels of the screen. Throws if it is not on it.
   * @param {number} place
   */
  matrix(place) {
    const block = blockOf(place);
    const known = this.matrices.get(block) ?? this.place(place).ownerSVGElement?.getScreenCTM();
    if (!known) throw new Error("a block that is not on the screen");
    this.matrices.set(block, known);
    return known;
  }

  /**
   * A point in the units of the block of `place`.
   * @param {Point} point
   * @param {number} place
   * @returns {[number, number]}
   */
  from([of, x, y], place) {
    if (blockOf(of) === blockOf(place)) return [x, y];
    const screen = new DOMPoint(x, y).matrixTransform(this.matrix(of));
    const there = screen.matrixTransform(this.matrix(place).inverse());
    return [there.x, there.y];
  }

  /**
   * A picture of `piece` on `place`, which is no piece of the table.
   * @param {Piece} piece
   * @param {number} place
   */
  picture(piece, place) {
    const made = document.createElementNS(SVG, piece.length > 4 ? "text" : "use");
    this.draw(made, piece);
    this.place(place).append(made);
    return made;
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
  lay(key, piece) {
    const element = this.elementFor(key, piece.length > 4 ? "text" : "use");
    this.draw(element, piece);
    const parent = this.place(piece[0]);
    if (element.parentNode !== parent) parent.append(element);
  }

  /**
   * Make `element` look like `piece`, and put it there.
   * @param {SVGElement} element
   * @param {Piece} piece
   */
  draw(element, [, symbol, x, y, word]) {
    // a symbol that is named anew is cloned anew, even if it is the same
    if (word === undefined) {
      put(element, "href", `#${this.prefix}i-${symbol}`);
    } else {
      put(element, "class", symbol.slice(1));
      if (element.textContent !== word) element.textContent = word;
    }
    put(element, "transform", `translate(${x} ${y})`);
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
