// The replay in a page that the server has drawn at one step: keys, buttons, slider, addresses.

import { all, hit, maybe, one, said } from "../page.js";
import { Autoplay } from "./autoplay.js";
import { drawGraph, payloadOf, seenBy } from "./eyes.js";
import { isPlainClick, isTyping } from "./intent.js";
import { isCalm, Motion } from "./motion.js";
import { Numbers } from "./numbers.js";
import { Plates } from "./plates.js";
import { Record } from "./record.js";
import { Ships, shipAt } from "./ships.js";
import { Stage } from "./stage.js";
import * as told from "./told.js";
import { listenToFingers } from "./touch.js";

/** @import { Payload } from "./record.js" */

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
const QUIET = 400; // milliseconds without a step before a screen reader says it
const LONG = 110; // letters of a step that still are set large
const DESK = `(min-height: 500.02px) and
  ((min-width: 1000px) or ((min-width: 700px) and (orientation: landscape)))`; // as in quay.css

/** @type {Replay | undefined} of several replays in a page the one that listens to keys */
let active;

class Replay {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  addressing = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  announcing = undefined;

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
    this.motion = new Motion();
    this.numbers = new Numbers(root, (ply) => this.take(ply));
    this.plates = new Plates(root);
    this.ships = new Ships(root);
    this.autoplay = new Autoplay(() => this.goOn(), (playing) => this.played(playing));
    this.parts = partsOf(root);
    /** @type {Map<number, HTMLAnchorElement>} */
    this.moves = new Map();
    if (this.parts.moves) {
      for (const move of all(this.parts.moves, "[data-move]", HTMLAnchorElement)) {
        this.moves.set(Number(move.dataset.move), move);
      }
    }
    this.current = this.moves.get(this.at);
    this.jumps = all(root, "[data-jump]", HTMLElement);
    this.links = all(root, "[data-move]", HTMLAnchorElement);
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
    slider.addEventListener("input", () => this.take(Number(slider.value)));
    play.disabled = false;
    seat?.addEventListener("change", () => this.lookAs(seat.value));
    level?.addEventListener("change", () => this.tellAs(level.value));
    speed?.addEventListener("change", () => { this.autoplay.speed = Number(speed.value); });
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    if (!this.forShow) window.addEventListener("hashchange", () => this.followHash());
    for (const kind of ["pointerdown", "focusin"]) {
      this.root.addEventListener(kind, () => { active = this; });
    }
    listenToFingers(table, (name) => this.jump(name));
    this.root.classList.add("is-live");
    this.mark();
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
    if (ship) this.ships.open(this.addressOfShips(), ship);
    const target = hit(
      event,
      "[data-jump], [data-move], [data-play], [data-help], [data-who], [data-ships], [data-plate]",
    );
    if (!target) return;
    if (target.dataset.plate && !matchMedia(DESK).matches) return; // its link enlarges the site
    event.preventDefault();
    const { jump, move, plate } = target.dataset;
    if (plate) this.numbers.open(this.record, this.at, plate);
    else if (jump) this.jump(jump);
    else if (move) this.take(Number(move));
    else if (target === this.parts.play) this.autoplay.toggle();
    else if ("who" in target.dataset) this.numbers.open(this.record, this.at, "");
    else if ("ships" in target.dataset) this.ships.open(this.addressOfShips());
    else this.help();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (active !== this || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shift = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
    const jump = KEYS[shift + event.key];
    if (jump) this.jump(jump);
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
    const { speed } = this.parts;
    if (!speed) return;
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + way, 0), speed.length - 1);
    this.autoplay.speed = Number(speed.value);
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
        this.links = all(this.root, "[data-move]", HTMLAnchorElement);
      }
    } catch {
      this.records.delete(word);
      seat.value = this.record.seat;
      return;
    }
    if (seat.value !== word) return;
    this.record = record;
    this.motion.end();
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

  /** The list of moves in the words of the record. */
  retell() {
    for (const [ply, move] of this.moves) {
      const step = this.record.steps[ply - 1];
      const words = move.firstChild;
      if (words && words.nodeValue !== step.s) words.nodeValue = step.s;
      const note = move.querySelector(".move-note");
      if (!step.f) note?.remove();
      else if (!note) move.append(noteOf(said(this.root, "forced")));
    }
    for (const link of this.links) {
      if (this.base) link.setAttribute("href", this.addressOf(Number(link.dataset.move)));
    }
  }

  // -------------------------------------------------------------------------------- a step

  /** @param {string} name */
  jump(name) {
    this.take(this.record.target(name, this.wanted, this.skips));
  }

  /**
   * The reader goes to a step by hand.
   * @param {number} ply
   */
  take(ply) {
    this.autoplay.stop();
    this.go(ply);
  }

  followHash() {
    const match = /^#(\d+)$/.exec(location.hash);
    if (match) this.go(Math.min(Number(match[1]), this.record.length));
  }

  /**
   * Go to a step at the next frame; several wishes within a frame cost one drawing.
   * @param {number} ply
   */
  go(ply) {
    if (ply === this.wanted) return;
    if (this.wanted === this.at) requestAnimationFrame(() => this.draw());
    this.wanted = ply;
  }

  draw() {
    const near = Math.abs(this.wanted - this.at) === 1;
    this.at = this.wanted;
    const moves = this.motion.wanted() && near;
    this.stage.show(this.at, moves ? this.motion : undefined);
    this.root.dataset.ply = String(this.at);
    this.announce("replay:step");
    this.refresh();
  }

  /** Everything beside the table. What needs the layout comes last: it is then made once. */
  refresh() {
    this.tell();
    this.numbers.show(this.record, this.at);
    this.plates.show(this.record, this.at, this.stage.table);
    clearTimeout(this.addressing);
    // browsers allow some 100 changes of the address in half a minute
    this.addressing = setTimeout(() => this.address(), 250);
    if (this.parts.ships) this.ships.follow(this.addressOfShips());
    this.mark();
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

  /** Show the move in the list, without moving the page. */
  mark() {
    this.current?.removeAttribute("aria-current");
    this.current = this.moves.get(this.at);
    const list = this.parts.moves;
    if (!list) return;
    if (!this.current) {
      list.scrollTop = 0;
      return;
    }
    this.current.setAttribute("aria-current", "step");
    const box = list.getBoundingClientRect();
    const row = this.current.getBoundingClientRect();
    const margin = Math.min(60, box.height / 4);
    if (row.top < box.top + margin) list.scrollTop -= box.top + margin - row.top;
    if (row.bottom > box.bottom - margin) list.scrollTop += row.bottom - box.bottom + margin;
  }

  /** @param {number} ply */
  addressOf(ply) {
    return this.base ? `${this.base}${ply}/${this.query}` : `#${ply}`;
  }

  addressOfShips() {
    return `${this.base}${this.at}/ships/${this.query}`;
  }

  /** How addresses say through whose eyes, and how much is told. */
  get query() {
    const asked = new URLSearchParams();
    const level = told.level(this.root);
    if (this.record.seat !== "all") asked.set("seat", this.record.seat);
    if (level !== "full") asked.set("words", level);
    return asked.size ? `?${asked}` : "";
  }

  /** Tell more or less of every step. @param {string} level */
  tellAs(level) {
    one(this.root, "[data-told]", HTMLElement).dataset.level = level;
    this.retell();
    this.refresh();
  }

  /** Into the address bar; what is enlarged there stays so. @param {string} address */
  write(address) {
    const sheet = location.hash.startsWith("#at-") ? location.hash : "";
    if (!sheet) history.replaceState(null, "", address);
    else if (this.base) history.replaceState(null, "", address + sheet);
  }

  /** The address of the step in the address bar; links lead on from here. */
  address() {
    if (!this.forShow) this.write(this.addressOf(this.at));
    this.parts.ships?.setAttribute("href", this.addressOfShips());
    for (const link of this.jumps) {
      const target = this.record.target(link.dataset.jump, this.at);
      const idle = target === this.at;
      if (link.localName === "button") {
        link.setAttribute("aria-disabled", String(idle));
      } else if (idle) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
      } else {
        link.setAttribute("href", this.addressOf(target));
        link.removeAttribute("role");
        link.removeAttribute("aria-disabled");
      }
    }
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

/** Whether the words of a step want a smaller letter. @param {HTMLElement} words */
function isLong({ textContent }) {
  return (textContent ?? "").length > LONG;
}

/** @param {string} words */
function noteOf(words) {
  const note = document.createElement("span");
  note.className = "move-note";
  note.textContent = words;
  return note;
}

for (const root of all(document, "[data-replay]", HTMLElement)) {
  // without its payload the page still has its links
  payloadOf(root).then((payload) => new Replay(root, payload), () => {});
}
