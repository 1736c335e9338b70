// Numbers beside the table: score table, "if it ended here", graph, who has which stones where.

export class Numbers {
  constructor(root, go) {
    const all = (name) => [...root.querySelectorAll(`[data-${name}]`)];
    this.scores = all("score").map((cell) => [cell, ...cell.dataset.score.split(".").map(Number)]);
    this.totals = all("total").map((cell) => [cell, Number(cell.dataset.total)]);
    this.prospects = all("prospect").map((cell) => [cell, Number(cell.dataset.prospect)]);
    this.who = root.querySelector('[data-dialog="site"]');
    this.plies = Number(root.dataset.plies);
    this.go = go;
    this.adoptGraph(root);
  }

  /** The graph in the page: the one that was there, or another. */
  adoptGraph(root) {
    this.cursor = root.querySelector("[data-cursor]");
    this.graph = root.querySelector("[data-graph]");
    this.span = Number(this.graph?.dataset.graph) || 1;
    this.listen(this.graph, this.go);
  }

  /** Whether the graph can show the points if it ended here. */
  get knowsProspects() {
    return Boolean(this.graph?.querySelector(".plot-ended path"));
  }

  /** A click on the graph, or a drag along it, goes to the step there. */
  listen(graph, go) {
    if (!graph) return;
    const to = (event) => {
      const box = graph.getBoundingClientRect();
      const part = (event.clientX - box.left) / box.width;
      go(Math.min(Math.round(Math.max(part, 0) * this.span), this.plies));
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

  show(record, at) {
    const points = record.points[at];
    for (const [cell, seat, source] of this.scores) write(cell, points[seat][source]);
    for (const [cell, seat] of this.totals) write(cell, sum(points[seat]));
    const ended = record.prospects[at];
    for (const [cell, seat] of this.prospects) write(cell, ended ? ended[seat] : "?");
    const x = `${(100 * at) / this.span}%`;
    this.cursor?.setAttribute("x1", x);
    this.cursor?.setAttribute("x2", x);
    if (this.knowsProspects) {
      const figure = this.graph.closest("figure");
      figure.classList.toggle("has-no-prospects", record.prospects.includes(null));
    }
    if (this.who?.open) this.tell(record, at);
  }

  /** Fill the table of who has what. */
  tell(record, at) {
    for (const row of this.who.querySelectorAll("[data-site]")) {
      const stones = record.stones[at][Number(row.dataset.site)];
      const most = Math.max(1, ...stones);
      const source = Number(row.dataset.row);
      row.querySelectorAll("td").forEach((cell, seat) => {
        cell.classList.toggle("is-most", stones[seat] === most);
        write(cell.querySelector("[data-stones]"), stones[seat]);
        const points = source < 0 ? 0 : record.points[at][seat][source];
        write(cell.querySelector("[data-points]"), points ? `${points > 0 ? "+" : ""}${points}` : "");
      });
    }
  }

  /** Open the table of who has what, with `site` marked. */
  open(record, at, site) {
    for (const row of this.who.querySelectorAll("[data-site]")) {
      row.classList.toggle("is-asked", row.dataset.name === site);
    }
    this.tell(record, at);
    this.who.showModal();
  }
}

export function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}

/** A number in a cell, with a proper minus. */
export function write(cell, value) {
  const words = String(value).replace("-", "−");
  if (cell.textContent !== words) cell.textContent = words;
}
