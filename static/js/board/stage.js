// The table in the page. Knows pieces and places, nothing of the rules and nothing of the layout.

import { findElements } from "../page.js";
import { blockNumber } from "./frames.js";

/** @import { Changes, Piece, Frames, Step, XY } from "./frames.js" */
/** @import { Point } from "./plan.js" */

/**
 * `settled`: when the numbers next to the table change; `ended`: after the last frame, or `cut`.
 * @typedef {{ settled?: (cut: boolean) => void, ended?: (cut: boolean) => void }} StepListeners
 */

/**
 * Animates a step (`motion.js`): called before the pieces are laid, and after.
 * @typedef {{ after(stage: Stage, frames: Frames, heard?: StepListeners): void,
 *   before(stage: Stage, changes: Changes, step: Step | undefined): void
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

  /** @param {HTMLElement} root @param {Frames} frames @param {number} ply as it is drawn */
  constructor(root, frames, ply) {
    this.ply = ply;
    this.frames = frames;
    this.table = frames.table(ply);
    this.prefix = root.dataset.prefix ?? "";
    for (const place of findElements(root, "[data-place]", SVGElement)) {
      this.places.set(Number(place.dataset.place), place);
    }
    for (const element of findElements(root, "svg [data-key]", SVGElement)) {
      this.elements.set(element.dataset.key ?? "", element);
    }
  }

  /** The element of a place. Throws if the page has no such place. @param {number} number */
  place(number) {
    const group = this.places.get(number);
    if (!group) throw new Error(`no place ${number}`);
    return group;
  }

  /** The element of a piece that lies on the table. @param {string} key */
  element(key) {
    const element = this.elements.get(key);
    if (!element) throw new Error(`no piece ${key}`);
    return element;
  }

  /** Show a step. @param {number} ply @param {Motion} [motion] @param {StepListeners} [heard] */
  show(ply, motion, heard) {
    const changes = this.frames.changes(this.ply, ply);
    const step = ply === this.ply + 1 ? this.frames.steps[this.ply] : undefined;
    motion?.before(this, changes, step);
    this.ply = ply;
    this.layAll(changes);
    this.matrices.clear();
    motion?.after(this, this.frames, heard);
    return changes;
  }

  // ------------------------------------------------------------------------------- places

  /** The matrix from a place to the screen. Throws for a hidden block. @param {number} place */
  matrix(place) {
    const block = blockNumber(place);
    const matrix = this.matrices.get(block) ?? this.place(place).ownerSVGElement?.getScreenCTM();
    if (!matrix) throw new Error("a block that is not on the screen");
    this.matrices.set(block, matrix);
    return matrix;
  }

  /** A point in the units of `place`. @param {Point} point @param {number} place @returns {XY} */
  from([source, x, y], place) {
    if (blockNumber(source) === blockNumber(place)) return [x, y];
    const screen = new DOMPoint(x, y).matrixTransform(this.matrix(source));
    const point = screen.matrixTransform(this.matrix(place).inverse());
    return [point.x, point.y];
  }

  /** A picture of `piece`, no piece of the table. @param {Piece} piece @param {number} place */
  picture(piece, place) {
    const picture = document.createElementNS(SVG, piece.length > 4 ? "text" : "use");
    this.draw(picture, piece);
    this.place(place).append(picture);
    return picture;
  }

  /** Show other frames of the same game at the same step. @param {Frames} frames */
  replace(frames) {
    this.frames = frames;
    const table = frames.table(this.ply);
    /** @type {Changes} */
    const changes = new Map(table);
    for (const key of this.table.keys()) if (!table.has(key)) changes.set(key, null);
    this.layAll(changes);
  }

  /** @param {Changes} changes */
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

  /** Lay one piece, or move it. @param {string} key @param {Piece} piece */
  lay(key, piece) {
    const element = this.elementFor(key, piece.length > 4 ? "text" : "use");
    this.draw(element, piece);
    const parent = this.place(piece[0]);
    if (element.parentNode !== parent) parent.append(element);
  }

  /** Make `element` look like `piece`. @param {SVGElement} element @param {Piece} piece */
  draw(element, [, symbol, x, y, word]) {
    // writing a symbol's name again clones it again, even if it is the same
    if (word === undefined) {
      put(element, "href", `#${this.prefix}i-${symbol}`);
    } else {
      put(element, "class", symbol.slice(1));
      if (element.textContent !== word) element.textContent = word;
    }
    put(element, "transform", `translate(${x} ${y})`);
  }

  /** The element of a piece, made if need be. @param {string} key @param {"use" | "text"} name */
  elementFor(key, name) {
    const element = this.elements.get(key);
    if (element?.localName === name) return element;
    element?.remove();
    const created = document.createElementNS(SVG, name);
    created.setAttribute("data-key", key);
    this.elements.set(key, created);
    return created;
  }
}

/** @param {Element} element @param {string} name @param {string} value */
function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
