// What stands beside the table in words and numbers: the step, who is to act, the points.

import { sum, write } from "../replay/numbers.js";

export class Beside {
  constructor(root) {
    this.root = root;
    this.title = document.title;
    this.parts = Object.fromEntries(
      ["where", "words", "count", "plies-count", "status", "problem", "connection", "live", "last"]
        .map((name) => [name, root.querySelector(`[data-${name}]`)]),
    );
  }

  /** Step `at` of `record`; `aloud`: also for those who only listen. */
  step(record, at, aloud) {
    const step = record.steps[at - 1];
    const { parts } = this;
    parts.words.textContent = step ? step.s : this.root.dataset.start;
    parts.where.textContent = record.heading(at, this.root.dataset);
    parts.count.textContent = at;
    parts["plies-count"].textContent = record.length;
    this.points(record, at);
    if (aloud && step) parts.live.textContent = step.s;
  }

  /** By player what they have after step `at`. */
  points(record, at) {
    for (const [seat, row] of record.points[at].entries()) {
      const cell = this.root.querySelector(`[data-points="${seat}"]`);
      if (cell) write(cell, sum(row));
    }
  }

  /** What the table waits for. `asked`: what the viewer may write; `past`: an earlier step is
   *  shown. */
  status({ asked, over, awaited, past }) {
    const { status, last } = this.parts;
    const words = this.root.dataset;
    const mine = Boolean(asked);
    let told = words.waits.replace("{who}", this.nameOf(awaited));
    if (over) told = words.isOver;
    else if (mine) told = asked.question;
    if (past) told = words.past;
    if (status.textContent !== told) status.textContent = told;
    const wanted = !mine && !over;
    if (wanted !== this.wanted) last.open = wanted;
    this.wanted = wanted;
    this.root.classList.toggle("is-my-turn", mine);
    document.title = mine ? `● ${words.yourTurn} · ${this.title}` : this.title;
    icon(mine ? words.turnIcon : "");
  }

  nameOf(turn) {
    return this.root.querySelector(`[data-player="${turn}"]`)?.dataset.name ?? "";
  }

  /** Mark the player at `awaited`, if the table waits for one. */
  seats(awaited) {
    for (const player of this.root.querySelectorAll("[data-player]")) {
      player.classList.toggle("is-awaited", Number(player.dataset.player) === awaited);
    }
  }

  /** `how` the page hears of news, as `Live` says it. */
  connection(how) {
    const { connection } = this.parts;
    connection.textContent = this.root.dataset[how] ?? "";
    connection.hidden = how === "live";
    this.root.dataset.connection = how;
  }

  problem(words) {
    this.parts.problem.textContent = words;
    this.parts.problem.hidden = !words;
  }
}

function icon(address) {
  const link = document.querySelector('link[rel="icon"]');
  link.dataset.own ??= link.getAttribute("href");
  const wanted = address || link.dataset.own;
  if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}
