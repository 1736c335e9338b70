// Numbers beside the table: score table, "if it ended here", graph, who has which stones where.

import { all, maybe, said } from "../page.js";

/** @import { Record } from "./frames.js" */

export class Numbers {
  /** @type {SVGElement | null} the line of the graph at the step that is shown */
  cursor = null;
  /** @type {SVGElement | null} */
  graph = null;
  span = 1;

  /**
   * @param {HTMLElement} root
   * @param {(ply: number) => void} go
   */
  constructor(root, go) {
    const cells = (/** @type {string} */ name) => all(root, `[data-${name}]`, HTMLElement);
    this.scores = cells("score").map((cell) => {
      const [seat, source] = said(cell, "score").split(".").map(Number);
      return { cell, seat, source };
    });
    this.totals = cells("total").map((cell) => ({ cell, seat: Number(cell.dataset.total) }));
    this.prospects = cells("prospect").map((cell) => (
      { cell, seat: Number(cell.dataset.prospect) }
    ));
    this.who = maybe(root, '[data-dialog="site"]', HTMLDialogElement);
    this.plies = Number(root.dataset.plies);
    this.go = go;
    this.adoptGraph(root);
  }

  /**
   * The graph in the page: the one that was there, or another.
   * @param {HTMLElement} root
   */
  adoptGraph(root) {
    this.cursor = maybe(root, "[data-cursor]", SVGElement);
    this.graph = maybe(root, "[data-graph]", SVGElement);
    this.span = Number(this.graph?.dataset.graph) || 1;
    if (this.graph) this.listen(this.graph);
  }

  /** Whether the graph can show the points if it ended here. */
  get knowsProspects() {
    return Boolean(this.graph?.querySelector(".plot-ended path"));
  }

  /**
   * A click on the graph, or a drag along it, goes to the step there.
   * @param {SVGElement} graph
   */
  listen(graph) {
    const to = (/** @type {PointerEvent} */ event) => {
      const box = graph.getBoundingClientRect();
      this.go(stepAt((event.clientX - box.left) / box.width, this.span, this.plies));
    };
    graph.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      graph.setPointerCapture(event.pointerId);
      to(event);
    });
    graph.addEventListener("pointermove", (event) => {
      if (graph.hasPointerCapture(event.pointerId)) to(event);
    });
  }

  /**
   * @param {Record} record
   * @param {number} at
   */
  show(record, at) {
    const points = record.points[at];
    for (const { cell, seat, source } of this.scores) write(cell, points[seat][source]);
    for (const { cell, seat } of this.totals) write(cell, sum(points[seat]));
    const ended = record.prospects[at];
    for (const { cell, seat } of this.prospects) write(cell, ended ? ended[seat] : "?");
    const x = `${(100 * at) / this.span}%`;
    this.cursor?.setAttribute("x1", x);
    this.cursor?.setAttribute("x2", x);
    if (this.knowsProspects) {
      const figure = this.graph?.closest("figure");
      figure?.classList.toggle("has-no-prospects", record.prospects.includes(null));
    }
    if (this.who?.open) this.tell(this.who, record, at);
  }

  /**
   * Fill the table of seats and their pieces.
   * @param {HTMLElement} who
   * @param {Record} record
   * @param {number} at
   */
  tell(who, record, at) {
    for (const row of all(who, "[data-site]", HTMLElement)) {
      const stones = record.stones[at][Number(row.dataset.site)];
      const most = Math.max(1, ...stones);
      const source = Number(row.dataset.row);
      row.querySelectorAll("td").forEach((cell, seat) => {
        cell.classList.toggle("is-most", stones[seat] === most);
        write(cell.querySelector("[data-stones]"), stones[seat]);
        const points = source < 0 ? 0 : record.points[at][seat][source];
        write(cell.querySelector("[data-points]"), signed(points));
      });
    }
  }

  /**
   * Open the table of seats and their pieces, with `site` marked.
   * @param {Record} record
   * @param {number} at
   * @param {string} site
   */
  open(record, at, site) {
    if (!this.who) return;
    for (const row of all(this.who, "[data-site]", HTMLElement)) {
      row.classList.toggle("is-asked", row.dataset.name === site);
    }
    this.tell(this.who, record, at);
    this.who.showModal();
  }
}

/**
 * The step at `part` (0 to 1, and a little beyond) of a graph that is `span` steps wide.
 * @param {number} part
 * @param {number} span
 * @param {number} plies
 */
export function stepAt(part, span, plies) {
  return Math.min(Math.round(Math.max(part, 0) * span), plies);
}

/** @param {number[]} values */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * With its sign; nothing for nothing.
 * @param {number} points
 */
export function signed(points) {
  return points ? `${points > 0 ? "+" : ""}${points}` : "";
}

/**
 * A number in a cell, with a proper minus.
 * @param {{ textContent: string | null } | null} cell
 * @param {number | string} value
 */
export function write(cell, value) {
  const words = String(value).replace("-", "−");
  if (cell && cell.textContent !== words) cell.textContent = words;
}
