// What is drawn over the whole table: points on their way to a seat, and numbered arrows for those
// who want no motion. Its units are pixels of the table.

import { maybe, one } from "../page.js";

/** @import { Piece } from "./frames.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Point } from "./plan.js" */

const SVG = "http://www.w3.org/2000/svg";

export class Layer {
  /** @type {SVGSVGElement | undefined} */
  svg = undefined;
  /** @type {{ stage: Stage, arrows: { from: Point, to: Point }[] } | undefined} */
  drawn = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const watch = globalThis.ResizeObserver && new ResizeObserver(() => this.again());
    watch?.observe(root);
  }

  /** The layer; made anew where the table was. */
  get place() {
    const table = one(this.root, "[data-table]", HTMLElement);
    if (!this.svg?.isConnected) {
      this.svg = document.createElementNS(SVG, "svg");
      this.svg.setAttribute("class", "motion-layer");
      this.svg.setAttribute("aria-hidden", "true");
      table.append(this.svg);
    }
    return this.svg;
  }

  clear() {
    if (!this.drawn) return;
    this.drawn = undefined;
    this.svg?.replaceChildren();
  }

  again() {
    const { drawn } = this;
    if (!drawn) return;
    this.clear();
    drawn.stage.matrices.clear();
    this.arrows(drawn.stage, drawn.arrows);
  }

  /**
   * A place of the table in the layer's units.
   * @param {Stage} stage
   * @param {Point} point
   * @returns {[number, number]}
   */
  at(stage, [place, x, y]) {
    const there = stage.matrix(place);
    const here = this.place.getScreenCTM();
    if (!here) return [0, 0];
    const point = new DOMPoint(x, y).matrixTransform(there).matrixTransform(here.inverse());
    return [point.x, point.y];
  }

  /**
   * The middle of what is on the page, in the layer's units; nothing where it is not seen.
   * @param {Element | null | undefined} element
   * @returns {[number, number] | undefined}
   */
  middle(element) {
    const box = element?.getBoundingClientRect();
    if (!box?.width || box.width < 4) return undefined;
    const own = this.place.getBoundingClientRect();
    return [box.left + box.width / 2 - own.left, box.top + box.height / 2 - own.top];
  }

  /**
   * Points, where they come from and where they go. `stone`: what brought them; else `word` names
   * their source.
   * @param {Stage} stage
   * @param {{ seat: number, points: number, stone?: Piece, word: string }} gain
   * @returns {{ element: Element, from: [number, number], to: [number, number] }}
   */
  points(stage, { seat, points, stone, word }) {
    const element = this.add("text", { class: points < 0 ? "gain gain-loss" : "gain" });
    element.textContent = points < 0 ? `−${-points}` : `+${points}`;
    const panel = maybe(this.root, `[data-panel="${seat}"]`, HTMLElement);
    const total = stage.elements.get(`${seat}.points`);
    const shown = panel?.querySelector(".seat-head .seat-points strong");
    const to = this.middle(total) ?? this.middle(shown) ?? this.middle(panel) ?? [0, 0];
    const area = this.root.querySelector(`.area-${CSS.escape(word || "none")}`);
    const site = this.middle(area);
    const from = stone ? this.at(stage, [stone[0], stone[2] + 2, stone[3] - 34]) : site;
    return { element, from: from ?? [to[0], to[1] - 46], to };
  }

  /**
   * A still: arrows from where to where, with their numbers. They stay until the next step.
   * @param {Stage} stage
   * @param {{ from: Point, to: Point }[]} arrows
   */
  arrows(stage, arrows) {
    this.drawn = { stage, arrows };
    arrows.forEach(({ from, to }, index) => {
      const [x, y] = this.at(stage, from);
      const [toX, toY] = this.at(stage, to);
      const up = Math.min(y, toY) - 26;
      const line = `M${x} ${y - 8}Q${(x + toX) / 2} ${up} ${toX} ${toY - 14}`;
      const turn = Math.atan2(toY - 14 - up, toX - (x + toX) / 2) * 180 / Math.PI;
      this.add("path", { class: "arrow-edge", d: line });
      this.add("path", { class: "arrow-line", d: line });
      this.add("path", { class: "arrow-tip", d: "M0 0L-11 -6V6Z",
        transform: `translate(${toX} ${toY - 14}) rotate(${turn})` });
      this.add("circle", { class: "arrow-dot", cx: x, cy: y - 8, r: 9 });
      this.add("text", { class: "arrow-number", x, y: y - 3.5 }).textContent = String(index + 1);
    });
  }

  /**
   * @param {string} name
   * @param {{ [name: string]: string | number }} attributes
   */
  add(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    this.place.append(made);
    return made;
  }
}
