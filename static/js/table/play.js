// A table while its game is played. The page is what the server drew; this keeps it up to date,
// lets its player choose, and sends what was chosen. The rules and the layout are the server's.

import { all, hit, maybe, one, said } from "../page.js";
import { isCalm, isPlainClick, isTyping } from "../board/events.js";
import { readJson } from "../board/api.js";
import { Motion } from "../board/motion.js";
import { Numbers } from "../board/numbers.js";
import { Plates } from "../board/plates.js";
import { Record } from "../board/frames.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import { Live } from "../live.js";
import { chat } from "../chat.js";
import { Asking } from "./poll.js";
import { Beside } from "./side_panel.js";
import { Clocks } from "./clocks.js";
import { Ending } from "./game_end.js";
import { Knock } from "./turn_sound.js";
import { Moves } from "./moves.js";
import { DRAWN, Redrawing } from "./redraw.js";
import { Outbox } from "./outbox.js";
import { Turn } from "./turn.js";
import { Way } from "./catch_up.js";
import { weigh } from "./previews.js";

/** @import { Asked, Moments, State } from "./state.js" */

const TIMES = { poll: 3000, reopen: 20_000 }; // milliseconds
/** @type {{ [key: string]: string }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** What an answer says of the players; another: they are drawn anew. @param {State} state */
const playersIn = ({ places }) =>
  JSON.stringify(places.map((place) => [place.handle, place.stand_in, place.consents]));

export class Play {
  asking = new Asking(() => this.question());
  /** @type {Asked | null} what the reader may write */
  asked = null;

  /**
   * @param {HTMLElement} root
   * @param {Moments} first a whole answer
   */
  constructor(root, first) {
    this.root = root;
    this.beside = new Beside(root);
    this.clocks = new Clocks(root);
    this.motion = new Motion(root);
    this.way = new Way(this);
    const own = Number(root.dataset.own || -1);
    this.knock = new Knock(this.way.pace.sounds, own, first.asked?.ply ?? 0);
    this.moves = new Moves(root);
    this.ending = new Ending(root, () => this.ask());
    this.redrawing = new Redrawing(this);
    this.outbox = new Outbox(root, () => this.retry());
    this.turn = new Turn(root, (entry, key) => this.send(entry, key), () => this.withdraw());
    this.data = first;
    this.at = Math.min(Number(root.dataset.plies), first.plies);
    this.record = new Record({ ...first, seat: "" });
    this.stage = new Stage(root, this.record, this.at);
    this.numbers = new Numbers(root, () => {});
    this.plates = new Plates(root);
    this.spoken = new Spoken(root);
    this.state = first.state;
    this.over = first.over;
    this.learn(first);
    this.listen();
    this.refresh();
    if (this.at < this.record.length) this.way.walk();
    this.end();
    this.connect();
    weigh(root, this.turn);
  }

  /** Hear when something happens. */
  connect() {
    const { root } = this;
    const look = (/** @type {string} */ data) => this.isNews(JSON.parse(data));
    this.live = new Live(`${root.dataset.api}/stream?only=look`, { look }, TIMES);
    this.live.addEventListener("news", () => this.ask());
    this.live.addEventListener("gone", () => location.reload());
    this.live.addEventListener("connection", (event) => {
      const how = /** @type {CustomEvent<string>} */ (event).detail;
      this.beside.connection(how);
      if (how === "live") this.retry();
    });
    this.retry();
    const panel = maybe(root, "[data-chat]", HTMLElement);
    if (panel) chat(panel, said(root, "tableId"), this.live);
  }

  // ------------------------------------------------------------------------- what is there

  /**
   * Begin anew with a whole answer, in a page that was drawn anew and shows step `at`.
   * @param {Moments} answer
   * @param {number} at
   */
  take(answer, at) {
    this.data = answer;
    this.at = Math.min(at, answer.plies);
    this.record = new Record({ ...answer, seat: "" });
    this.stage = new Stage(this.root, this.record, this.at);
    this.numbers = new Numbers(this.root, () => {});
    this.plates = new Plates(this.root);
    this.spoken.find();
    this.learn(answer);
  }

  /**
   * Steps that are new; how many.
   * @param {Moments} answer
   */
  extend(answer) {
    const known = this.record.length;
    const fresh = answer.steps.slice(known - (answer.plies - answer.steps.length));
    if (fresh.length) {
      this.data.steps.push(...fresh);
      this.data.rules = { ...this.data.rules, ...answer.rules };
      this.record = new Record({ ...this.data, seat: "" });
      this.stage.extend(this.record);
      fresh.forEach((step, index) => this.moves.add(known + index + 1, step));
    }
    this.learn(answer);
    return fresh.length;
  }

  /**
   * What an answer says beside the steps.
   * @param {Moments} answer
   */
  learn({ state, over, asked }) {
    const others = playersIn(state) !== playersIn(this.state);
    this.state = state;
    this.over = over;
    this.asked = asked;
    this.seats();
    if (others) this.redrawing.players().catch(() => {});
  }

  seats() {
    this.clocks.set(this.state);
    if (!this.way.isMoving) this.beside.seats(this.over ? undefined : this.state.awaited);
  }

  // ------------------------------------------------------------------------- what is new

  /**
   * Whether there is something to ask for: not if it is for entries that the page has.
   * @param {{ plies?: number }} look
   */
  isNews({ plies }) {
    return plies === undefined || plies > this.record.length;
  }

  /** Ask for what happened. */
  ask() {
    return this.asking.ask();
  }

  async question() {
    const answer = await this.moments(this.record.length);
    if (this.isOfAnother(answer)) {
      location.reload();
      return;
    }
    const followed = this.at === this.record.length;
    if (answer.layout !== this.data.layout || answer.state.phase !== this.root.dataset.phase) {
      await this.redrawing.renew(answer);
    } else if (answer.plies >= this.record.length) {
      const fresh = this.extend(answer);
      if (fresh && followed) this.way.walk();
      else if (!this.way.isMoving) this.refresh(fresh > 0);
    }
    this.retry();
    await this.end();
  }

  /** A game that is over comes into the record, unless it went on from another one. */
  async end() {
    const recorded = !("unrecorded" in this.root.dataset);
    if (this.over && recorded) await this.ending.follow(this.state.game);
  }

  /**
   * Whether the page was drawn for a seat that is no longer ours: logged out, or replaced.
   * @param {Moments} answer
   */
  isOfAnother({ state }) {
    const own = said(this.root, "own");
    return state.phase === "playing" && own !== "" && Number(own) !== state.viewer;
  }

  /**
   * @param {number} after
   * @returns {Promise<Moments>}
   */
  moments(after) {
    const headers = { Accept: "application/json" };
    const seen = document.hidden ? "" : "&seen=1"; // who has it in sight is not told elsewhere
    return readJson(`${this.root.dataset.api}/moments?after=${after}${seen}`, { headers });
  }

  /** What is drawn anew with the table, and where it stands in the page. */
  get drawn() {
    return DRAWN;
  }

  /**
   * Send `entry`; a try that may have got lost is sent again under the same key.
   * @param {string} text
   * @param {string} key
   */
  send(text, key) {
    this.outbox.hold({ ply: this.record.length + 1, text, key });
    return this.deliver();
  }

  /** What the outbox holds. */
  async deliver() {
    const ply = this.outbox.held?.ply ?? 0;
    const { came, problem, stale, ruling } = await this.outbox.send();
    const waits = came === "unsent";
    if (!waits || !this.root.classList.contains("is-unsent")) this.beside.problem(problem, ruling);
    this.root.classList.toggle("is-unsent", waits);
    if (came === "sent" && this.record.length < ply) {
      this.asked = null;
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

  withdraw() {
    if (!this.outbox.held) return;
    this.outbox.drop();
    this.root.classList.remove("is-unsent");
    this.beside.problem("");
  }

  // --------------------------------------------------------------------------------- steps

  listen() {
    this.root.classList.add("is-live");
    for (const part of all(this.root, "[data-controls]", HTMLElement)) part.hidden = false;
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    this.beside.levels(() => this.refresh());
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const target = hit(event, "[data-jump], [data-move], [data-help]");
    if (!target) return;
    event.preventDefault();
    const { jump, move } = target.dataset;
    if ("help" in target.dataset) toggle(this.root);
    else this.go(jump ? this.record.target(jump, this.at) : Number(move));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (!this.spoken.key(event) && !this.otherKey(event)) return;
    event.preventDefault();
  }

  /**
   * Keys that do not walk a list; whether it was one.
   * @param {KeyboardEvent} event
   */
  otherKey(event) {
    const jump = KEYS[event.key];
    if (jump) this.go(this.record.target(jump, this.at));
    else if (event.key === "?") toggle(this.root);
    else return this.turn.key(event);
    return true;
  }

  /**
   * The reader goes to a step by hand.
   * @param {number} ply
   */
  go(ply) {
    this.way.halt();
    this.show(Math.min(Math.max(ply, 0), this.record.length));
    this.refresh();
  }

  /**
   * Show step `ply`; `seen` is called when all that moves has come there.
   * @param {number} ply
   * @param {() => void} [seen]
   */
  show(ply, seen) {
    const near = Math.abs(ply - this.at) === 1;
    const moves = this.motion.wanted(near) || (this.way.walking && near);
    this.at = ply;
    const ended = () => {
      this.count();
      if (seen) seen();
      else this.refresh();
    };
    const settled = (/** @type {boolean} */ cut) => this.count(!cut && !isCalm());
    if (moves) this.stage.show(ply, this.motion, { settled, ended });
    else this.stage.show(ply);
    if (!moves) seen?.();
  }

  /** Everything beside the table. */
  refresh(aloud = false) {
    const { record, at, asked, over, root } = this;
    const { isMoving } = this.way;
    const now = at === record.length && !isMoving;
    const past = at < record.length && !this.way.walking;
    root.dataset.ply = String(at);
    root.classList.toggle("is-past", past);
    root.classList.toggle("is-moving", isMoving);
    this.beside.step(record, at, aloud);
    if (!isMoving) this.count();
    this.spoken.show(record, at);
    this.moves.mark(at, record.length);
    this.moves.since(record, Number(root.dataset.own || -1));
    if (now && asked) {
      this.turn.ask(asked, this.outbox.held);
      this.knock.hear(record.steps, asked.ply);
    } else {
      this.turn.hide();
    }
    this.way.theatre.offer(Boolean(over && record.steps[record.length - 1]?.l));
    if (isMoving && !past) return;
    this.beside.status({ asked, over, awaited: this.state.awaited, past });
    this.beside.seats(over ? undefined : this.state.awaited);
  }

  /** Numbers and plates, as they are after the step. */
  count(moves = false) {
    const { record, at } = this;
    const awaited = this.over ? undefined : this.state.awaited;
    this.numbers.show(record, at);
    this.beside.points(record, at);
    const next = at < record.length ? undefined : awaited;
    this.plates.show(record, at, this.stage.table, next, moves);
  }
}

/** Show the keys, or hide them. @param {HTMLElement} root */
function toggle(root) {
  const dialog = one(root, '[data-dialog="help"]', HTMLDialogElement);
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

for (const root of all(document, "[data-play]", HTMLElement)) {
  // without an answer the page still has its forms
  const seen = document.hidden ? "" : "&seen=1";
  readJson(`${root.dataset.api}/moments?after=0${seen}`).then((/** @type {Moments} */ answer) => {
    // drawn before a board got more room, or before the end: the page as it is now will do
    if (answer.layout !== root.dataset.layout) location.reload();
    else Object.assign(root, { play: new Play(root, answer) });
  }, () => {});
}
