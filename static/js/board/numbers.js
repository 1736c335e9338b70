// Numbers next to the table: scores, prospects ("if it ended here"), the graph, stones by site.

import { findElements, findElement, dataValue } from "../page.js";

/** @import { Frames } from "./frames.js" */

export class Numbers {
  /** @type {SVGElement | null} the line of the graph at the step that is shown */
  cursor = null;
  /** @type {SVGElement | null} */
  graph = null;
  span = 1;

  /** @param {HTMLElement} root @param {(ply: number) => void} go */
  constructor(root, go) {
    const cells = (/** @type {string} */ name) => findElements(root, `[data-${name}]`);
    this.scores = cells("score").map((cell) => {
      const [seat, source] = dataValue(cell, "score").split(".").map(Number);
      return { cell, seat, source };
    });
    this.totals = cells("total").map((cell) => ({ cell, seat: Number(cell.dataset.total) }));
    this.prospects = cells("prospect").map((cell) => (
      { cell, seat: Number(cell.dataset.prospect) }
    ));
    this.stonesDialog = findElement(root, '[data-dialog="site"]', HTMLDialogElement);
    this.plies = Number(root.dataset.plies);
    this.go = go;
    this.adoptGraph(root);
  }

  /** The graph in the page: the one that was there, or another. @param {HTMLElement} root */
  adoptGraph(root) {
    this.cursor = findElement(root, "[data-cursor]", SVGElement);
    this.graph = findElement(root, "[data-graph]", SVGElement);
    this.span = Number(this.graph?.dataset.graph) || 1;
    if (this.graph) this.listen(this.graph);
  }

  /** True if the graph can show the prospects. */
  get knowsProspects() {
    return Boolean(this.graph?.querySelector(".plot-ended path"));
  }

  /** A click on the graph, or a drag along it, goes to the step there. @param {SVGElement} graph */
  listen(graph) {
    const seek = (/** @type {PointerEvent} */ event) => {
      const box = graph.getBoundingClientRect();
      this.go(graphStep((event.clientX - box.left) / box.width, this.span, this.plies));
    };
    graph.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      graph.setPointerCapture(event.pointerId);
      seek(event);
    });
    graph.addEventListener("pointermove", (event) => {
      if (graph.hasPointerCapture(event.pointerId)) seek(event);
    });
  }

  /** @param {Frames} frames @param {number} ply */
  show(frames, ply) {
    const points = frames.points[ply];
    for (const { cell, seat, source } of this.scores) write(cell, points[seat][source]);
    for (const { cell, seat } of this.totals) write(cell, sum(points[seat]));
    const ended = frames.prospects[ply];
    for (const { cell, seat } of this.prospects) write(cell, ended ? ended[seat] : "?");
    const x = `${(100 * ply) / this.span}%`;
    this.cursor?.setAttribute("x1", x);
    this.cursor?.setAttribute("x2", x);
    if (this.knowsProspects) {
      const figure = this.graph?.closest("figure");
      figure?.classList.toggle("has-no-prospects", frames.prospects.includes(null));
    }
    if (this.stonesDialog?.open) this.tell(this.stonesDialog, frames, ply);
  }

  /**
   * Fill the table of seats and their pieces.
   * @param {HTMLElement} table
   * @param {Frames} frames
   * @param {number} ply
   */
  tell(table, frames, ply) {
    for (const row of findElements(table, "[data-site]")) {
      const stones = frames.stones[ply][Number(row.dataset.site)];
      const maximum = Math.max(1, ...stones);
      const source = Number(row.dataset.row);
      row.querySelectorAll("td").forEach((cell, seat) => {
        cell.classList.toggle("is-most", stones[seat] === maximum);
        write(cell.querySelector("[data-stones]"), stones[seat]);
        const points = source < 0 ? 0 : frames.points[ply][seat][source];
        write(cell.querySelector("[data-points]"), signed(points));
      });
    }
  }

  /** Open with `site` marked. @param {Frames} frames @param {number} ply @param {string} site */
  open(frames, ply, site) {
    if (!this.stonesDialog) return;
    for (const row of findElements(this.stonesDialog, "[data-site]")) {
      row.classList.toggle("is-asked", row.dataset.name === site);
    }
    this.tell(this.stonesDialog, frames, ply);
    this.stonesDialog.showModal();
  }
}

/**
 * The step at `part` of a graph (0 to 1, and a little beyond) that is `span` steps wide.
 * @param {number} part
 * @param {number} span
 * @param {number} plies the last step
 */
export function graphStep(part, span, plies) {
  return Math.min(Math.round(Math.max(part, 0) * span), plies);
}

/** @param {number[]} values */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** A number with its sign; empty for zero. @param {number} points */
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
