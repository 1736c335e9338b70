// The panel next to the table: the words of the step, the status, the points.

import {
  findElements, findElement, getElement, getParts, dataValue, showMessage,
} from "../page.js";
import { readText, storeText } from "../storage.js";
import { sum, write } from "../board/numbers.js";
import { showEnd, showStep } from "../board/step_notes.js";

/** @import { Frames } from "../board/frames.js" */
/** @import { DatasetKey } from "../data_names.js" */
/** @import { Ruling } from "../page.js" */

const LEVEL = "imhotep-words";

export class SidePanel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.title = document.title;
    this.parts = getParts(
      root, "where", "words", "count", "plies-count", "status", "problem", "connection", "live",
    );
  }

  /**
   * Step `ply`; `aloud` too. `over`: it may end the game, whose result is told by the status alone.
   * @param {Frames} frames
   * @param {number} ply
   * @param {boolean} aloud
   * @param {boolean} over
   */
  step(frames, ply, aloud, over) {
    const { parts } = this;
    showStep(this.root, parts, frames, ply);
    if (over && ply && ply === frames.length) showEnd(this.root, parts, frames.steps[ply - 1]);
    parts.count.textContent = String(ply);
    parts.pliesCount.textContent = String(frames.length);
    if (aloud && ply) parts.live.textContent = parts.words.textContent;
  }

  /** Restore the level of detail of this browser. @param {() => void} changed */
  levels(changed) {
    const choice = findElement(this.root, "[data-words-level]", HTMLSelectElement);
    const place = findElement(this.root, "[data-told]");
    if (!choice || !place) return;
    const level = readText(LEVEL) ?? "";
    if ([...choice.options].some(({ value }) => value === level)) choice.value = level;
    place.dataset.level = choice.value;
    choice.addEventListener("change", () => {
      place.dataset.level = choice.value;
      storeText(LEVEL, choice.value);
      changed();
    });
  }

  /** Show the points after step `ply`, by player. @param {Frames} frames @param {number} ply */
  points(frames, ply) {
    for (const [seat, row] of frames.points[ply].entries()) {
      write(this.root.querySelector(`[data-points="${seat}"]`), sum(row));
    }
  }

  /**
   * The status of the table. `question`: what the viewer is asked, if anything; `past`: an earlier
   * step is shown; `counts`: the result is still being counted on the stage.
   * @param {{ question: string, over: boolean, awaited: number | null, past: boolean,
   *   counts: boolean }} state
   */
  status({ question, over, awaited, past, counts }) {
    const { status } = this.parts;
    const word = (/** @type {DatasetKey} */ name) => dataValue(this.root, name);
    let words = word("waits").replace("{who}", this.playerName(awaited));
    const outcome = over && !counts ? dataValue(this.root, "outcome") : "";
    if (over) words = counts ? word("counting") : outcome || word("isOver");
    else if (question) words = question;
    if (past) words = word("past");
    if (status.textContent !== words) status.textContent = words;
    this.root.classList.toggle("is-my-turn", Boolean(question));
    const news = question ? `● ${word("yourTurn")}` : outcome;
    document.title = news && !this.title.startsWith(news) ? `${news} · ${this.title}` : this.title;
    if (outcome && this.parts.live.textContent !== outcome) this.parts.live.textContent = outcome;
    setIcon(question ? word("turnIcon") : "");
  }

  /** @param {number | null} turn */
  playerName(turn) {
    const player = findElement(this.root, `[data-player="${turn}"]`);
    return player ? dataValue(player, "name") : "";
  }

  /** Mark the player that the table waits for. @param {number | null | undefined} awaited */
  seats(awaited) {
    for (const player of findElements(this.root, "[data-player]")) {
      player.classList.toggle("is-awaited", Number(player.dataset.player) === awaited);
    }
  }

  /** Open the question whether to resign, its button ready; whether there is one. */
  askToResign() {
    const question = findElement(this.root, "[data-resign]", HTMLDetailsElement);
    if (!question) return false;
    question.open = true;
    getElement(question, "form button", HTMLButtonElement).focus();
    return true;
  }

  /** Show how the page hears of news. @param {"live" | "polling" | "offline"} how */
  connection(how) {
    const { connection } = this.parts;
    connection.textContent = dataValue(this.root, how);
    connection.hidden = how === "live";
    this.root.dataset.connection = how;
  }

  /** @param {string} words @param {Ruling} [ruling] the one that was broken */
  problem(words, ruling) {
    showMessage(this.parts.problem, words, ruling);
  }
}

/** @param {string} address of the icon of the page; empty: its own */
function setIcon(address) {
  const link = getElement(document, 'link[rel="icon"]', HTMLLinkElement);
  link.dataset.own ??= link.getAttribute("href") ?? "";
  const href = address || link.dataset.own;
  if (link.getAttribute("href") !== href) link.setAttribute("href", href);
}
