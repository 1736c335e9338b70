// The end of a recording: points by source next to the players' own count, and the upload.

import { createNode, getElement, showMessage, fillWords } from "../page.js";
import { sourceRows, comparePoints, parsePoints } from "./tally.js";
import { logFragment } from "./link.js";
import { drawCode } from "./qr.js";

/** @import { Finished } from "./engine.js" */
/** @import { Words } from "../page.js" */

/**
 * A finished recording: names and colours by seat, counted points by colour.
 * @typedef {{ finished: Finished, names: string[], colours: string[],
 *   counted: { [colour: string]: number } }} EndedGame
 */

export class EndView {
  /** @type {EndedGame | null} */
  ended = null;

  /**
   * @param {HTMLElement} root
   * @param {Words} words
   * @param {() => void} onCount what the players counted is another
   */
  constructor(root, words, onCount) {
    this.root = root;
    this.words = words;
    this.table = getElement(root, "[data-tally]", HTMLTableElement);
    this.code = getElement(root, "[data-end-qr]");
    this.table.addEventListener("input", () => {
      this.read();
      this.compare();
      onCount();
    });
  }

  /** @param {EndedGame} ended */
  show(ended) {
    this.ended = ended;
    const { finished, names, colours } = ended;
    const { end } = this.words;
    showMessage(getElement(this.root, "[data-end-lead]"), finished.over ? "" : end.unfinished);
    const head = names.map((name, seat) => createNode(
      "th", { scope: "col", class: "num" },
      createNode(
        "span", { class: `stone stone--${colours[seat]}`, "aria-hidden": "true" },
      ), ` ${name}`,
    ));
    const row = (/** @type {string} */ title, /** @type {(string | Node)[]} */ cells) => createNode(
      "tr", {}, createNode("th", { scope: "row" }, title),
      ...cells.map((cell) => createNode("td", { class: "num" }, cell)),
    );
    const rows = sourceRows(finished.points);
    const fields = names.map((name, seat) => this.fieldFor(name, colours[seat]));
    this.table.replaceChildren(
      createNode("thead", {}, createNode("tr", {}, createNode("td"), ...head)),
      createNode("tbody", {}, ...rows.map(({ title, points }) => row(title, points.map(String)))),
      createNode("tfoot", {}, row(end.total, finished.points.totals.map(String)),
        row(end.counted, fields)),
    );
    this.code.replaceChildren();
    this.say("");
    this.compare();
  }

  /** @param {string} name @param {string} colour */
  fieldFor(name, colour) {
    const value = this.ended?.counted[colour];
    return createNode("input", {
      "data-counted": colour, inputmode: "numeric", size: "4", maxlength: "5",
      "aria-label": `${this.words.end.counted}: ${name}`,
      value: value === undefined ? "" : String(value),
    });
  }

  /** Read the typed points. */
  read() {
    const { ended } = this;
    if (!ended) return;
    for (const input of this.table.querySelectorAll("input")) {
      const points = parsePoints(input.value);
      const colour = input.dataset.counted ?? "";
      if (points === null) delete ended.counted[colour];
      else ended.counted[colour] = points;
    }
  }

  /** Name the differences. */
  compare() {
    const { ended, words: { end } } = this;
    if (!ended) return;
    const { finished, names, colours, counted: typedPoints } = ended;
    const typed = colours.map((colour) => typedPoints[colour] ?? null);
    const mismatches = comparePoints(typed, finished.points.totals);
    const all = typed.every((points) => points !== null);
    const lines = mismatches.map(({ seat, counted: yours, given: computed }) => createNode(
      "p", { class: "notice notice--wait" },
      fillWords(end.differs, { who: names[seat], counted: yours, given: computed }),
    ));
    if (all && !lines.length) {
      lines.push(createNode("p", { class: "notice notice--good" }, end.same));
    }
    getElement(this.root, "[data-differences]").replaceChildren(...lines);
  }

  /** A code that has the whole game, to be photographed. @param {string} [occasion] */
  async photograph(occasion) {
    const log = this.ended?.finished.text ?? "";
    const address = `${location.origin}${location.pathname}${await logFragment(log, occasion)}`;
    const { label, large } = this.words.code;
    if (!(await drawCode(this.code, address, "L", label))) this.say(large);
    this.code.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} words @param {{ words: string, url: string }} [link] */
  say(words, link) {
    const place = getElement(this.root, "[data-end-status]");
    place.textContent = words;
    if (link) place.append(" ", createNode("a", { href: link.url }, link.words));
  }
}

/** Save a log as a file. @param {string} log @param {string} name */
export function save(log, name) {
  const address = URL.createObjectURL(new Blob([log], { type: "text/plain" }));
  const link = createNode("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
