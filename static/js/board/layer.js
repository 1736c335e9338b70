// A layer over the whole table: points on their way to a seat, and numbered arrows for those
// who want no motion. Its units are pixels of the table.

import { createShape, findElement, getElement } from "../page.js";
import { blockNumber } from "./frames.js";

/** @import { Piece, XY } from "./frames.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Point } from "./plan.js" */

export class Layer {
  /** @type {SVGSVGElement | undefined} */
  svg = undefined;
  /** @type {{ stage: Stage, arrows: { from: Point, to: Point }[] } | undefined} */
  still = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const watch = globalThis.ResizeObserver && new ResizeObserver(() => this.redraw());
    watch?.observe(root);
  }

  /** The layer; created again if the table was replaced. */
  get place() {
    const table = getElement(this.root, "[data-table]");
    if (!this.svg?.isConnected) {
      const attributes = { class: "motion-layer", "aria-hidden": "true" };
      this.svg = /** @type {SVGSVGElement} */ (createShape("svg", attributes, table));
    }
    return this.svg;
  }

  clear() {
    if (!this.still) return;
    this.still = undefined;
    this.svg?.replaceChildren();
  }

  redraw() {
    const { still } = this;
    if (!still) return;
    const isReplaced = !this.svg?.isConnected;
    this.clear();
    if (isReplaced) return; // the arrows were of the table before
    still.stage.matrices.clear();
    this.arrows(still.stage, still.arrows);
  }

  /** A point in the layer's units. @param {Stage} stage @param {Point} point @returns {XY} */
  project(stage, [place, x, y]) {
    return this.unproject(stage.matrix(place), x, y);
  }

  /** The same of a point aboard a ship, which a phone draws elsewhere and smaller when it has
   *  sailed. @param {Stage} stage @param {Point} point @returns {XY} */
  aboard(stage, point) {
    const [place, x, y] = point;
    for (const [key, [deck, , left, top]] of stage.table) {
      const [across, down] = [x - left, y - top];
      const fits = across > -20 && across < 230 && Math.abs(down) < 40;
      if (!fits || !key.startsWith("ship") || blockNumber(deck) !== blockNumber(place)) continue;
      const ship = stage.elements.get(key);
      const matrix = ship instanceof SVGGraphicsElement ? ship.getScreenCTM() : null;
      if (matrix) return this.unproject(matrix, across, down);
    }
    return this.project(stage, point);
  }

  /** @param {DOMMatrix} blockMatrix @param {number} x @param {number} y @returns {XY} */
  unproject(blockMatrix, x, y) {
    const layerMatrix = this.place.getScreenCTM();
    if (!layerMatrix) return [0, 0];
    const point = new DOMPoint(x, y).matrixTransform(blockMatrix).matrixTransform(
      layerMatrix.inverse(),
    );
    return [point.x, point.y];
  }

  /**
   * The middle of what is on the page, in the layer's units; nothing where it is not seen.
   * @param {Element | null | undefined} element
   * @returns {XY | undefined}
   */
  middle(element) {
    const box = element?.getBoundingClientRect();
    if (!box?.width || box.width < 4) return undefined;
    const layerBox = this.place.getBoundingClientRect();
    return [box.left + box.width / 2 - layerBox.left, box.top + box.height / 2 - layerBox.top];
  }

  /**
   * Points on their way from `stone`, or from the source `word`, to a seat.
   * @param {Stage} stage
   * @param {{ seat: number, points: number, stone?: Piece, word: string }} gain
   * @returns {{ element: Element, from: XY, to: XY }}
   */
  points(stage, { seat, points, stone, word }) {
    const element = this.add("text", { class: points < 0 ? "gain gain-loss" : "gain" });
    element.textContent = points < 0 ? `−${-points}` : `+${points}`;
    const panel = findElement(this.root, `[data-panel="${seat}"]`);
    const total = stage.elements.get(`${seat}.points`);
    const pointsCell = panel?.querySelector(".seat-head .seat-points strong");
    const target = this.middle(total) ?? this.middle(pointsCell) ?? this.middle(panel) ?? [0, 0];
    const area = this.root.querySelector(`.area-${CSS.escape(word || "none")}`);
    const site = this.middle(area);
    const from = stone ? this.project(stage, [stone[0], stone[2] + 2, stone[3] - 34]) : site;
    return { element, from: from ?? [target[0], target[1] - 46], to: target };
  }

  /** The start of an arrow: `start`, or a point near its `end` if the start is not on the picture,
   *  as on a phone on its side, whose panels stand beside it. @param {XY} start @param {XY} end */
  startOnPicture([x, y], [endX, endY]) {
    const { width, height } = this.place.getBoundingClientRect();
    const isInside = !width || (x >= 0 && x <= width && y >= 0 && y <= height);
    return isInside ? [x, y] : [endX + 44, endY - 22];
  }

  /** Still arrows, numbered. @param {Stage} stage @param {{ from: Point, to: Point }[]} arrows */
  arrows(stage, arrows) {
    this.still = { stage, arrows };
    arrows.forEach(({ from, to: end }, index) => {
      const [endX, endY] = this.aboard(stage, end);
      const [x, y] = this.startOnPicture(this.aboard(stage, from), [endX, endY]);
      const up = Math.min(y, endY) - 26;
      const line = `M${x} ${y - 8}Q${(x + endX) / 2} ${up} ${endX} ${endY - 14}`;
      const turn = Math.atan2(endY - 14 - up, endX - (x + endX) / 2) * 180 / Math.PI;
      this.add("path", { class: "arrow-edge", d: line });
      this.add("path", { class: "arrow-line", d: line });
      this.add("path", { class: "arrow-tip", d: "M0 0L-11 -6V6Z",
        transform: `translate(${endX} ${endY - 14}) rotate(${turn})` });
      this.add("circle", { class: "arrow-dot", cx: x, cy: y - 8, r: 9 });
      this.add("text", { class: "arrow-number", x, y: y - 3.5 }).textContent = String(index + 1);
    });
  }

  /** @param {string} name @param {{ [name: string]: string | number }} attributes */
  add(name, attributes) {
    return createShape(name, attributes, this.place);
  }
}
