// The table of a recording: for all seats and the bank. One taps what was done; it is written at
// once. The rules are the engine's, the drawing comes from it.

import { createNode, hitElement, getElement, dataValue, fillWords, sentence } from "../page.js";
import { isPlainClick, isTyping } from "../board/events.js";
import { Numbers } from "../board/numbers.js";
import { Plates } from "../board/plates.js";
import { Frames } from "../board/frames.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import { SidePanel } from "../table/side_panel.js";
import { Moves } from "../table/moves.js";
import { AnyTurn } from "./any_turn.js";
import { Refused } from "./engine.js";
import { Resigning } from "./resigning.js";
import { layTable } from "./table_markup.js";

/** @import { Answer, Engine, Problem } from "./engine.js" */
/** @import { SendOutcome } from "../table/outbox.js" */
/** @import { Words } from "../page.js" */
/** @import { Words as LaidWords } from "./table_markup.js" */

/** @type {{ [key: string]: string }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
const BANK = -1;

export class Recording {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Frames | null} */
  frames = null;
  /** @type {Stage | null} */
  stage = null;
  /** @type {Numbers | null} */
  numbers = null;
  /** @type {Plates | null} */
  plates = null;
  listed = 0;
  /** @type {string[]} by seat */
  names = [];
  /** @type {string[]} by seat */
  colours = [];

  /**
   * @param {HTMLElement} root
   * @param {{ words: Words, laid: LaidWords }} page
   * @param {{ changed: () => void, failed: (problem: unknown) => void }} listeners
   */
  constructor(root, { words, laid }, listeners) {
    this.root = root;
    this.words = words;
    this.laid = laid;
    this.listeners = listeners;
    this.sidePanel = new SidePanel(root);
    this.moves = new Moves(root);
    this.spoken = new Spoken(root);
    this.turn = new AnyTurn(root, (entry) => this.write(entry));
    this.turn.left = words.ask.left;
    this.resigning = new Resigning(root, words.resign, (entry) => this.write(entry));
    this.misfit = getElement(root, "[data-misfit]");
    root.classList.add("is-live");
    root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** The engine's last answer. */
  get answer() {
    return this.engine?.answer ?? null;
  }

  // ------------------------------------------------------------------------------ doing

  /** Open a log. Throws for a wrong head. @param {Engine} engine @param {string} log */
  async open(engine, log) {
    this.engine = engine;
    await engine.open(log);
    this.take(false);
  }

  /** @param {string} entry @returns {Promise<SendOutcome>} */
  async write(entry) {
    return (await this.attempt((engine) => engine.do(entry), true)) ? "sent" : "refused";
  }

  /** The last entry goes; at an earlier step all that come after it. */
  undo() {
    const { at: ply, plies } = this.answer ?? { at: 0, plies: 0 };
    const after = this.engine?.entries.slice(ply) ?? [];
    const chosen = ply < plies ? after.filter(([, forced]) => !forced).length : 1;
    return this.attempt((engine) => engine.back(Math.max(1, chosen)), true);
  }

  /** Try what waits behind a misfit. */
  retryRemaining() {
    return this.attempt((engine) => engine.retryRemaining(), true);
  }

  /** Drop the entries behind a misfit. */
  dropRemaining() {
    return this.attempt(async (engine) => engine.open((await engine.log()).text), true);
  }

  /** @param {number} ply */
  go(ply) {
    const length = this.frames?.length ?? 0;
    return this.attempt((engine) => engine.jump(Math.min(Math.max(ply, 0), length)), false);
  }

  /**
   * Ask the engine, and show what it says; whether it did it.
   * @param {(engine: Engine) => Promise<Answer>} ask
   * @param {boolean} changes
   */
  async attempt(ask, changes) {
    const { engine } = this;
    if (!engine) return false;
    try {
      await ask(engine);
    } catch (problem) {
      if (problem instanceof Refused) this.refuse(problem.problem);
      else this.listeners.failed(problem);
      return false;
    }
    this.sidePanel.problem("");
    this.take(changes);
    const { status } = this.sidePanel.parts;
    if (document.activeElement === document.body) status.focus({ preventScroll: true });
    if (changes) this.listeners.changed();
    return true;
  }

  /** @param {Problem} problem */
  refuse({ words, place, url }) {
    this.sidePanel.problem(`${sentence(words)}.`, place ? { words: place, url } : undefined);
  }

  // ----------------------------------------------------------------------------- showing

  /** Show the last answer. @param {boolean} aloud */
  take(aloud) {
    const { answer, engine, root } = this;
    if (!answer || !engine?.payload) return;
    const frames = new Frames(engine.payload);
    if (answer.whole || !this.stage) this.lay(answer, frames);
    else this.draw(answer, frames);
    this.frames = frames;
    root.dataset.plies = String(answer.plies);
    root.dataset.ply = String(answer.at);
    this.list(answer, frames);
    this.refresh(answer, frames, aloud);
  }

  /** @param {Answer} answer @param {Frames} frames */
  lay(answer, frames) {
    const { root } = this;
    layTable(root, answer, this.laid);
    this.players(answer);
    this.stage = new Stage(root, frames, answer.plies);
    this.stage.show(answer.at);
    this.plates = new Plates(root);
    this.numbers = new Numbers(root, () => {});
    this.spoken.findLists();
    this.turn.spots.clear();
    this.moves.find();
    this.moves.list.replaceChildren();
    this.listed = 0;
  }

  /** @param {Answer} answer @param {Frames} frames */
  draw(answer, frames) {
    const { stage } = this;
    if (!stage) return;
    if (stage.ply > answer.kept) stage.show(answer.kept);
    stage.frames = frames;
    stage.show(answer.at);
  }

  /** @param {Answer} answer */
  players({ names = [], colours = [] }) {
    Object.assign(this, { names, colours });
    const list = getElement(this.root, "[data-players]");
    list.replaceChildren(...names.map((name, seat) => createNode(
      "li", { class: "play-player", "data-player": String(seat), "data-name": name },
      createNode("span", { class: `stone stone--${colours[seat]}`, "aria-hidden": "true" }), " ",
      createNode("span", { class: "play-name" }, name), " ",
      createNode("strong", { class: "play-points", "data-points": String(seat) }),
    )));
  }

  /** The list of entries: what still stands stays. @param {Answer} answer @param {Frames} frames */
  list({ kept: unchanged, plies }, frames) {
    if (unchanged < this.listed) {
      this.moves.list.replaceChildren();
      this.moves.find();
      this.listed = 0;
    }
    for (; this.listed < plies; this.listed += 1) {
      this.moves.add(this.listed + 1, frames.steps[this.listed]);
    }
  }

  /** Refresh the page. @param {Answer} answer @param {Frames} frames @param {boolean} aloud */
  refresh(answer, frames, aloud) {
    const { at: ply, over, awaited, plies } = answer;
    this.sidePanel.step(frames, ply, aloud, false);
    this.sidePanel.points(frames, ply);
    this.numbers?.show(frames, ply);
    const seat = awaited === null || awaited < 0 ? null : awaited;
    if (this.stage) this.plates?.show(frames, ply, this.stage.table, seat);
    this.spoken.show(frames, ply);
    this.moves.mark(ply, frames.length);
    this.sidePanel.seats(seat);
    const question = answer.asked ? this.question(answer) : "";
    const prompt = answer.asked && { ...answer.asked, question };
    this.sidePanel.status(
      { question, over: over && ply === plies, awaited: seat, past: false, counts: false },
    );
    const undo = getElement(this.root, "[data-undo]", HTMLButtonElement);
    undo.disabled = plies === 0;
    getElement(undo, "[data-undo-last]").hidden = ply < plies;
    getElement(undo, "[data-undo-here]").hidden = ply === plies;
    const change = getElement(this.root, "[data-change]");
    change.hidden = ply === plies || ply === 0;
    change.textContent = fillWords(dataValue(change, "change"), { number: ply });
    getElement(this.root, "[data-over-acts]").hidden = !(over && ply === plies);
    this.turn.prompt = undefined; // the same number may ask something else now
    const [bank, problem] = [prompt?.seat === BANK, Boolean(answer.problem)];
    this.root.classList.toggle("is-roomy", bank || problem);
    getElement(this.root, ".record-fold input", HTMLInputElement).checked = false;
    this.root.classList.toggle("has-misfit", problem && !bank);
    if (prompt) this.turn.ask(prompt);
    else this.turn.hide();
    this.resigning.show(answer, this);
    this.misfits(answer);
  }

  /** The question to the current seat. @param {Answer} answer */
  question({ asked: prompt, at: ply, plies }) {
    if (!prompt) return "";
    const { ask } = this.words;
    const name = this.frames?.names[prompt.seat] ?? "";
    const form = prompt.seat === BANK ? "{question}" : prompt.turn ? ask.turn : ask.player;
    const words = fillWords(form, { who: name, question: prompt.question });
    return ply < plies ? `${fillWords(ask.change, { ply: ply + 1 })} ${words}` : words;
  }

  /** Show the entry that does not fit any longer. @param {Answer} answer */
  misfits({ problem, rest: waiting }) {
    const { misfit, words } = this;
    misfit.hidden = !problem;
    if (!problem) return;
    const { ply, line, tried, words: reason } = problem;
    const form = problem.kind === "line" ? words.misfit.line : words.misfit.entry;
    const waits = waiting.length > 1 ? fillWords(
      words.misfit.rest, { number: waiting.length - 1 },
    ) : "";
    const place = getElement(misfit, "[data-misfit-words]");
    const because = fillWords(form, { ply, line, tried, why: sentence(reason) });
    place.textContent = `${because} ${waits}`.trim();
  }

  // ------------------------------------------------------------------------------- input

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const target = hitElement(event, "[data-jump], [data-move], [data-undo], [data-change], "
      + "[data-try-rest], [data-leave-rest]");
    if (!target) return;
    event.preventDefault();
    const { jump, move } = target.dataset;
    if ("undo" in target.dataset) this.undo();
    else if ("change" in target.dataset) this.go((this.answer?.at ?? 1) - 1);
    else if ("tryRest" in target.dataset) this.retryRemaining();
    else if ("leaveRest" in target.dataset) this.dropRemaining();
    else this.go(move ? Number(move) : this.target(jump ?? ""));
  }

  /** @param {string} jump */
  target(jump) {
    return this.frames?.target(jump, this.answer?.at ?? 0) ?? 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.root.hidden || event.altKey || isTyping(event.target)) return;
    const undoes = event.key === "z";
    if ((event.ctrlKey || event.metaKey) && !undoes) return;
    if (undoes) this.undo();
    else if (!this.spoken.key(event) && !this.otherKey(event)) return;
    event.preventDefault();
  }

  /** Keys that do not walk a list; whether it was one. @param {KeyboardEvent} event */
  otherKey(event) {
    const jump = KEYS[event.key];
    if (!jump) return this.turn.key(event);
    this.go(this.target(jump));
    return true;
  }
}
