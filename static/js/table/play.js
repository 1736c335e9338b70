// A table while its game is played. The page is what the server drew; this keeps it up to date,
// lets its player choose, and sends what was chosen. The rules and the layout are the server's.

import { follow } from "../replay/follow.js";
import { Motion } from "../replay/motion.js";
import { Numbers } from "../replay/numbers.js";
import { Record } from "../replay/record.js";
import { Stage } from "../replay/stage.js";
import { talk } from "../talk.js";
import { Clocks } from "./clocks.js";
import { Live } from "./live.js";
import { Moves } from "./moves.js";
import { Turn } from "./turn.js";

const PACE = 650; // milliseconds between steps that came together
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

class Play {
  constructor(root, first) {
    this.root = root;
    this.title = document.title;
    this.clocks = new Clocks(root);
    this.motion = new Motion();
    this.moves = new Moves(root);
    this.turn = new Turn(root, (entry, key) => this.send(entry, key));
    this.parts = Object.fromEntries(
      ["where", "words", "count", "plies-count", "status", "problem", "connection", "live"].map(
        (name) => [name, root.querySelector(`[data-${name}]`)],
      ),
    );
    this.take(first, Number(root.dataset.plies));
    this.listen();
    this.refresh();
    if (this.at < this.record.length) this.walk(this.record.length);
    this.live = new Live(`${root.dataset.api}/stream`, () => this.record.length);
    this.live.addEventListener("news", () => this.ask());
    this.live.addEventListener("connection", (event) => this.connection(event.detail));
    const panel = root.querySelector("[data-talk]");
    if (panel) talk(panel, root.dataset.tableId, this.live);
  }

  // ------------------------------------------------------------------------- what is there

  /** A whole answer: begin with it; the page shows step `at`. */
  take(answer, at) {
    this.data = answer;
    this.layout = answer.layout;
    this.at = Math.min(at, answer.plies);
    this.record = new Record({ ...answer, seat: "" });
    this.stage = new Stage(this.root, answer.opening, this.record.deltas, this.at);
    this.numbers = new Numbers(this.root, () => {});
    this.told(answer);
  }

  /** Steps that are new. */
  extend(answer) {
    const known = this.record.length;
    const fresh = answer.steps.slice(known - (answer.plies - answer.steps.length));
    if (fresh.length) {
      this.data.steps.push(...fresh);
      this.record = new Record({ ...this.data, seat: "" });
      this.stage.table = this.stage.follow(this.data.opening, this.record.deltas);
      fresh.forEach((step, index) => this.moves.add(known + index + 1, step));
    }
    this.told(answer);
    return fresh.length;
  }

  /** What an answer says beside the steps. */
  told(answer) {
    this.state = answer.state;
    this.over = answer.over;
    this.clocks.set(answer.state);
    this.asked = answer.asked;
    this.seats();
    const players = JSON.stringify(
      answer.state.places.map((place) => [place.handle, place.stand_in, place.consents]),
    );
    if (this.players && this.players !== players) this.showPlayers().catch(() => {});
    this.players = players;
  }

  /** Ask for what happened; whoever asks meanwhile is answered by the next question. */
  async ask() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    try {
      do {
        this.again = false;
        await this.question();
      } while (this.again);
    } catch {
      // no answer: the stream, or the next turn of the polling, asks again
    } finally {
      this.asking = false;
    }
  }

  async question() {
    const answer = await read(`${this.root.dataset.api}/moments?after=${this.record.length}`);
    const followed = this.at === this.record.length;
    if (answer.layout !== this.layout || answer.state.phase !== this.root.dataset.phase) {
      await this.renew(answer);
    } else if (answer.plies >= this.record.length) {
      const fresh = this.extend(answer);
      if (fresh && followed) this.walk(this.record.length);
      else if (!this.walking) this.refresh(fresh > 0);
    }
    if (this.over) this.awaitRecord();
  }

  /** Another drawing: a board needs more room, or the game is over. Fetch the page anew. */
  async renew(seen) {
    if (seen.state.phase === "cancelled" || seen.state.phase === "abandoned") {
      location.reload();
      return;
    }
    const root = await anew();
    if (!root) {
      location.reload();
      return;
    }
    clearTimeout(this.walking);
    this.walking = undefined;
    this.motion.end();
    this.turn.hide();
    this.adopt(root, [".replay-symbols", "[data-table]", ".replay-moves", ".replay-scores",
      ".play-about", ".play-players"]);
    for (const name of ["plies", "layout", "phase", "own"]) {
      this.root.dataset[name] = root.dataset[name];
    }
    this.moves.find();
    this.turn.find();
    this.take(await read(`${this.root.dataset.api}/moments?after=0`), Number(root.dataset.plies));
    this.refresh();
    if (this.over) this.receipt();
  }

  /** The game is over: until a worker has put it into the record, look again. */
  awaitRecord() {
    if (this.state.game || this.looking) {
      if (this.state.game && this.root.querySelector("[data-verifying]")) this.showRecord();
      return;
    }
    this.looking = setTimeout(() => {
      this.looking = undefined;
      this.ask();
    }, 1000);
  }

  async showRecord() {
    const root = await anew();
    if (root) this.adopt(root, [".play-about"]);
    this.receipt();
  }

  /** Somebody left, ran out of time, or wants to cancel. */
  async showPlayers() {
    const root = await anew();
    if (!root) return;
    this.adopt(root, [".play-players", ".play-about"]);
    this.seats();
    this.points();
    this.clocks.set(this.state);
  }

  /** Put parts of the page as it is now in the place of those that are here. */
  adopt(root, parts) {
    for (const part of parts) this.root.querySelector(part)?.replaceWith(root.querySelector(part));
    this.clocks.find();
  }

  async receipt() {
    const found = this.root.querySelector("[data-receipt]");
    if (!found) return;
    const { showReceipt } = await import("../fair.js");
    showReceipt(found);
  }

  // --------------------------------------------------------------------------------- steps

  listen() {
    this.root.classList.add("is-live");
    this.root.querySelector("[data-controls]").hidden = false;
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    const show = this.root.querySelector("[data-show-since]");
    show.hidden = false;
    show.addEventListener("click", () => this.showSince());
  }

  click(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const target = event.target.closest("[data-jump], [data-move]");
    if (!target) return;
    event.preventDefault();
    const { jump, move } = target.dataset;
    this.go(jump ? this.record.target(jump, this.at) : Number(move));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const jump = KEYS[event.key];
    if (jump) this.go(this.record.target(jump, this.at));
    else if (!this.turn.key(event)) return;
    event.preventDefault();
  }

  /** Somebody goes to a step by hand. */
  go(ply) {
    clearTimeout(this.walking);
    this.walking = undefined;
    this.show(Math.min(Math.max(ply, 0), this.record.length));
    this.refresh();
  }

  /** Step by step to `to`, so that everything is seen. */
  walk(to) {
    clearTimeout(this.walking);
    this.turn.hide();
    const left = to - this.at;
    const atOnce = CALM.matches || document.hidden;
    if (left > 0) this.show(atOnce ? to : this.at + 1);
    if (left > 1 && !atOnce) {
      this.walking = setTimeout(() => this.walk(this.record.length), PACE);
    } else {
      this.walking = undefined;
    }
    this.refresh(true);
  }

  showSince() {
    const first = this.root.querySelector("[data-since-list] [data-move]");
    if (!first) return;
    this.go(Number(first.dataset.move) - 1);
    this.walking = setTimeout(() => this.walk(this.record.length), PACE / 2);
  }

  show(ply) {
    const near = Math.abs(ply - this.at) === 1;
    const moves = this.motion.wanted() && near;
    this.at = ply;
    const changes = this.stage.show(ply, moves ? this.motion : undefined);
    if (near && this.motion.quiet && !this.asked) follow(this.root, this.stage, changes);
  }

  // ------------------------------------------------------------------------------- telling

  /** Everything beside the table. */
  refresh(aloud = false) {
    const step = this.record.steps[this.at - 1];
    const { start } = this.root.dataset;
    this.parts.words.textContent = step ? step.s : start;
    this.parts.where.textContent = this.heading(step);
    this.parts.count.textContent = this.at;
    this.parts["plies-count"].textContent = this.record.length;
    this.root.dataset.ply = this.at;
    this.numbers.show(this.record, this.at);
    this.points();
    this.moves.mark(this.at, this.record.length);
    this.moves.since(this.record, Number(this.root.dataset.own || -1));
    if (aloud && step) this.parts.live.textContent = step.s;
    const now = this.at === this.record.length && !this.walking;
    this.root.classList.toggle("is-past", !now && !this.walking);
    if (now && this.asked) this.turn.ask(this.asked);
    else this.turn.hide();
    this.status(now);
  }

  heading(step) {
    const { setUp, round, turn } = this.root.dataset;
    if (!step?.r) return setUp;
    return step.t ? `${round} ${step.r} · ${turn} ${step.t}` : `${round} ${step.r}`;
  }

  status(now) {
    const { status } = this.parts;
    const words = this.root.dataset;
    const mine = Boolean(this.asked);
    let told = words.isOver;
    if (!this.over && mine) told = this.asked.question;
    else if (!this.over) told = words.waits.replace("{who}", this.nameOf(this.state.awaited));
    if (!now && !this.walking) told = words.past;
    if (status.textContent !== told) status.textContent = told;
    if (mine !== this.mine) this.root.querySelector("[data-last]").open = !mine;
    this.mine = mine;
    this.root.classList.toggle("is-my-turn", mine);
    document.title = mine ? `● ${words.yourTurn} · ${this.title}` : this.title;
    icon(mine ? words.turnIcon : "");
  }

  nameOf(turn) {
    return this.root.querySelector(`[data-player="${turn}"]`)?.dataset.name ?? "";
  }

  seats() {
    for (const player of this.root.querySelectorAll("[data-player]")) {
      const awaited = !this.over && Number(player.dataset.player) === this.state.awaited;
      player.classList.toggle("is-awaited", awaited);
    }
  }

  points() {
    for (const [seat, row] of this.record.points[this.at].entries()) {
      const cell = this.root.querySelector(`[data-points="${seat}"]`);
      const sum = row.reduce((all, value) => all + value, 0);
      if (cell) cell.textContent = String(sum).replace("-", "−");
    }
  }

  connection(how) {
    const { connection } = this.parts;
    connection.textContent = this.root.dataset[how] ?? "";
    connection.hidden = how === "live";
    this.root.dataset.connection = how;
  }

  // ------------------------------------------------------------------------------- sending

  /** Send `entry`; a try that may have got lost is sent again under the same key. */
  async send(entry, key) {
    const ply = this.record.length + 1;
    const words = this.root.dataset;
    let answer;
    try {
      answer = await fetch(`${words.api}/entries`, {
        method: "POST",
        body: JSON.stringify({ ply, text: entry, key }),
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json",
          "X-CSRFToken": this.root.querySelector("[name=csrfmiddlewaretoken]").value,
        },
      });
    } catch {
      this.problem(words.unsent);
      return "unsent";
    }
    if (answer.ok) {
      this.problem("");
      if (this.record.length < ply) {
        this.asked = null;
        await this.ask();
      }
      return "sent";
    }
    const told = await answer.json().catch(() => ({}));
    const stale = answer.status === 409;
    this.problem(stale ? words.stale : (told.detail ?? told.title ?? words.unsent));
    if (stale) await this.ask();
    return answer.status >= 500 ? "unsent" : "refused";
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

function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    || target.isContentEditable === true;
}

async function read(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

/** The page as the server draws it now; nothing if it is another one. */
async function anew() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[data-play]");
}

for (const root of document.querySelectorAll("[data-play]")) {
  // without an answer the page still has its forms
  read(`${root.dataset.api}/moments?after=0`).then((answer) => {
    // drawn before a board got more room, or before the end: the page as it is now will do
    if (answer.layout !== root.dataset.layout) location.reload();
    else root.play = new Play(root, answer);
  }, () => {});
}
