// The replay in a page that the server has drawn at one step: keys, buttons, slider, addresses.

import { all, hit, maybe, one, said } from "../page.js";
import { Address } from "../board/address.js";
import { Autoplay } from "./autoplay.js";
import { drawGraph, payloadOf, seenBy } from "./frames_source.js";
import { isCalm, isPlainClick, isTyping } from "../board/events.js";
import { MoveList } from "../board/list.js";
import { Numbers } from "../board/numbers.js";
import { Pace } from "../board/speed.js";
import { Plates } from "../board/plates.js";
import { Record } from "../board/frames.js";
import { Ships, shipAt } from "./ships.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import * as told from "../board/step_notes.js";
import { listenToFingers } from "../board/touch.js";

/** @import { Payload } from "../board/frames.js" */
/** @import { Motion } from "../board/motion.js" */
/** @import { Theatre } from "./final_scoring.js" */

/** @typedef {{ motion: Motion, theatre: Theatre }} Seen what shows how a step comes about */

/** @type {{ [key: string]: string }} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "next",
  "Shift+ArrowLeft": "turn-back",
  "Shift+ArrowRight": "turn-next",
  "[": "round-back",
  "]": "round-next",
  Home: "first",
  End: "last",
};
const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel"]; // of a reader
const QUIET = 400; // milliseconds without a step before a screen reader says it
const LONG = 110; // letters of a step that still are set large
const DESK = `(min-height: 500.02px) and
  ((min-width: 1000px) or ((min-width: 700px) and (orientation: landscape)))`; // as in quay.css

/** @type {Replay | undefined} of several replays in a page the one that listens to keys */
let active;

class Replay {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  announcing = undefined;
  moves = true;
  due = false;
  offered = false;
  /** @type {Seen | undefined} */
  seen = undefined;
  /** @type {Promise<void> | undefined} */
  loading = undefined;

  /**
   * @param {HTMLElement} root
   * @param {Payload} payload
   */
  constructor(root, payload) {
    this.root = root;
    this.base = said(root, "base");
    this.record = new Record(payload);
    this.records = new Map([[this.record.seat, Promise.resolve(this.record)]]);
    this.at = Number(root.dataset.ply);
    this.wanted = this.at;
    this.stage = new Stage(root, this.record, this.at);
    this.pace = new Pace(root);
    this.numbers = new Numbers(root, (ply) => this.take(ply));
    this.plates = new Plates(root);
    this.ships = new Ships(root);
    this.spoken = new Spoken(root);
    this.autoplay = new Autoplay(
      () => this.goOn(), (playing) => this.played(playing), () => this.isMoving,
    );
    this.parts = partsOf(root);
    this.address = new Address(root, this.record);
    this.list = new MoveList(root, this.parts.moves);
    this.listen();
  }

  /** Whether it runs by itself in a page that is about something else. */
  get forShow() {
    return this.root.hasAttribute("data-autoplay");
  }

  /** Runs while it is on the screen, unless the viewer has stopped it or wants no motion. */
  showWhenSeen() {
    if (isCalm()) return;
    const watch = new IntersectionObserver(([now]) => {
      if (now.isIntersecting) this.autoplay.start();
      else this.autoplay.stop();
    }, { threshold: 0.3 });
    watch.observe(this.root);
    this.root.addEventListener("pointerdown", () => watch.disconnect());
    this.root.addEventListener("keydown", () => watch.disconnect());
  }

  listen() {
    const { slider, seat, speed, level, play, table } = this.parts;
    slider.disabled = false;
    slider.value = String(this.at);
    slider.addEventListener("input", () => this.take(Number(slider.value), false));
    play.disabled = false;
    seat?.addEventListener("change", () => this.lookAs(seat.value));
    level?.addEventListener("change", () => this.tellAs(level.value));
    speed?.addEventListener("change", () => { this.autoplay.speed = this.pace.speed; });
    this.autoplay.speed = this.pace.speed;
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    if (!this.forShow) window.addEventListener("hashchange", () => this.followHash());
    for (const kind of ["pointerdown", "focusin"]) {
      this.root.addEventListener(kind, () => { active = this; });
    }
    listenToFingers(table, (name) => this.jump(name));
    table.addEventListener("pointerdown", () => this.seen?.motion.end());
    for (const sign of SIGNS) {
      addEventListener(sign, () => void this.load(), { capture: true, once: true, passive: true });
    }
    this.root.classList.add("is-live");
    this.list.mark(this.at);
    this.offer();
    if (this.forShow) {
      this.showWhenSeen();
    } else {
      active ??= this;
      this.followHash();
    }
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const ship = this.parts.ships ? shipAt(event) : "";
    if (ship) this.ships.open(this.address.ofShips(this.at), ship);
    const target = hit(
      event,
      "[data-jump], [data-move], [data-play], [data-help], [data-who], [data-ships], [data-plate]",
    );
    if (!this.seen && hit(event, "[data-theatre-again]")) void this.load().then(() => this.close());
    if (!target) return;
    if (target.dataset.plate && !matchMedia(DESK).matches) return; // its link enlarges the site
    event.preventDefault();
    const { jump, move, plate } = target.dataset;
    if (plate) this.numbers.open(this.record, this.at, plate);
    else if (jump) this.jump(jump);
    else if (move) this.take(Number(move));
    else if (target === this.parts.play) this.autoplay.toggle();
    else if ("who" in target.dataset) this.numbers.open(this.record, this.at, "");
    else if ("ships" in target.dataset) this.ships.open(this.address.ofShips(this.at));
    else this.help();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (active !== this || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shift = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
    const spoken = this.spoken.key(event);
    const jump = spoken ? undefined : KEYS[shift + event.key];
    if (jump) this.jump(jump, !event.repeat); // a key that is held goes fast
    else if (spoken) clearTimeout(this.announcing);
    else if (!this.otherKey(event)) return;
    event.preventDefault();
  }

  /**
   * Keys that do not step; whether it was one.
   * @param {KeyboardEvent} event
   */
  otherKey(event) {
    switch (event.key) {
      case " ":
        if (hit(event, "button, summary, input:not([type=range])")) return false;
        if (!event.repeat) this.autoplay.toggle();
        return true;
      case "Escape":
        if (!this.isMoving) return false;
        this.seen?.motion.end();
        return true;
      case "f": this.nextSeat(); return true;
      case "?": this.help(); return true;
      case "<": this.faster(-1); return true;
      case ">": this.faster(1); return true;
      default: return false;
    }
  }

  help() {
    const dialog = maybe(this.root, '[data-dialog="help"]', HTMLDialogElement);
    if (!dialog) return;
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  // ------------------------------------------------------------------------------ by itself

  /** One step on; whether there is more to come. */
  goOn() {
    const shows = this.forShow;
    const ended = this.wanted === this.record.length;
    const to = ended && shows ? 0 : this.record.target("next", this.wanted, this.skips);
    this.go(to);
    if (to === this.record.length) return shows;
    return !(this.parts.pause?.checked && this.record.endsRound(to));
  }

  /** @param {boolean} playing */
  played(playing) {
    this.root.classList.toggle("is-playing", playing);
    this.parts.play.setAttribute("aria-pressed", String(playing));
    if (playing && this.wanted === this.record.length) this.go(0);
  }

  /** @param {1 | -1} way */
  faster(way) {
    this.pace.faster(way);
    this.autoplay.speed = this.pace.speed;
  }

  get skips() {
    return Boolean(this.parts.skip?.checked);
  }

  // ---------------------------------------------------------------------------------- seats

  nextSeat() {
    const { seat } = this.parts;
    if (!seat) return;
    seat.selectedIndex = (seat.selectedIndex + 1) % seat.length;
    this.lookAs(seat.value);
  }

  /**
   * See the same step through other eyes.
   * @param {string} word a colour, or "all"
   */
  async lookAs(word) {
    const { seat } = this.parts;
    if (!seat) return;
    const asked = this.records.get(word)
      ?? seenBy(this.root, word).then((payload) => new Record(payload));
    this.records.set(word, asked);
    let record;
    try {
      record = await asked;
      if (this.base && !this.numbers.knowsProspects && !record.prospects.includes(null)) {
        await drawGraph(this.root, word);
        this.numbers.adoptGraph(this.root);
        this.address.find();
      }
    } catch {
      this.records.delete(word);
      seat.value = this.record.seat;
      return;
    }
    if (seat.value !== word) return;
    this.record = record;
    this.seen?.motion.end();
    this.stage.replace(record);
    this.retell();
    this.root.dataset.seat = word;
    this.refresh();
    this.announce("replay:seat");
  }

  /**
   * Tell the rest of the page: which step, as who sees it.
   * @param {"replay:step" | "replay:seat"} kind
   */
  announce(kind) {
    const detail = { ply: this.at, seat: this.record.seat };
    this.root.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail }));
  }

  /** All that is said, in the words of the record. */
  retell() {
    this.list.retell(this.record);
    this.address.retell(this.record);
  }

  // -------------------------------------------------------------------------------- a step

  /** @param {string} name @param {boolean} [moves] */
  jump(name, moves) {
    this.take(this.record.target(name, this.wanted, this.skips), moves);
  }

  /**
   * The reader goes to a step by hand; `moves`: so that it is seen how.
   * @param {number} ply
   */
  take(ply, moves = true) {
    this.autoplay.stop();
    this.go(ply, moves);
  }

  followHash() {
    const match = /^#(\d+)$/.exec(location.hash);
    if (match) this.go(Math.min(Number(match[1]), this.record.length));
  }

  /**
   * Go to a step at the next frame; several wishes within a frame cost one drawing. `moves`: it
   * may be seen how, and the first such step waits for what shows that.
   * @param {number} ply
   */
  go(ply, moves = true) {
    if (ply === this.wanted) return;
    this.wanted = ply;
    this.moves = moves;
    const near = Math.abs(ply - this.at) === 1;
    if (moves && near && !this.seen) void this.load().then(() => this.soon());
    else this.soon();
  }

  soon() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.due = false;
    if (this.wanted === this.at) return;
    const motion = this.seen?.motion;
    const near = Math.abs(this.wanted - this.at) === 1;
    const moves = motion?.wanted(near && this.moves) ?? false;
    this.at = this.wanted;
    this.stage.show(this.at, moves ? motion : undefined, {
      settled: (cut) => this.count(!cut && !isCalm()),
      ended: (cut) => { if (!cut && !isCalm() && !this.forShow) this.close(); },
    });
    this.root.dataset.ply = String(this.at);
    this.announce("replay:step");
    this.refresh(moves && this.isMoving);
  }

  get isMoving() {
    return Boolean(this.seen?.motion.isRunning);
  }

  /**
   * Fetch what shows how a step comes about: at the first sign of a reader, all at once. Without it
   * steps are still shown.
   */
  load() {
    this.loading ??= partsOfMotion().then(([{ Motion }, { Theatre }]) => {
      const motion = new Motion(this.root);
      const theatre = new Theatre(this.root, motion, () => this.close());
      this.pace.lead(motion);
      this.seen = { motion, theatre };
    }, () => {});
    return this.loading;
  }

  /** Everything beside the table; `later`: numbers wait for what moves. */
  refresh(later = false) {
    this.tell();
    if (!later) this.count();
    this.spoken.show(this.record, this.at);
    this.address.follow(this.at);
    if (this.ships.isOpen) this.ships.follow(this.address.ofShips(this.at));
    this.offer();
    this.list.mark(this.at); // needs the layout: it is made once
  }

  offer() {
    const may = Boolean(this.record.steps[this.at - 1]?.l);
    if (may === this.offered) return;
    this.offered = may;
    told.offer(this.root, may);
  }

  /** At the end of the game its final scoring is seen. */
  close() {
    if (this.at === this.record.length) {
      this.seen?.theatre.play(this.stage, this.record, () => this.count());
    }
  }

  /** Numbers and plates, as they are after the step; `moves`: they are seen to change. */
  count(moves = false) {
    this.numbers.show(this.record, this.at);
    this.plates.show(this.record, this.at, this.stage.table, undefined, moves);
  }

  tell() {
    const step = this.record.steps[this.at - 1];
    this.parts.words.textContent = step ? told.wordsOf(this.root, step) : said(this.root, "start");
    told.tell(this.root, step, this.record.rules);
    this.parts.words.parentElement?.classList.toggle("is-long", isLong(this.parts.words));
    this.parts.where.textContent = this.record.heading(this.at, this.root.dataset);
    this.parts.count.textContent = String(this.at);
    this.parts.slider.value = String(this.at);
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => {
      this.parts.live.textContent = this.parts.words.textContent;
    }, QUIET);
  }

  /** Tell more or less of every step. @param {string} level */
  tellAs(level) {
    one(this.root, "[data-told]", HTMLElement).dataset.level = level;
    this.retell();
    this.refresh();
  }

}

/** What the script of a replay uses of the page. @param {HTMLElement} root */
function partsOf(root) {
  return {
    where: one(root, "[data-where]", HTMLElement),
    words: one(root, "[data-words]", HTMLElement),
    live: one(root, "[data-live]", HTMLElement),
    count: one(root, "[data-count]", HTMLElement),
    slider: one(root, "[data-slider]", HTMLInputElement),
    table: one(root, "[data-table]", HTMLElement),
    play: one(root, "[data-play]", HTMLButtonElement),
    moves: maybe(root, "[data-moves]", HTMLElement),
    speed: maybe(root, "[data-speed]", HTMLSelectElement),
    level: maybe(root, "[data-words-level]", HTMLSelectElement),
    seat: maybe(root, "[data-seat]", HTMLSelectElement),
    pause: maybe(root, "[data-pause]", HTMLInputElement),
    skip: maybe(root, "[data-skip]", HTMLInputElement),
    ships: maybe(root, "[data-ships]", HTMLElement),
  };
}

/** The modules of what moves, each asked for at once. */
function partsOfMotion() {
  return Promise.all([
    import("../board/motion.js"),
    import("./final_scoring.js"),
    import("../board/layer.js"),
    import("../board/plan.js"),
    import("./scenes.js"),
  ]);
}

/** Whether the words of a step want a smaller letter. @param {HTMLElement} words */
function isLong({ textContent }) {
  return (textContent ?? "").length > LONG;
}

for (const root of all(document, "[data-replay]", HTMLElement)) {
  // without its payload the page still has its links
  payloadOf(root).then((payload) => new Replay(root, payload), () => {});
}
