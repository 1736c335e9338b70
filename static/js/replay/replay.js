// The replay in a page that the server has drawn at one step: keys, buttons, slider, addresses.

import {
  findElements, hitElement, findElement, getElement, getParts, dataValue, toggleHelp,
} from "../page.js";
import { Address } from "../board/address.js";
import { Autoplay } from "./autoplay.js";
import { drawGraph, fetchPayload, fetchView } from "./frames_source.js";
import { isCalm, isPageKey, isPlainClick, listenToFingers, SIGNS } from "../board/events.js";
import { MoveList } from "../board/list.js";
import { Numbers } from "../board/numbers.js";
import { SpeedControl } from "../board/speed.js";
import { Plates } from "../board/plates.js";
import { Frames } from "../board/frames.js";
import { Ships, findShip } from "./ships.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import * as stepNotes from "../board/step_notes.js";
import { followRail, toggleLegend } from "../board/rail.js";

/** @import { Payload } from "../board/frames.js" */
/** @import { Motion } from "../board/motion.js" */
/** @import { FinalScoring } from "./final_scoring.js" */

/** Parts that animate a step, loaded later.
 * @typedef {{ motion: Motion, finalScoring: FinalScoring }} MotionParts */

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
const DESK = `(min-height: 500.02px) and
  ((min-width: 1000px) or ((min-width: 700px) and (orientation: landscape)))`; // as in quay.css

/** @type {Replay | undefined} of several replays in a page the one that listens to keys */
let active;

class Replay {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  announcing = undefined;
  moves = true;
  due = false;
  /** @type {MotionParts | undefined} */
  motionParts = undefined;
  /** @type {Promise<void> | undefined} */
  loading = undefined;

  /** @param {HTMLElement} root @param {Payload} payload */
  constructor(root, payload) {
    this.root = root;
    this.base = dataValue(root, "base");
    this.frames = new Frames(payload);
    this.framesBySeat = new Map([[this.frames.seat, Promise.resolve(this.frames)]]);
    this.ply = Number(root.dataset.ply);
    this.targetPly = this.ply;
    this.stage = new Stage(root, this.frames, this.ply);
    this.pace = new SpeedControl(root);
    this.numbers = new Numbers(root, (ply) => this.goByHand(ply));
    this.plates = new Plates(root);
    this.ships = new Ships(root);
    this.spoken = new Spoken(root);
    this.autoplay = new Autoplay(
      () => this.goOn(), (playing) => this.showPlaying(playing), () => this.isMoving,
    );
    this.parts = findParts(root);
    this.address = new Address(root, this.frames);
    this.list = new MoveList(root, this.parts.moves);
    this.listen();
  }

  /** True if it runs by itself in a page with another subject. */
  get forShow() {
    return this.root.hasAttribute("data-autoplay");
  }

  /** Runs while it is on the screen, unless the viewer has stopped it or wants no motion. */
  autoplayInView() {
    if (isCalm()) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) this.autoplay.start();
      else this.autoplay.stop();
    }, { threshold: 0.3 });
    watch.observe(this.root);
    this.root.addEventListener("pointerdown", () => watch.disconnect());
    this.root.addEventListener("keydown", () => watch.disconnect());
  }

  listen() {
    const { slider, seat, speed, level, play, table } = this.parts;
    slider.disabled = false;
    slider.value = String(this.ply);
    slider.addEventListener("input", () => this.goByHand(Number(slider.value), false));
    play.disabled = false;
    seat?.addEventListener("change", () => this.changeSeat(seat.value));
    level?.addEventListener("change", () => this.changeLevel(level.value));
    speed?.addEventListener("change", () => { this.autoplay.speed = this.pace.speed; });
    this.autoplay.speed = this.pace.speed;
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    if (!this.forShow) window.addEventListener("hashchange", () => this.followHash());
    for (const kind of ["pointerdown", "focusin"]) {
      this.root.addEventListener(kind, () => { active = this; });
    }
    listenToFingers(table, (name) => this.jump(name));
    table.addEventListener("pointerdown", () => this.motionParts?.motion.end());
    for (const sign of SIGNS) {
      addEventListener(sign, () => void this.load(), { capture: true, once: true, passive: true });
    }
    this.root.classList.add("is-live");
    followRail(this.root);
    this.list.mark(this.ply);
    this.offer();
    if (this.forShow) {
      this.autoplayInView();
    } else {
      active ??= this;
      this.followHash();
    }
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const ship = this.parts.ships ? findShip(event) : "";
    if (ship) this.ships.open(this.address.shipsUrl(this.ply), ship);
    const target = hitElement(
      event,
      "[data-jump], [data-move], [data-play], [data-help], [data-who], [data-ships], [data-plate]",
    );
    if (!this.motionParts && hitElement(event, "[data-theatre-again]")) {
      void this.load().then(() => this.playFinalScoring());
    }
    if (!target) return;
    if (target.dataset.plate && !matchMedia(DESK).matches) return; // its link enlarges the site
    event.preventDefault();
    const { jump, move, plate } = target.dataset;
    if (plate) this.numbers.open(this.frames, this.ply, plate);
    else if (jump) this.jump(jump);
    else if (move) this.goByHand(Number(move));
    else if (target === this.parts.play) this.autoplay.toggle();
    else if ("who" in target.dataset) this.numbers.open(this.frames, this.ply, "");
    else if ("ships" in target.dataset) this.ships.open(this.address.shipsUrl(this.ply));
    else toggleHelp(this.root);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (active !== this || !isPageKey(event)) return;
    const shift = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
    const spoken = this.spoken.key(event);
    const jump = spoken ? undefined : KEYS[shift + event.key];
    if (jump) this.jump(jump, !event.repeat); // a key that is held goes fast
    else if (spoken) clearTimeout(this.announcing);
    else if (!this.otherKey(event)) return;
    event.preventDefault();
  }

  /** Keys that do not step; whether it was one. @param {KeyboardEvent} event */
  otherKey(event) {
    switch (event.key) {
      case " ":
        if (hitElement(event, "button, summary, input:not([type=range])")) return false;
        if (!event.repeat) this.autoplay.toggle();
        return true;
      case "Escape":
        if (!this.isMoving) return false;
        this.motionParts?.motion.end();
        return true;
      case "f": this.nextSeat(); return true;
      case "?": void toggleLegend(this.root); return true;
      case "<": this.faster(-1); return true;
      case ">": this.faster(1); return true;
      default: return false;
    }
  }

  // ------------------------------------------------------------------------------ by itself

  /** One step on; whether there is more to come. */
  goOn() {
    const shows = this.forShow;
    const ended = this.targetPly === this.frames.length;
    const target = ended && shows ? 0 : this.frames.target("next", this.targetPly, this.skips);
    this.go(target);
    if (target === this.frames.length) return shows;
    return !(this.parts.pause?.checked && this.frames.endsRound(target));
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    this.root.classList.toggle("is-playing", playing);
    this.parts.play.setAttribute("aria-pressed", String(playing));
    if (playing && this.targetPly === this.frames.length) this.go(0);
  }

  /** @param {1 | -1} way */
  faster(way) {
    this.pace.changeSpeed(way);
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
    this.changeSeat(seat.value);
  }

  /** See the same step through other eyes. @param {string} word a colour, or "all" */
  async changeSeat(word) {
    const { seat } = this.parts;
    if (!seat) return;
    const request = this.framesBySeat.get(word)
      ?? fetchView(this.root, word).then((payload) => new Frames(payload));
    this.framesBySeat.set(word, request);
    let frames;
    try {
      frames = await request;
      if (this.base && !this.numbers.knowsProspects && !frames.prospects.includes(null)) {
        await drawGraph(this.root, word);
        this.numbers.adoptGraph(this.root);
        this.address.find();
      }
    } catch {
      this.framesBySeat.delete(word);
      seat.value = this.frames.seat;
      return;
    }
    if (seat.value !== word) return;
    this.frames = frames;
    this.motionParts?.motion.end();
    this.stage.replace(frames);
    this.retell();
    this.root.dataset.seat = word;
    this.refresh();
    this.announce("replay:seat");
  }

  /** Tell other scripts the step and the viewer. @param {"replay:step" | "replay:seat"} kind */
  announce(kind) {
    const detail = { ply: this.ply, seat: this.frames.seat };
    this.root.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail }));
  }

  /** Moves and links in the words of the current frames. */
  retell() {
    this.list.retell(this.frames);
    this.address.retell(this.frames);
  }

  // -------------------------------------------------------------------------------- a step

  /** @param {string} name @param {boolean} [moves] */
  jump(name, moves) {
    this.goByHand(this.frames.target(name, this.targetPly, this.skips), moves);
  }

  /** The reader goes to a step by hand; `moves`: so that it is seen how. @param {number} ply */
  goByHand(ply, moves = true) {
    this.autoplay.stop();
    this.go(ply, moves);
  }

  followHash() {
    const match = /^#(\d+)$/.exec(location.hash);
    if (match) this.go(Math.min(Number(match[1]), this.frames.length));
  }

  /** Go to a step at the next frame; `moves`: animated, once that is loaded. @param {number} ply */
  go(ply, moves = true) {
    if (ply === this.targetPly) return;
    this.targetPly = ply;
    this.moves = moves;
    const near = Math.abs(ply - this.ply) === 1;
    if (moves && near && !this.motionParts) void this.load().then(() => this.soon());
    else this.soon();
  }

  soon() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.due = false;
    if (this.targetPly === this.ply) return;
    const motion = this.motionParts?.motion;
    const near = Math.abs(this.targetPly - this.ply) === 1;
    const moves = motion?.startStep(near && this.moves) ?? false;
    this.ply = this.targetPly;
    this.stage.show(this.ply, moves ? motion : undefined, {
      settled: (cut) => this.showNumbers(!cut && !isCalm()),
      ended: (cut) => { if (!cut && !isCalm() && !this.forShow) this.playFinalScoring(); },
    });
    this.root.dataset.ply = String(this.ply);
    this.announce("replay:step");
    this.refresh(moves && this.isMoving);
  }

  get isMoving() {
    return Boolean(this.motionParts?.motion.isRunning);
  }

  /** Fetch what animates steps, once; without it they are still shown. */
  load() {
    this.loading ??= importMotionParts().then(([{ Motion }, { FinalScoring }]) => {
      const motion = new Motion(this.root);
      const finalScoring = new FinalScoring(this.root, motion, () => this.playFinalScoring());
      this.pace.attach(motion);
      this.motionParts = { motion, finalScoring };
    }, () => {});
    return this.loading;
  }

  /** Refresh everything next to the table; `later`: numbers wait for what moves. */
  refresh(later = false) {
    this.showStep();
    if (!later) this.showNumbers();
    this.spoken.show(this.frames, this.ply);
    this.address.follow(this.ply);
    this.ships.follow(this.address.shipsUrl(this.ply));
    this.offer();
    this.list.mark(this.ply); // needs the layout: it is made once
  }

  offer() {
    stepNotes.offerFinalScoring(this.root, Boolean(this.frames.steps[this.ply - 1]?.l));
  }

  /** At the end of the game its final scoring is seen. */
  playFinalScoring() {
    if (this.ply === this.frames.length) {
      this.motionParts?.finalScoring.play(this.stage, this.frames, () => this.showNumbers());
    }
  }

  /** Numbers and plates, as they are after the step; `moves`: they are seen to change. */
  showNumbers(moves = false) {
    this.numbers.show(this.frames, this.ply);
    this.plates.show(this.frames, this.ply, this.stage.table, undefined, moves);
  }

  showStep() {
    const { words, live, count, slider, stepLink } = this.parts;
    stepNotes.showStep(this.root, this.parts, this.frames, this.ply);
    count.textContent = String(this.ply);
    if (stepLink) stepLink.href = `${this.base}${this.ply}/`;
    slider.value = String(this.ply);
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => { live.textContent = words.textContent; }, QUIET);
  }

  /** Tell more or less of every step. @param {string} level */
  changeLevel(level) {
    getElement(this.root, "[data-told]").dataset.level = level;
    this.retell();
    this.refresh();
  }
}

/** Elements of a replay's page. @param {HTMLElement} root */
function findParts(root) {
  return {
    ...getParts(root, "where", "words", "live", "count", "table"),
    slider: getElement(root, "[data-slider]", HTMLInputElement),
    play: getElement(root, "[data-play]", HTMLButtonElement),
    moves: findElement(root, "[data-moves]"),
    speed: findElement(root, "[data-speed]", HTMLSelectElement),
    level: findElement(root, "[data-words-level]", HTMLSelectElement),
    seat: findElement(root, "[data-seat]", HTMLSelectElement),
    pause: findElement(root, "[data-pause]", HTMLInputElement),
    skip: findElement(root, "[data-skip]", HTMLInputElement),
    ships: findElement(root, "[data-ships]"),
    stepLink: findElement(root, "[data-here]", HTMLAnchorElement),
  };
}

/** The modules of what moves, each asked for at once. */
function importMotionParts() {
  return Promise.all([
    import("../board/motion.js"),
    import("./final_scoring.js"),
    import("../board/layer.js"),
    import("../board/plan.js"),
    import("./scenes.js"),
  ]);
}

/** Done when the replays of the page are live; without its payload one still has its links. */
export const begun = Promise.all(findElements(document, "[data-replay]").map((root) => (
  fetchPayload(root).then((payload) => void new Replay(root, payload), () => {})
)));
