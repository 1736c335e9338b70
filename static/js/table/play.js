// A table while its game is played. The page is what the server drew; this keeps it up to date,
// lets its player choose, and sends what was chosen. The rules and the layout are the server's.

import { findElements, hitElement, findElement, dataValue, toggleHelp } from "../page.js";
import { isCalm, isPageKey, isPlainClick } from "../board/events.js";
import { HttpError, runSerially, readJson } from "../board/api.js";
import { Motion } from "../board/motion.js";
import { Numbers } from "../board/numbers.js";
import { Plates } from "../board/plates.js";
import { Frames } from "../board/frames.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import { offerFinalScoring } from "../board/step_notes.js";
import { Live } from "../live.js";
import { followChat } from "../chat.js";
import { SidePanel } from "./side_panel.js";
import { Clocks } from "./clocks.js";
import { GameEnd } from "./game_end.js";
import { TurnSound } from "./turn_sound.js";
import { Moves } from "./moves.js";
import { REDRAWN_PARTS, redrawPlayers, redrawTable } from "./redraw.js";
import { Outbox } from "./outbox.js";
import { Turn } from "./turn.js";
import { CatchUp } from "./catch_up.js";
import { showPreviews } from "./previews.js";
import { followRail, toggleLegend } from "../board/rail.js";

/** @import { Prompt, Moments, State } from "./state.js" */

const TIMES = { poll: 3000, reopen: 20_000 }; // milliseconds
const NOT_FOR_YOU = [401, 403, 404];
/** @type {{ [key: string]: string }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** The players of an answer, as text; if it changes, they are redrawn. @param {State} state */
const playersIn = ({ places, take_back: takeBack }) =>
  JSON.stringify([takeBack, places.map((place) => [place.handle, place.stand_in, place.consents])]);

export class Play {
  askInTurn = runSerially(() => this.question());
  /** @type {Prompt | null} what the reader may write */
  prompt = null;

  /** @param {HTMLElement} root @param {Moments} first a whole answer */
  constructor(root, first) {
    this.root = root;
    this.sidePanel = new SidePanel(root);
    this.clocks = new Clocks(root);
    this.motion = new Motion(root);
    this.catchUp = new CatchUp(this);
    const seat = Number(root.dataset.own || -1);
    this.turnSound = new TurnSound(this.catchUp.speedControl.sounds, seat, first.asked?.ply ?? 0);
    this.moves = new Moves(root);
    this.ending = new GameEnd(root, () => this.ask());
    this.outbox = new Outbox(root, () => this.retry());
    this.turn = new Turn(root, (entry, key) => this.send(entry, key), () => this.withdraw());
    this.data = first;
    this.ply = Math.min(Number(root.dataset.plies), first.plies);
    this.frames = new Frames({ ...first, seat: "" });
    this.stage = new Stage(root, this.frames, this.ply);
    this.numbers = new Numbers(root, () => {});
    this.plates = new Plates(root);
    this.spoken = new Spoken(root);
    this.state = first.state;
    this.over = first.over;
    this.learn(first);
    this.listen();
    this.refresh();
    if (this.ply < this.frames.length) this.catchUp.walk();
    this.end();
    this.connect();
    showPreviews(root, this.turn);
  }

  /** Hear when something happens. */
  connect() {
    const { root } = this;
    const look = (/** @type {string} */ data) => this.isNews(JSON.parse(data));
    this.live = new Live(`${root.dataset.api}/stream?only=look`, { look }, TIMES);
    this.live.addEventListener("news", () => this.ask());
    this.live.addEventListener("gone", () => location.reload());
    this.live.addEventListener("connection", (event) => {
      const how = /** @type {CustomEvent<"live" | "polling" | "offline">} */ (event).detail;
      this.sidePanel.connection(how);
      if (how === "live") this.retry();
    });
    this.retry();
    const panel = findElement(root, "[data-chat]");
    if (panel) followChat(panel, dataValue(root, "tableId"), this.live);
  }

  // ------------------------------------------------------------------------- what is there

  /** Begin again with a whole answer. @param {Moments} answer @param {number} ply */
  take(answer, ply) {
    this.data = answer;
    this.ply = Math.min(ply, answer.plies);
    this.frames = new Frames({ ...answer, seat: "" });
    this.stage = new Stage(this.root, this.frames, this.ply);
    this.numbers = new Numbers(this.root, () => {});
    this.plates = new Plates(this.root);
    this.spoken.findLists();
    this.learn(answer);
  }

  /** Steps that are new; how many. @param {Moments} answer */
  extend(answer) {
    const length = this.frames.length;
    const fresh = answer.steps.slice(length - (answer.plies - answer.steps.length));
    if (fresh.length) {
      this.data.steps.push(...fresh);
      this.data.rules = { ...this.data.rules, ...answer.rules };
      this.frames = new Frames({ ...this.data, seat: "" });
      this.stage.frames = this.frames;
      findElement(this.root, "[data-advice]")?.remove();
      fresh.forEach((step, index) => this.moves.add(length + index + 1, step));
      const acted = fresh.some(({ a }) => String(a) === this.root.dataset.own);
      if (acted) findElement(this.root, "[data-undo] :disabled")?.removeAttribute("disabled");
    }
    this.learn(answer);
    return fresh.length;
  }

  /** Take over the state of an answer, in addition to its steps. @param {Moments} answer */
  learn({ state, over, asked: prompt }) {
    const playersChanged = playersIn(state) !== playersIn(this.state);
    this.state = state;
    this.over = over;
    this.prompt = prompt;
    this.seats();
    if (playersChanged) redrawPlayers(this).catch(() => {});
  }

  seats() {
    this.clocks.set(this.state);
    this.sidePanel.seats(this.over ? undefined : this.state.awaited);
  }

  // ------------------------------------------------------------------------- what is new

  /** True for entries that the page has not got. @param {{ plies?: number }} look */
  isNews({ plies }) {
    return plies === undefined || plies > this.frames.length;
  }

  /** Ask for what happened; a reader without access gets the page reloaded. */
  async ask() {
    try {
      await this.askInTurn();
    } catch (problem) {
      if (problem instanceof HttpError && NOT_FOR_YOU.includes(problem.status)) location.reload();
      // no answer: the stream, or the next turn of the polling, asks again
    }
  }

  async question() {
    const answer = await this.moments(this.frames.length);
    if (this.isOfAnother(answer)) {
      location.reload();
      return;
    }
    const followed = this.ply === this.frames.length;
    if (answer.layout !== this.data.layout || answer.state.phase !== this.root.dataset.phase) {
      await redrawTable(this, answer);
    } else if (answer.plies >= this.frames.length) {
      const fresh = this.extend(answer);
      if (fresh && followed) this.catchUp.walk();
      else if (!this.catchUp.isMoving) this.refresh(fresh > 0);
    }
    this.retry();
    await this.end();
  }

  /** A game that is over comes into the record, unless it went on from another one. */
  async end() {
    const recorded = !("unrecorded" in this.root.dataset);
    const { game, rematch } = this.state;
    if (this.over) await this.ending.follow(game, rematch, recorded);
  }

  /** True if the page was drawn for another viewer. @param {Moments} answer */
  isOfAnother({ state }) {
    const seat = dataValue(this.root, "own");
    return state.phase === "playing" && seat !== "" && Number(seat) !== state.viewer;
  }

  /** @param {number} after @returns {Promise<Moments>} */
  moments(after) {
    const query = document.hidden ? "" : "&seen=1"; // a viewer who sees it gets no notice
    return readJson(`${this.root.dataset.api}/moments?after=${after}${query}`);
  }

  /** The parts of the page that are redrawn with the table. */
  get redrawnParts() {
    return REDRAWN_PARTS;
  }

  /** Send an entry, again under the same key. @param {string} text @param {string} key */
  send(text, key) {
    this.outbox.hold({ ply: this.frames.length + 1, text, key });
    return this.deliver();
  }

  /** Send the entry in the outbox. */
  async deliver() {
    const ply = this.outbox.pending?.ply ?? 0;
    const { came, problem, stale, ruling } = await this.outbox.send();
    const waits = came === "unsent";
    if (!waits || !this.root.classList.contains("is-unsent")) {
      this.sidePanel.problem(problem, ruling);
    }
    this.root.classList.toggle("is-unsent", waits);
    if (came === "sent" && this.frames.length < ply) {
      this.prompt = null;
      await this.ask();
    } else if (stale) {
      await this.ask();
    }
    return came;
  }

  /** The site can be reached again, or it is time to try. */
  async retry() {
    if (!this.outbox.late || this.outbox.sending) return;
    await this.turn.during(() => this.deliver());
    this.refresh();
  }

  /** Something else is chosen: what was said of the last choice goes. */
  withdraw() {
    this.sidePanel.problem("");
    if (!this.outbox.pending) return;
    this.outbox.drop();
    this.root.classList.remove("is-unsent");
  }

  // --------------------------------------------------------------------------------- steps

  listen() {
    this.root.classList.add("is-live");
    for (const part of findElements(this.root, "[data-controls]")) part.hidden = false;
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    this.sidePanel.levels(() => this.refresh());
    followRail(this.root);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const target = hitElement(event, "[data-jump], [data-move], [data-help]");
    if (!target) return;
    event.preventDefault();
    const { jump, move } = target.dataset;
    if ("help" in target.dataset) toggleHelp(this.root);
    else this.go(jump ? this.frames.target(jump, this.ply) : Number(move));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!isPageKey(event)) return;
    if (!this.spoken.key(event) && !this.otherKey(event)) return;
    event.preventDefault();
  }

  /** Keys that do not walk a list; whether it was one. @param {KeyboardEvent} event */
  otherKey(event) {
    const jump = KEYS[event.key];
    if (jump) this.go(this.frames.target(jump, this.ply));
    else if (event.key === "?") void toggleLegend(this.root);
    else if (event.key === "R") return this.sidePanel.askToResign();
    else return this.turn.key(event);
    return true;
  }

  /** The reader goes to a step by hand. @param {number} ply */
  go(ply) {
    this.catchUp.halt();
    this.show(Math.min(Math.max(ply, 0), this.frames.length));
    this.refresh();
  }

  /** `onArrival`: when all has come there. @param {number} ply @param {() => void} [onArrival] */
  show(ply, onArrival) {
    const near = Math.abs(ply - this.ply) === 1;
    const moves = this.motion.startStep(near) || (this.catchUp.walking && near);
    this.ply = ply;
    const ended = () => {
      this.count();
      if (onArrival) onArrival();
      else this.refresh();
    };
    const settled = (/** @type {boolean} */ cut) => this.count(!cut && !isCalm());
    if (moves) this.stage.show(ply, this.motion, { settled, ended });
    else this.stage.show(ply);
    if (!moves) onArrival?.();
  }

  /** Refresh everything next to the table. */
  refresh(aloud = false) {
    const { frames, ply, prompt, over, root } = this;
    const { isMoving } = this.catchUp;
    const isPresent = ply === frames.length && !isMoving;
    const past = ply < frames.length && !this.catchUp.walking;
    root.dataset.ply = String(ply);
    root.classList.toggle("is-past", past);
    root.classList.toggle("is-moving", isMoving);
    root.classList.toggle("is-ending", Boolean(over) && isMoving && !past);
    this.sidePanel.step(frames, ply, aloud, over);
    if (!isMoving) this.count();
    this.spoken.show(frames, ply);
    this.moves.mark(ply, frames.length);
    this.moves.stepsSince(frames, Number(root.dataset.own || -1));
    // words, choices, panels and clocks say whose turn it is together, and at once: time runs from
    // here on. Places on the table wait until what moves has come to rest.
    if (prompt && !past) this.turn.ask(prompt, this.outbox.pending, isPresent);
    else this.turn.hide();
    if (prompt && isPresent) this.turnSound.hear(frames.steps, prompt.ply);
    offerFinalScoring(root, Boolean(over && frames.steps[frames.length - 1]?.l));
    const awaited = over ? undefined : this.state.awaited;
    const counts = isMoving && !past;
    const question = prompt ? this.turn.question(prompt) : "";
    this.sidePanel.status({ question, over, awaited: this.state.awaited, past, counts });
    this.sidePanel.seats(awaited);
    if (counts) this.plates.turn(awaited ?? undefined);
    if (over && !isMoving && this.turn.sent) this.focusOnward();
  }

  /** After the last move the focus goes on from there; what had it may be gone. */
  focusOnward() {
    const focused = document.activeElement;
    if (focused !== document.body && focused?.getClientRects().length) return;
    const link = findElement(this.root, "[data-over] :is(a, button:not([hidden]))");
    link?.focus({ preventScroll: true });
  }

  /** Numbers and plates, as they are after the step. */
  count(moves = false) {
    const { frames, ply } = this;
    const awaited = this.over ? undefined : this.state.awaited;
    this.numbers.show(frames, ply);
    const isPast = ply < frames.length && !this.catchUp.isMoving;
    const next = isPast ? undefined : awaited;
    this.plates.show(frames, ply, this.stage.table, next, moves);
  }
}

for (const root of findElements(document, "[data-play]")) {
  // without an answer the page still has its forms
  const query = document.hidden ? "" : "&seen=1";
  readJson(`${root.dataset.api}/moments?after=0${query}`).then((/** @type {Moments} */ answer) => {
    // drawn before a board got more room, or before the end: the page as it is now will do
    if (answer.layout !== root.dataset.layout) location.reload();
    else Object.assign(root, { play: new Play(root, answer) });
  }, () => {});
}
