// Previews of a choice, if the reader wants them: stones where they would land, in their order, and
// the points in words. Fetched at the first pointing, once for each beginning of an entry.

import { createShape, csrfToken, dataValue, findElement, getElement, hitElement } from "../page.js";
import { readText, storeText } from "../storage.js";
import { readJson, sendForm } from "../board/api.js";
import { Chooser } from "./chooser.js";

/** @import { Turn } from "./turn.js" */

/** @typedef {[block: string, x: number, y: number, symbol: string]} Ghost */
/** @typedef {{ ghosts: Ghost[], said: string[] }} Preview */

const OFF = "imhotep-no-previews";
const HOVER_DELAY = 120; // milliseconds that a pointer rests before anything is asked

export class Previews {
  /** @type {Map<string, Promise<{ [entry: string]: Preview }>>} by the beginning of entries */
  answers = new Map();
  ply = 0;
  /** @type {string | undefined} the entry that is shown */
  entry = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting = undefined;

  /** @param {HTMLElement} root @param {Turn} turn @param {(begins: string) => string} address */
  constructor(root, turn, address) {
    this.root = root;
    this.turn = turn;
    this.address = address;
    this.words = getElement(root, "[data-weighed]");
    const tick = getElement(root, "[data-weigh-on]", HTMLInputElement);
    if (tick.dataset.kept === undefined) tick.checked = readText(OFF) !== "1";
    this.tick = tick;
    tick.closest("label")?.removeAttribute("hidden");
    root.classList.toggle("has-preview", tick.checked);
    tick.addEventListener("change", () => {
      root.classList.toggle("has-preview", tick.checked);
      this.look(undefined);
      if (tick.dataset.kept === undefined) storeText(OFF, tick.checked ? "" : "1");
      else storeSetting(tick.dataset.kept, tick.checked, csrfToken(root));
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
    // the page moves the focus on by itself; a finger did not point there
    if (event.type === "focusin" && !hitElement(event, ":focus-visible")) return;
    const over = this.root.querySelector(".spot-over") ?? hitElement(
      event, "[data-spot], [data-word]",
    );
    const data = over instanceof HTMLElement || over instanceof SVGElement ? over.dataset : {};
    const words = data.spot ? this.turn.spots.places.get(data.spot) : data.word && [data.word];
    this.look((words && this.completedEntry(words)) || this.chosen());
  }

  /** The entry that was chosen word by word, and not yet sent. */
  chosen() {
    const { chooser, parts } = this.turn;
    return parts.chooser.hidden || !chooser?.begun ? undefined : chooser.complete?.entry;
  }

  /** The entry that `words` would complete. @param {string[]} words */
  completedEntry(words) {
    const { prompt, chooser, parts } = this.turn;
    if (!prompt || !chooser || parts.chooser.hidden) return undefined;
    const trial = new Chooser(prompt);
    trial.path = [...chooser.path];
    trial.chooseAll(words);
    return trial.complete?.entry;
  }

  /** Show what `entry` would bring; nothing for none. @param {string | undefined} entry */
  look(entry) {
    const target = this.tick.checked ? entry : undefined;
    if (target === this.entry && (!target || !this.words.hidden)) return;
    this.entry = target;
    clearTimeout(this.resting);
    this.clear();
    if (target) this.resting = setTimeout(() => this.ask(target), HOVER_DELAY);
  }

  /** @param {string} entry */
  async ask(entry) {
    const ply = this.turn.prompt?.ply ?? 0;
    if (ply !== this.ply) {
      this.ply = ply;
      this.answers = new Map();
    }
    const begins = entry.split(" ").slice(0, 2).join(" ");
    const question = this.answers.get(begins) ?? this.question(begins);
    this.answers.set(begins, question);
    const preview = (await question)[entry];
    if (preview && this.entry === entry && this.turn.prompt?.ply === ply) this.show(preview);
  }

  /** @param {string} begins @returns {Promise<{ [entry: string]: Preview }>} */
  async question(begins) {
    try {
      return (await readJson(this.address(begins))).options;
    } catch {
      return {}; // then there is none
    }
  }

  /** @param {Preview} preview */
  show({ ghosts, said: sentences }) {
    this.clear();
    ghosts.forEach(([block, x, y, symbol], index) => {
      const svg = findElement(this.root, `[data-block="${block}"] svg`, SVGElement);
      if (!svg) return;
      const layer = svg.querySelector("[data-ghosts]") ?? createShape(
        "g", { "data-ghosts": "" }, svg,
      );
      const transform = `translate(${x} ${y})`;
      createShape("use", { href: `#i-${symbol}`, transform, class: "spot-ghost" }, layer);
      createShape("circle", { cx: x + 3, cy: y - 14, r: 10, class: "ghost-ground" }, layer);
      createShape("text", { x: x + 3, y: y - 9, class: "ghost-number" }, layer).textContent =
        String(index + 1);
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

/** Show previews where the page has them. @param {HTMLElement} root @param {Turn} turn */
export function showPreviews(root, turn) {
  if (!dataValue(root, "previews")) return;
  new Previews(root, turn, (begins) => withParameter(dataValue(root, "previews"), "for", begins));
}

/** `address` and a parameter. @param {string} address @param {string} name @param {string} value */
export function withParameter(address, name, value) {
  const url = new URL(address, location.origin);
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Store the setting. @param {string} address @param {boolean} enabled @param {string} token */
function storeSetting(address, enabled, token) {
  const body = new URLSearchParams({ wanted: enabled ? "yes" : "no" });
  sendForm(address, body, token).catch(() => {}); // it is seen at the next table
}
