// What a choice would bring, before it is made: stones where they would land, with their order, and
// the points in words. It is asked for when something is pointed at, once for each beginning of an
// entry. Whether it is shown is the reader's setting, kept with their account, or in this browser.

import { csrfToken, hit, maybe, one, said } from "../page.js";
import { inLanguage, readJson } from "../board/api.js";
import { Chooser } from "./chooser.js";

/** @import { Turn } from "./turn.js" */

/** @typedef {[block: string, x: number, y: number, symbol: string]} Ghost */
/** @typedef {{ ghosts: Ghost[], said: string[] }} Weighed */

const SVG = "http://www.w3.org/2000/svg";
const OFF = "imhotep-no-previews";
const REST = 120; // milliseconds that a pointer rests before anything is asked

export class Weighing {
  /** @type {Map<string, Promise<{ [entry: string]: Weighed }>>} by the beginning of entries */
  asked = new Map();
  ply = 0;
  /** @type {string | undefined} the entry that is shown */
  entry = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting = undefined;

  /**
   * @param {HTMLElement} root
   * @param {Turn} turn
   * @param {(begins: string) => string} address where to ask
   */
  constructor(root, turn, address) {
    this.root = root;
    this.turn = turn;
    this.address = address;
    this.words = one(root, "[data-weighed]", HTMLElement);
    const tick = one(root, "[data-weigh-on]", HTMLInputElement);
    if (tick.dataset.kept === undefined) tick.checked = !isOff();
    this.tick = tick;
    tick.closest("label")?.removeAttribute("hidden");
    tick.addEventListener("change", () => {
      this.look(undefined);
      if (tick.dataset.kept === undefined) setOff(!tick.checked);
      else tell(tick.dataset.kept, tick.checked, csrfToken(root));
    });
    for (const kind of ["pointermove", "focusin", "click", "keyup"]) {
      root.addEventListener(kind, (event) => this.point(event));
    }
    root.addEventListener("pointerleave", () => this.look(this.chosen()));
    // what was sent is not weighed any longer
    const { chooser } = turn.parts;
    const sent = new MutationObserver(() => { if (chooser.hidden) this.look(undefined); });
    sent.observe(chooser, { attributeFilter: ["hidden"] });
  }

  /** @param {Event} event */
  point(event) {
    const over = this.root.querySelector(".spot-over") ?? hit(event, "[data-spot], [data-word]");
    const data = over instanceof HTMLElement || over instanceof SVGElement ? over.dataset : {};
    const words = data.spot ? this.turn.spots.places.get(data.spot) : data.word && [data.word];
    this.look((words && this.entryOf(words)) || this.chosen());
  }

  /** The entry that was chosen word by word, and not yet sent. */
  chosen() {
    const { chooser, parts } = this.turn;
    return parts.chooser.hidden || !chooser?.begun ? undefined : chooser.complete?.entry;
  }

  /** The entry that `words` would complete. @param {string[]} words */
  entryOf(words) {
    const { asked, chooser, parts } = this.turn;
    if (!asked || !chooser || parts.chooser.hidden) return undefined;
    const trial = new Chooser(asked);
    trial.path = [...chooser.path];
    trial.chooseAll(words);
    return trial.complete?.entry;
  }

  /** Show what `entry` would bring; nothing for none. @param {string | undefined} entry */
  look(entry) {
    const wanted = this.tick.checked ? entry : undefined;
    if (wanted === this.entry && this.shows()) return;
    this.entry = wanted;
    clearTimeout(this.resting);
    this.clear();
    if (wanted) this.resting = setTimeout(() => this.ask(wanted), REST);
  }

  shows() {
    return !this.entry || !this.words.hidden;
  }

  /** @param {string} entry */
  async ask(entry) {
    const ply = this.turn.asked?.ply ?? 0;
    if (ply !== this.ply) {
      this.ply = ply;
      this.asked = new Map();
    }
    const begins = entry.split(" ").slice(0, 2).join(" ");
    const question = this.asked.get(begins) ?? this.question(begins);
    this.asked.set(begins, question);
    const found = (await question)[entry];
    if (found && this.entry === entry && this.turn.asked?.ply === ply) this.show(found);
  }

  /**
   * @param {string} begins
   * @returns {Promise<{ [entry: string]: Weighed }>}
   */
  async question(begins) {
    try {
      return (await readJson(this.address(begins))).options;
    } catch {
      return {}; // then there is none
    }
  }

  /** @param {Weighed} found */
  show({ ghosts, said: sentences }) {
    this.clear();
    ghosts.forEach(([block, x, y, symbol], at) => {
      const svg = maybe(this.root, `[data-block="${block}"] svg`, SVGElement);
      if (!svg) return;
      const layer = svg.querySelector("[data-ghosts]") ?? made("g", { "data-ghosts": "" }, svg);
      const transform = `translate(${x} ${y})`;
      made("use", { href: `#i-${symbol}`, transform, class: "spot-ghost" }, layer);
      made("circle", { cx: x + 3, cy: y - 14, r: 10, class: "ghost-ground" }, layer);
      made("text", { x: x + 3, y: y - 9, class: "ghost-number" }, layer).textContent =
        String(at + 1);
    });
    this.words.textContent = sentences.join(" ");
    this.words.hidden = false;
  }

  clear() {
    for (const layer of this.root.querySelectorAll("[data-ghosts]")) layer.remove();
    this.words.textContent = "";
    this.words.hidden = true;
  }
}

/**
 * Weigh choices on this page, if it says where to ask.
 * @param {HTMLElement} root
 * @param {Turn} turn
 */
export function weigh(root, turn) {
  if (!said(root, "previews")) return;
  new Weighing(root, turn, (begins) => asking(said(root, "previews"), "for", begins));
}

/**
 * An address with one parameter more.
 * @param {string} address
 * @param {string} name
 * @param {string} value
 */
export function asking(address, name, value) {
  const asked = new URL(address, location.origin);
  asked.searchParams.set(name, value);
  return asked.pathname + asked.search;
}

/**
 * @param {string} name
 * @param {{ [attribute: string]: string | number }} values
 * @param {Element} parent
 */
function made(name, values, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(values)) {
    element.setAttribute(attribute, String(value));
  }
  parent.append(element);
  return element;
}

/**
 * Have the account keep what its reader wants.
 * @param {string} address
 * @param {boolean} wanted
 * @param {string} token
 */
function tell(address, wanted, token) {
  const body = new URLSearchParams({ wanted: wanted ? "yes" : "no" });
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  // that it is not kept is seen at the next table
  fetch(inLanguage(address), { method: "POST", body, headers }).catch(() => {});
}

function isOff() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

/** @param {boolean} off */
function setOff(off) {
  try {
    localStorage.setItem(OFF, off ? "1" : "");
  } catch {
    // kept for this page only
  }
}
