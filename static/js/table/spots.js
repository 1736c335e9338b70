// The places on the table that can be pointed at: rectangles, or shapes of their own, over the
// blocks, in their units. They are for a pointer; the words say the same to those who use none.

import { createNode, createShape, findElements, getElement, hitElement } from "../page.js";

/** @import { Prompt } from "./state.js" */

/**
 * A drag: its first word, and its position.
 * @typedef {{ word: string, words: string[] | undefined, x: number, y: number,
 *   carried?: HTMLElement }} Drag
 */

const MOVED = /translate\((\S+) (\S+)\)/;
const FAR = 8; // pixels: from there on it is a drag

/** Words that can be dragged: a stone off the sled, a ship, a card, a private ship. */
const MOVES = /^(sled|ship\d+|play-.*|private)$/;

export class Spots {
  dragged = false;
  /** @type {Drag | undefined} what is dragged, or may be */
  drag = undefined;
  /** @type {Prompt | undefined} */
  prompt = undefined;
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
   * @param {Prompt} prompt
   * @param {Map<string, string[]>} places
   * @param {string[]} chosen
   */
  show(prompt, places, chosen) {
    this.clear();
    this.prompt = prompt;
    this.places = places;
    const size = (/** @type {string} */ word) => prompt.spots[word][3] * prompt.spots[word][4];
    const sorted = [...places.keys()].sort((some, other) => size(other) - size(some));
    for (const word of sorted) {
      const quiet = word.startsWith("to-") && (places.get(word)?.length ?? 0) > 1;
      this.lay(prompt, word, quiet ? "spot spot-quiet" : "spot");
    }
    for (const word of chosen) {
      if (prompt.spots[word]) this.lay(prompt, word, "spot spot-chosen");
      if (word.startsWith("at")) this.ghost(prompt, word);
    }
  }

  clear() {
    for (const layer of this.root.querySelectorAll("[data-spots]")) layer.remove();
    for (const area of this.root.querySelectorAll(".has-spots")) area.classList.remove("has-spots");
    this.places = new Map();
  }

  /** @param {string} block */
  layer(block) {
    const svg = getElement(this.root, `[data-block="${block}"] svg`, SVGElement);
    let layer = svg.querySelector("[data-spots]");
    if (!layer) {
      layer = createShape("g", { "data-spots": "" }, svg);
      svg.closest(".area")?.classList.add("has-spots");
    }
    return layer;
  }

  /** @param {Prompt} prompt @param {string} word @param {string} look */
  lay({ spots, words }, word, look) {
    const [block, x, y, width, height, d] = spots[word];
    const layer = this.layer(block);
    const corners = { x, y, width, height, rx: Math.min(8, width / 4) };
    const spot = d
      ? createShape("path", { d, class: look }, layer)
      : createShape("rect", { ...corners, class: look }, layer);
    if (look !== "spot spot-chosen") {
      spot.dataset.spot = word;
      if (MOVES.test(word)) spot.classList.add("spot-moves");
      if (look === "spot" && word.startsWith("to-")) {
        const up = word === "to-obelisks" ? 48 : 16; // below are the points of the obelisks
        this.label(layer, words[word], x + width / 2, y + height - up);
      }
    }
    this.outline(layer, word, spot);
  }

  /** Outline a ship. @param {Element} layer @param {string} word @param {Element} spot */
  outline(layer, word, spot) {
    const ship = /^ship\d+$/.test(word) ? this.piece(word) : null;
    const size = /S(\d+)$/.exec(ship?.getAttribute("href") ?? "")?.[1];
    if (!ship || !size) return;
    spot.classList.add("spot-bare");
    const transform = ship.getAttribute("transform") ?? "";
    createShape("use", { href: `#i-T${size}`, transform, class: "spot-shape" }, layer);
  }

  /**
   * Write a label on a dark ground.
   * @param {Element} layer
   * @param {string} words
   * @param {number} x
   * @param {number} y
   */
  label(layer, words, x, y) {
    const width = 9 * words.length + 16;
    const corners = { x: x - width / 2, y: y - 15, width, height: 24, rx: 12 };
    createShape("rect", { ...corners, class: "spot-label" }, layer);
    createShape("text", { x, y: y + 2, class: "spot-words" }, layer).textContent = words;
  }

  /** The element of a piece. @param {string} key */
  piece(key) {
    return this.root.querySelector(`svg [data-key="${key}"]`);
  }

  /** A stone that would lie there. @param {Prompt} prompt @param {string} word */
  ghost({ spots, letter }, word) {
    const [block, x, y, width, height] = spots[word];
    // the rectangle is around a stone: its front begins 3 left of the middle, 5 above the edge
    const transform = `translate(${x + width / 2 - 3} ${y + height - 13})`;
    createShape(
      "use", { href: `#i-u${letter}`, transform, class: "spot-ghost" }, this.layer(block),
    );
  }

  // ---------------------------------------------------------------------------------- the hand

  /** @param {PointerEvent} event */
  spotUnder(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element?.closest("[data-spot]")?.getAttribute("data-spot") ?? undefined;
  }

  /** The ship at the point of a tap that would enlarge the harbour: it is large enough to be
   *  chosen, unlike its spaces. @param {MouseEvent} event */
  shipUnder(event) {
    if (!hitElement(event, ".area-harbour > .area-open")) return undefined;
    const elements = document.elementsFromPoint(event.clientX, event.clientY);
    const spot = elements.find((element) => element.hasAttribute("data-spot"));
    const word = spot?.getAttribute("data-spot") ?? "";
    return /^ship\d+$/.test(word) ? word : undefined;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const ship = this.shipUnder(event);
    const word = ship ?? hitElement(event, "[data-spot]")?.dataset.spot;
    if (!word) return;
    if (ship) event.preventDefault();
    this.pick(this.places.get(word));
    this.closeSheet();
  }

  /** Close an enlarged area without any spots left, or if it is `done`. */
  closeSheet(done = false) {
    const sheet = this.root.querySelector(".area:target");
    if (sheet && (done || !sheet.querySelector("[data-spot]"))) location.hash = this.root.id;
  }

  /** True if each place is a space of a ship. */
  get areSpaces() {
    const isSpace = (/** @type {string[]} */ words) => words.length === 1 && /^at/.test(words[0]);
    const places = [...this.places.values()];
    return places.length > 0 && places.every(isSpace);
  }

  /** On a phone the harbour is enlarged when one of its spaces is to be chosen. */
  openHarbour() {
    const open = getElement(this.root, ".area-harbour .area-open", HTMLAnchorElement);
    if (this.areSpaces && open.getClientRects().length) location.hash = open.hash;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    const word = hitElement(event, "[data-spot]")?.dataset.spot;
    if (event.button || !event.isPrimary || !word || !MOVES.test(word)) return;
    this.drag = { word, words: this.places.get(word), x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.drag || !event.isPrimary) return;
    const { drag } = this;
    if (!drag.carried) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      drag.carried = this.carry(drag.word);
      this.root.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.pick(drag.words, true);
    }
    drag.carried.style.translate = `${event.clientX}px ${event.clientY}px`;
    const over = this.spotUnder(event);
    for (const spot of findElements(this.root, "[data-spot]", SVGElement)) {
      spot.classList.toggle("spot-over", spot.dataset.spot === over);
    }
  }

  /** @param {PointerEvent} event */
  up(event, lost = false) {
    if (!this.drag) return;
    const { carried } = this.drag;
    this.drag = undefined;
    if (!carried) return;
    carried.remove();
    const word = lost ? undefined : this.spotUnder(event);
    this.drop(word ? this.places.get(word) : null);
  }

  /** A picture of the dragged thing, at the pointer. @param {string} word */
  carry(word) {
    const carried = createNode("div", { class: "play-carried" });
    const lifted = word === "sled" ? [] : this.lifted(word);
    const [block, x, y, width, height] = this.prompt?.spots[word] ?? ["", 0, 0, 30, 40];
    const scale = this.scale(block);
    const box = lifted.length ? [x, y, width, height] : [-18, -38, 42, 44];
    carried.style.inlineSize = `${box[2] * scale}px`;
    carried.style.blockSize = `${box[3] * scale}px`;
    const svg = createShape("svg", { viewBox: box.join(" ") }, carried);
    if (!lifted.length) createShape("use", { href: `#i-u${this.prompt?.letter}` }, svg);
    for (const piece of lifted) {
      const { href, transform } = pieceLook(piece);
      createShape("use", { href, transform }, svg);
    }
    this.root.append(carried);
    return carried;
  }

  /** The pieces that are taken up: those that lie in its rectangle. @param {string} word */
  lifted(word) {
    const { prompt } = this;
    if (!prompt?.spots[word]) return [];
    const [block, x, y, width, height] = prompt.spots[word];
    const svg = getElement(this.root, `[data-block="${block}"] svg`, SVGElement);
    return [...svg.querySelectorAll("use[data-key]")].filter((piece) => {
      const [, left, top] = MOVED.exec(pieceLook(piece).transform) ?? [];
      const [across, down] = [Number(left) - x, Number(top) - y];
      return across >= 0 && across <= width && down >= 0 && down <= height;
    });
  }

  /** Pixels a unit. @param {string} block */
  scale(block) {
    const svg = this.root.querySelector(`[data-block="${block}"] svg`);
    return svg instanceof SVGSVGElement ? (svg.getScreenCTM()?.a ?? 1) : 1;
  }
}

/** The symbol and the position of a piece. @param {Element} piece */
function pieceLook(piece) {
  const [href, transform] = ["href", "transform"].map((name) => piece.getAttribute(name) ?? "");
  return { href, transform };
}
