// The end of a recording: the points by source beside what the players counted, and where it goes.

import { one, tell } from "../page.js";
import { bySource, differences, pointsIn } from "./tally.js";
import { ofLog } from "./link.js";
import { drawn, qr } from "./qr.js";
import { fill, made, shown } from "./texts.js";

/** @import { Finished } from "./engine.js" */
/** @import { Words } from "./texts.js" */

/** The version of a code that a phone still reads off a phone. */
export const LARGEST = 30;

/**
 * What the page has of the game: its names and colours by seat, what was counted by colour.
 * @typedef {{ finished: Finished, names: string[], colours: string[],
 *   counted: { [colour: string]: number } }} Ended
 */

export class Ending {
  /** @type {Ended | null} */
  ended = null;

  /**
   * @param {HTMLElement} root
   * @param {Words} words
   * @param {() => void} counted what the players counted is another
   */
  constructor(root, words, counted) {
    this.root = root;
    this.words = words;
    this.table = one(root, "[data-tally]", HTMLTableElement);
    this.code = one(root, "[data-end-qr]", HTMLElement);
    this.table.addEventListener("input", () => {
      this.read();
      this.compare();
      counted();
    });
  }

  /** @param {Ended} ended */
  show(ended) {
    this.ended = ended;
    const { finished, names, colours } = ended;
    const { end } = this.words;
    tell(one(this.root, "[data-end-lead]", HTMLElement), finished.over ? "" : end.unfinished);
    const head = names.map((name, seat) => made(
      "th", { scope: "col", class: "num" },
      made("span", { class: `stone stone--${colours[seat]}`, "aria-hidden": "true" }), ` ${name}`,
    ));
    const row = (/** @type {string} */ title, /** @type {(string | Node)[]} */ cells) => made(
      "tr", {}, made("th", { scope: "row" }, title),
      ...cells.map((cell) => made("td", { class: "num" }, cell)),
    );
    const rows = bySource(finished.points);
    const fields = names.map((name, seat) => this.fieldFor(name, colours[seat]));
    this.table.replaceChildren(
      made("thead", {}, made("tr", {}, made("td"), ...head)),
      made("tbody", {}, ...rows.map(({ title, points }) => row(title, points.map(String)))),
      made("tfoot", {}, row(end.total, finished.points.totals.map(String)),
        row(end.counted, fields)),
    );
    this.code.replaceChildren();
    this.say("");
    this.compare();
  }

  /**
   * @param {string} name
   * @param {string} colour
   */
  fieldFor(name, colour) {
    const value = this.ended?.counted[colour];
    return made("input", {
      "data-counted": colour, inputmode: "numeric", size: "4", maxlength: "5",
      "aria-label": `${this.words.end.counted}: ${name}`,
      value: value === undefined ? "" : String(value),
    });
  }

  /** What is typed. */
  read() {
    const { ended } = this;
    if (!ended) return;
    for (const input of this.table.querySelectorAll("input")) {
      const points = pointsIn(input.value);
      const colour = input.dataset.counted ?? "";
      if (points === null) delete ended.counted[colour];
      else ended.counted[colour] = points;
    }
  }

  /** Name the differences. */
  compare() {
    const { ended, words: { end } } = this;
    if (!ended) return;
    const { finished, names, colours, counted } = ended;
    const typed = colours.map((colour) => counted[colour] ?? null);
    const found = differences(typed, finished.points.totals);
    const all = typed.every((points) => points !== null);
    const lines = found.map(({ seat, counted: yours, given }) => made(
      "p", { class: "notice notice--wait" },
      fill(end.differs, { who: names[seat], counted: yours, given }),
    ));
    if (all && !lines.length) lines.push(made("p", { class: "notice notice--good" }, end.same));
    one(this.root, "[data-differences]", HTMLElement).replaceChildren(...lines);
  }

  /** A code that has the whole game, to be photographed. */
  async photograph() {
    const log = this.ended?.finished.text ?? "";
    const address = `${location.origin}${location.pathname}${await ofLog(log)}`;
    const modules = qr(address, "L", LARGEST);
    const label = this.words.code.label;
    if (!shown(this.code, modules && drawn(modules), label)) this.say(this.words.code.large);
    this.code.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {string} words
   * @param {{ words: string, url: string }} [link]
   */
  say(words, link) {
    const place = one(this.root, "[data-end-status]", HTMLElement);
    place.textContent = words;
    if (link) place.append(" ", made("a", { href: link.url }, link.words));
  }
}

/**
 * Save a log as a file.
 * @param {string} log
 * @param {string} name
 */
export function save(log, name) {
  const address = URL.createObjectURL(new Blob([log], { type: "text/plain" }));
  const link = made("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
