// The places on the table that can be pointed at: rectangles over the blocks, in their units. They
// are for a pointer; the words say the same to those who use none.

import { all, hit, one } from "../page.js";
import { reveal } from "../replay/follow.js";

/** @import { Asked } from "./state.js" */

/**
 * What a drag began with, and where.
 * @typedef {{ word: string, words: string[] | undefined, x: number, y: number,
 *   carried?: HTMLElement }} Held
 */

const SVG = "http://www.w3.org/2000/svg";
const FAR = 8; // pixels: from there on it is a drag

/** What is dragged: a stone off the sled, a ship, a card, a private ship. */
const MOVES = /^(sled|ship\d+|play-.*|private)$/;

export class Spots {
  dragged = false;
  /** @type {Held | undefined} what is dragged, or may be */
  held = undefined;
  /** @type {Asked | undefined} */
  asked = undefined;
  /** @type {Map<string, string[]>} word to the words that it stands for */
  places = new Map();

  /**
   * @param {HTMLElement} root
   * @param {(words: string[] | undefined, held?: boolean) => void} pick chooses; `held`: to drag it
   * @param {(words: string[] | null | undefined) => void} drop ends a drag; null: nowhere
   */
  constructor(root, pick, drop) {
    this.root = root;
    this.pick = pick;
    this.drop = drop;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.up(event, true));
  }

  /**
   * Show `places` (word to the words that it stands for) and what was chosen.
   * @param {Asked} asked
   * @param {Map<string, string[]>} places
   * @param {string[]} chosen
   */
  show(asked, places, chosen) {
    this.clear();
    this.asked = asked;
    this.places = places;
    const size = (/** @type {string} */ word) => asked.spots[word][3] * asked.spots[word][4];
    const sorted = [...places.keys()].sort((some, other) => size(other) - size(some));
    for (const word of sorted) this.lay(asked, word, "spot");
    for (const word of chosen) {
      if (asked.spots[word]) this.lay(asked, word, "spot spot-chosen");
      if (word.startsWith("at")) this.ghost(asked, word);
    }
  }

  /** On a narrow screen: if nothing that can be pointed at is to be seen, bring it into view. */
  reveal() {
    /** @type {Map<Element, number>} */
    const votes = new Map();
    for (const spot of this.root.querySelectorAll("[data-spot]")) {
      const block = spot.closest("[data-block]");
      if (block) votes.set(block, (votes.get(block) ?? 0) + 1);
    }
    reveal(this.root, votes);
  }

  clear() {
    for (const layer of this.root.querySelectorAll("[data-spots]")) layer.remove();
    this.places = new Map();
  }

  /** @param {string} block */
  layer(block) {
    const svg = one(this.root, `[data-block="${block}"] svg`, SVGElement);
    let layer = svg.querySelector("[data-spots]");
    if (!layer) {
      layer = document.createElementNS(SVG, "g");
      layer.setAttribute("data-spots", "");
      svg.append(layer);
    }
    return layer;
  }

  /**
   * @param {Asked} asked
   * @param {string} word
   * @param {string} look
   */
  lay({ spots }, word, look) {
    const [block, x, y, width, height] = spots[word];
    const spot = document.createElementNS(SVG, "rect");
    const values = { x, y, width, height, rx: Math.min(8, width / 4), class: look };
    for (const [name, value] of Object.entries(values)) {
      spot.setAttribute(name, String(value));
    }
    if (look === "spot") {
      spot.dataset.spot = word;
      if (MOVES.test(word)) spot.classList.add("spot-moves");
    }
    this.layer(block).append(spot);
  }

  /**
   * A stone that would lie there.
   * @param {Asked} asked
   * @param {string} word
   */
  ghost({ spots, letter }, word) {
    const [block, x, y, width, height] = spots[word];
    const stone = document.createElementNS(SVG, "use");
    stone.setAttribute("href", `#i-s${letter}`);
    stone.setAttribute("transform", `translate(${x + width / 2} ${y + height / 2})`);
    stone.setAttribute("class", "spot-ghost");
    this.layer(block).append(stone);
  }

  // ---------------------------------------------------------------------------------- the hand

  /** @param {PointerEvent} event */
  at(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return found?.closest("[data-spot]")?.getAttribute("data-spot") ?? undefined;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const word = hit(event, "[data-spot]")?.dataset.spot;
    if (word) this.pick(this.places.get(word));
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    const word = hit(event, "[data-spot]")?.dataset.spot;
    if (event.button || !event.isPrimary || !word || !MOVES.test(word)) return;
    this.held = { word, words: this.places.get(word), x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.held || !event.isPrimary) return;
    const { held } = this;
    if (!held.carried) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      held.carried = this.carry(held.word);
      this.root.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.pick(held.words, true);
    }
    held.carried.style.translate = `${event.clientX}px ${event.clientY}px`;
    const over = this.at(event);
    for (const spot of all(this.root, "[data-spot]", SVGElement)) {
      spot.classList.toggle("spot-over", spot.dataset.spot === over);
    }
  }

  /** @param {PointerEvent} event */
  up(event, lost = false) {
    if (!this.held) return;
    const { carried } = this.held;
    this.held = undefined;
    if (!carried) return;
    carried.remove();
    const word = lost ? undefined : this.at(event);
    this.drop(word ? this.places.get(word) : null);
  }

  /** What hangs on the pointer. @param {string} word */
  carry(word) {
    /** @type {{ [word: string]: string }} */
    const symbols = { sled: `s${this.asked?.letter}`, private: "p" };
    const piece = word.startsWith("ship") ? "away" : (symbols[word] ?? "dx");
    const carried = document.createElement("div");
    carried.className = "play-carried";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-14 -14 28 28");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#i-${piece}`);
    svg.append(use);
    carried.append(svg);
    this.root.append(carried);
    return carried;
  }
}
