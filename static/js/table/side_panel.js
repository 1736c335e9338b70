// What stands beside the table in words and numbers: the step, who is to act, the points.

import { all, maybe, one, said, tell } from "../page.js";
import { sum, write } from "../board/numbers.js";
import * as told from "../board/step_notes.js";

/** @import { Record } from "../board/frames.js" */
/** @import { Ruling } from "../page.js" */
/** @import { Asked } from "./state.js" */

const LEVEL = "imhotep-words";

export class Beside {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.title = document.title;
    const part = (/** @type {string} */ name) => one(root, `[data-${name}]`, HTMLElement);
    this.parts = {
      where: part("where"),
      words: part("words"),
      count: part("count"),
      plies: part("plies-count"),
      status: part("status"),
      problem: part("problem"),
      connection: part("connection"),
      live: part("live"),
    };
  }

  /**
   * Step `at` of `record`; `aloud`: also for those who only listen.
   * @param {Record} record
   * @param {number} at
   * @param {boolean} aloud
   */
  step(record, at, aloud) {
    const step = record.steps[at - 1];
    const { parts } = this;
    parts.words.textContent = step ? told.wordsOf(this.root, step) : said(this.root, "start");
    told.tell(this.root, step, record.rules);
    parts.where.textContent = record.heading(at, this.root.dataset);
    parts.count.textContent = String(at);
    parts.plies.textContent = String(record.length);
    if (aloud && step) parts.live.textContent = parts.words.textContent;
  }

  /**
   * How much is told: as it was chosen last in this browser.
   * @param {() => void} changed
   */
  levels(changed) {
    const choice = maybe(this.root, "[data-words-level]", HTMLSelectElement);
    const place = maybe(this.root, "[data-told]", HTMLElement);
    if (!choice || !place) return;
    const known = remembered();
    if ([...choice.options].some(({ value }) => value === known)) choice.value = known;
    place.dataset.level = choice.value;
    choice.addEventListener("change", () => {
      place.dataset.level = choice.value;
      remember(choice.value);
      changed();
    });
  }

  /**
   * By player the points after step `at`.
   * @param {Record} record
   * @param {number} at
   */
  points(record, at) {
    for (const [seat, row] of record.points[at].entries()) {
      write(this.root.querySelector(`[data-points="${seat}"]`), sum(row));
    }
  }

  /**
   * What the table waits for. `asked`: what the viewer may write; `past`: an earlier step is shown.
   * @param {{ asked: Asked | null, over: boolean, awaited: number | null, past: boolean }} now
   */
  status({ asked, over, awaited, past }) {
    const { status } = this.parts;
    const word = (/** @type {string} */ name) => said(this.root, name);
    let words = word("waits").replace("{who}", this.nameOf(awaited));
    if (over) words = word("isOver");
    else if (asked) words = asked.question;
    if (past) words = word("past");
    if (status.textContent !== words) status.textContent = words;
    this.root.classList.toggle("is-my-turn", Boolean(asked));
    document.title = asked ? `● ${word("yourTurn")} · ${this.title}` : this.title;
    icon(asked ? word("turnIcon") : "");
  }

  /** @param {number | null} turn */
  nameOf(turn) {
    const player = maybe(this.root, `[data-player="${turn}"]`, HTMLElement);
    return player ? said(player, "name") : "";
  }

  /**
   * Mark the player at `awaited`, if the table waits for one.
   * @param {number | null | undefined} awaited
   */
  seats(awaited) {
    for (const player of all(this.root, "[data-player]", HTMLElement)) {
      player.classList.toggle("is-awaited", Number(player.dataset.player) === awaited);
    }
  }

  /**
   * How the page hears of news, as `Live` says it.
   * @param {string} how
   */
  connection(how) {
    const { connection } = this.parts;
    connection.textContent = said(this.root, how);
    connection.hidden = how === "live";
    this.root.dataset.connection = how;
  }

  /**
   * @param {string} words
   * @param {Ruling} [ruling] the one that was broken
   */
  problem(words, ruling) {
    tell(this.parts.problem, words, ruling);
  }
}

function remembered() {
  try {
    return localStorage.getItem(LEVEL) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} level */
function remember(level) {
  try {
    localStorage.setItem(LEVEL, level);
  } catch {
    // kept for this page only
  }
}

/** @param {string} address of the icon of the page; empty: its own */
function icon(address) {
  const link = one(document, 'link[rel="icon"]', HTMLLinkElement);
  link.dataset.own ??= link.getAttribute("href") ?? "";
  const wanted = address || link.dataset.own;
  if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}
