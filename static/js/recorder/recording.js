// The table of a recording: for all seats and the bank. One taps what was done; it is written at
// once. The rules are the engine's, the drawing comes from it.

import { hit, one, said } from "../page.js";
import { isPlainClick, isTyping } from "../board/events.js";
import { Numbers } from "../board/numbers.js";
import { Plates } from "../board/plates.js";
import { Record } from "../board/frames.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import { Beside } from "../table/side_panel.js";
import { Moves } from "../table/moves.js";
import { AnyTurn } from "./any_turn.js";
import { Refused } from "./engine.js";
import { fill, made, sentence } from "./texts.js";
import { layTable } from "./table_markup.js";

/** @import { Answer, Engine, Problem } from "./engine.js" */
/** @import { Came } from "../table/outbox.js" */
/** @import { Words } from "./texts.js" */
/** @import { Words as LaidWords } from "./table_markup.js" */

/** @type {{ [key: string]: string }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
const BANK = -1;

export class Playing {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Record | null} */
  record = null;
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
   * @param {{ changed: () => void, failed: (problem: unknown) => void }} told
   */
  constructor(root, { words, laid }, told) {
    this.root = root;
    this.words = words;
    this.laid = laid;
    this.told = told;
    this.beside = new Beside(root);
    this.moves = new Moves(root);
    this.spoken = new Spoken(root);
    this.turn = new AnyTurn(root, (entry) => this.write(entry));
    this.turn.left = words.ask.left;
    this.misfit = one(root, "[data-misfit]", HTMLElement);
    root.classList.add("is-live");
    root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** What the engine said last. @returns {Answer | null} */
  get answer() {
    return this.engine?.answer ?? null;
  }

  // ------------------------------------------------------------------------------ doing

  /**
   * Open a log; whether it could be. A head that is wrong is refused.
   * @param {Engine} engine
   * @param {string} log
   */
  async open(engine, log) {
    this.engine = engine;
    await engine.open(log);
    this.take(false);
  }

  /** @param {string} entry @returns {Promise<Came>} */
  async write(entry) {
    return (await this.attempt((engine) => engine.do(entry), true)) ? "sent" : "refused";
  }

  /** The last entry goes; at an earlier step all that come after it. */
  undo() {
    const { at, plies } = this.answer ?? { at: 0, plies: 0 };
    const after = this.engine?.entries.slice(at) ?? [];
    const chosen = at < plies ? after.filter(([, forced]) => !forced).length : 1;
    return this.attempt((engine) => engine.back(Math.max(1, chosen)), true);
  }

  /** Try what waits behind a misfit. */
  again() {
    return this.attempt((engine) => engine.again(), true);
  }

  /** What waits is left out. */
  leave() {
    return this.attempt(async (engine) => engine.open((await engine.log()).text), true);
  }

  /** @param {number} ply */
  go(ply) {
    const most = this.record?.length ?? 0;
    return this.attempt((engine) => engine.jump(Math.min(Math.max(ply, 0), most)), false);
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
      else this.told.failed(problem);
      return false;
    }
    this.beside.problem("");
    this.take(changes);
    const { status } = this.beside.parts;
    if (document.activeElement === document.body) status.focus({ preventScroll: true });
    if (changes) this.told.changed();
    return true;
  }

  /** @param {Problem} problem */
  refuse({ words, place, url }) {
    this.beside.problem(`${sentence(words)}.`, place ? { words: place, url } : undefined);
  }

  // ----------------------------------------------------------------------------- showing

  /** Show the last answer. @param {boolean} aloud */
  take(aloud) {
    const { answer, engine, root } = this;
    if (!answer || !engine?.payload) return;
    const record = new Record(engine.payload);
    if (answer.whole || !this.stage) this.lay(answer, record);
    else this.draw(answer, record);
    this.record = record;
    root.dataset.plies = String(answer.plies);
    root.dataset.ply = String(answer.at);
    this.list(answer, record);
    this.refresh(answer, record, aloud);
  }

  /**
   * @param {Answer} answer
   * @param {Record} record
   */
  lay(answer, record) {
    const { root } = this;
    layTable(root, answer, this.laid);
    this.players(answer);
    this.stage = new Stage(root, record, answer.plies);
    this.stage.show(answer.at);
    this.plates = new Plates(root);
    this.numbers = new Numbers(root, () => {});
    this.spoken.find();
    this.turn.spots.clear();
    this.moves.find();
    this.moves.list.replaceChildren();
    this.listed = 0;
  }

  /**
   * @param {Answer} answer
   * @param {Record} record
   */
  draw(answer, record) {
    const { stage } = this;
    if (!stage) return;
    if (stage.at > answer.kept) stage.show(answer.kept);
    stage.extend(record);
    stage.show(answer.at);
  }

  /** @param {Answer} answer */
  players({ names = [], colours = [] }) {
    Object.assign(this, { names, colours });
    const list = one(this.root, "[data-players]", HTMLElement);
    list.replaceChildren(...names.map((name, seat) => made(
      "li", { class: "play-player", "data-player": String(seat), "data-name": name },
      made("span", { class: `stone stone--${colours[seat]}`, "aria-hidden": "true" }), " ",
      made("span", { class: "play-name" }, name), " ",
      made("strong", { class: "play-points", "data-points": String(seat) }),
    )));
  }

  /**
   * The list of entries: what still stands stays.
   * @param {Answer} answer
   * @param {Record} record
   */
  list({ kept, plies }, record) {
    if (kept < this.listed) {
      this.moves.list.replaceChildren();
      this.moves.find();
      this.listed = 0;
    }
    for (; this.listed < plies; this.listed += 1) {
      this.moves.add(this.listed + 1, record.steps[this.listed]);
    }
  }

  /**
   * Everything beside the table.
   * @param {Answer} answer
   * @param {Record} record
   * @param {boolean} aloud
   */
  refresh(answer, record, aloud) {
    const { at, over, awaited, plies } = answer;
    this.beside.step(record, at, aloud);
    this.beside.points(record, at);
    this.numbers?.show(record, at);
    const seat = awaited === null || awaited < 0 ? null : awaited;
    if (this.stage) this.plates?.show(record, at, this.stage.table, seat);
    this.spoken.show(record, at);
    this.moves.mark(at, record.length);
    this.beside.seats(seat);
    const asked = answer.asked && { ...answer.asked, question: this.question(answer) };
    this.beside.status({ asked, over: over && at === plies, awaited: seat, past: false });
    const undo = one(this.root, "[data-undo]", HTMLButtonElement);
    undo.disabled = plies === 0;
    one(undo, "[data-undo-last]", HTMLElement).hidden = at < plies;
    one(undo, "[data-undo-here]", HTMLElement).hidden = at === plies;
    const change = one(this.root, "[data-change]", HTMLElement);
    change.hidden = at === plies || at === 0;
    change.textContent = fill(said(change, "change"), { number: at });
    one(this.root, "[data-over-acts]", HTMLElement).hidden = !(over && at === plies);
    this.turn.asked = undefined; // the same number may ask something else now
    const [bank, problem] = [asked?.seat === BANK, Boolean(answer.problem)];
    this.root.classList.toggle("is-roomy", bank || problem);
    this.root.classList.toggle("has-misfit", problem && !bank);
    if (asked) this.turn.ask(asked);
    else this.turn.hide();
    this.misfits(answer);
  }

  /** Who is asked what. @param {Answer} answer */
  question({ asked, at, plies }) {
    if (!asked) return "";
    const { ask } = this.words;
    const who = this.record?.names[asked.seat] ?? "";
    const form = asked.seat === BANK ? ask.bank : asked.turn ? ask.turn : ask.player;
    const words = fill(form, { who, question: asked.question });
    return at < plies ? `${fill(ask.change, { ply: at + 1 })} ${words}` : words;
  }

  /** What does not fit any longer. @param {Answer} answer */
  misfits({ problem, rest }) {
    const { misfit, words } = this;
    misfit.hidden = !problem;
    if (!problem) return;
    const { ply, line, tried, words: why } = problem;
    const form = problem.kind === "line" ? words.misfit.line : words.misfit.entry;
    const waits = rest.length > 1 ? fill(words.misfit.rest, { number: rest.length - 1 }) : "";
    const place = one(misfit, "[data-misfit-words]", HTMLElement);
    const because = fill(form, { ply, line, tried, why: sentence(why) });
    place.textContent = `${because} ${waits}`.trim();
  }

  // ------------------------------------------------------------------------------- input

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const target = hit(event, "[data-jump], [data-move], [data-undo], [data-change], "
      + "[data-try-rest], [data-leave-rest]");
    if (!target) return;
    event.preventDefault();
    const { jump, move } = target.dataset;
    if ("undo" in target.dataset) this.undo();
    else if ("change" in target.dataset) this.go((this.answer?.at ?? 1) - 1);
    else if ("tryRest" in target.dataset) this.again();
    else if ("leaveRest" in target.dataset) this.leave();
    else this.go(move ? Number(move) : this.target(jump ?? ""));
  }

  /** @param {string} jump */
  target(jump) {
    return this.record?.target(jump, this.answer?.at ?? 0) ?? 0;
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
