// The analysis of a game in its replay: shares of wins as areas, marks on slider and moves, what is
// said of the entry that is shown, the better alternative as stones that shine through. Fetched at
// the first sign of a reader; while a worker is at it, asked for until it is done.

import {
  createNode, createShape, dataValue, findElement, findElements, getElement,
} from "../page.js";
import { isPageKey, SIGNS } from "../board/events.js";
import { readJson, readPage } from "../board/api.js";
import { delay } from "../progress.js";

/** @typedef {[place: number, symbol: string, x: number, y: number]} Ghost */
/** @typedef {[said: string, sign: string, label: string, mark: string, turning: number,
 *   better: Ghost[]]} Step */
/**
 * The analysis of a game: `title` of the graph, `moments` as HTML, `stops`
 * of the key that goes from one of them to the next.
 * @typedef {{ state: "done", title: string, areas: [letter: string, d: string][], moments: string,
 *   stops: number[], steps: Step[] }} Analysis
 */

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 6000;
const PATIENCE = 8; // failed questions in a row
const QUIET = 900; // milliseconds on an entry before its verdict is spoken

class AnalysisView {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  speaking = undefined;

  /** @param {HTMLElement} root the replay @param {Analysis} analysis */
  constructor(root, analysis) {
    this.root = root;
    this.analysis = analysis;
    this.plies = Number(root.dataset.plies);
    this.note = createNode("p", { class: "replay-judged", tabindex: "0" });
    this.live = createNode("p", { class: "visually-hidden", "aria-live": "polite" });
    getElement(root, ".replay-bar").after(this.note, this.live);
    this.adopt();
    this.markSlider();
    this.markMoves();
    this.show(Number(root.dataset.ply));
    root.addEventListener("replay:step", () => this.show(Number(root.dataset.ply)));
    root.addEventListener("replay:seat", () => this.adopt());
    document.addEventListener("keydown", (event) => this.key(event));
    root.classList.add("is-judged");
  }

  /** Put areas and turning points into the graph that is in the page; it may be another one. */
  adopt() {
    const graph = getElement(this.root, ".replay-graph");
    const plot = findElement(graph, ".replay-plot > svg", SVGElement);
    if (!plot || plot.querySelector(".plot-shares")) return;
    const group = createShape("g", { class: "plot-shares" }, plot);
    for (const [letter, d] of this.analysis.areas) {
      createShape("path", { class: `area-${letter}`, d }, group);
    }
    const choice = findElement(graph, ".replay-graph-choice");
    const name = findElement(graph, "[data-plot]", HTMLInputElement)?.name ?? "plot";
    const radio = createNode("input", { type: "radio", name, "data-plot": "shares" });
    radio.checked = true;
    choice?.prepend(createNode("label", {}, radio, ` ${this.analysis.title}`));
    const key = findElement(graph, ".replay-key") ?? createNode("nav");
    key.className = "replay-key";
    key.innerHTML = this.analysis.moments;
    graph.append(key);
  }

  markSlider() {
    const marks = findElement(this.root, ".replay-marks", SVGElement);
    if (!marks) return;
    this.analysis.steps.forEach(([, sign, , mark], index) => {
      if (!sign) return;
      const cx = `${(100 * (index + 1)) / Math.max(1, this.plies)}%`;
      const kind = `mark-judged mark-judged--${mark || "turn"}`;
      createShape("circle", { class: kind, cx, cy: 7, r: 3 }, marks);
    });
  }

  markMoves() {
    const list = findElement(this.root, "[data-moves]");
    if (!list) return;
    for (const move of findElements(list, "[data-move]", HTMLAnchorElement)) {
      const step = this.analysis.steps[Number(move.dataset.move) - 1];
      if (step?.[1]) move.append(createMark(step));
    }
  }

  /** @param {number} ply */
  show(ply) {
    const step = this.analysis.steps[ply - 1];
    this.note.textContent = step?.[0] ?? "";
    clearTimeout(this.speaking);
    if (step?.[1]) this.speaking = setTimeout(() => { this.live.textContent = step[0]; }, QUIET);
    for (const ghost of this.root.querySelectorAll("[data-better]")) ghost.remove();
    for (const [place, symbol, x, y] of step?.[5] ?? []) {
      const layer = this.root.querySelector(`[data-place="${place}"]`);
      const href = `#${this.root.dataset.prefix ?? ""}i-${symbol}`;
      const transform = `translate(${x} ${y})`;
      if (layer) {
        createShape("use", { "data-better": "", class: "better-stone", href, transform }, layer);
      }
    }
    for (const moment of findElements(this.root, ".key-moment", HTMLAnchorElement)) {
      if (Number(moment.dataset.move) === ply) moment.setAttribute("aria-current", "step");
      else moment.removeAttribute("aria-current");
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key.toLowerCase() !== "t" || !isPageKey(event)) return;
    const from = Number(this.root.dataset.ply);
    const target = nextTurningPoint(this.analysis.stops, from, event.shiftKey ? -1 : 1);
    const move = findElement(this.root, `[data-moves] [data-move="${target}"]`, HTMLAnchorElement);
    if (!move) return;
    event.preventDefault();
    move.click();
  }
}

/**
 * The next of `points` after step `from`, or before it; round the ends. None without points.
 * @param {number[]} points in their order
 * @param {number} from
 * @param {1 | -1} way
 */
export function nextTurningPoint(points, from, way) {
  if (way > 0) return points.find((point) => point > from) ?? points[0];
  return points.findLast((point) => point < from) ?? points.at(-1);
}

/** @param {Step} step */
function createMark([, sign, label, mark]) {
  return createNode(
    "span", { class: `move-judged mark mark--${mark || "turn"}`, title: label },
    createNode("span", { "aria-hidden": "true" }, sign),
    createNode("span", { class: "visually-hidden" }, ` ${label}`),
  );
}

/** Follow its progress; whether it is done. @param {HTMLElement} section @param {string} address */
async function pollAnalysis(section, address) {
  let failures = 0;
  for (let pause = FIRST_WAIT; failures < PATIENCE; pause = Math.min(pause * 1.2, LONGEST_WAIT)) {
    await delay(pause);
    try {
      const { state, words } = await readJson(address, { cache: "no-store" });
      failures = 0;
      const place = findElement(section, "[data-progress]");
      if (place && words && place.textContent !== words) place.textContent = words;
      if (state !== "queued" && state !== "running") {
        await renew(section);
        return state === "done";
      }
    } catch {
      failures += 1;
    }
  }
  return false;
}

/** Replace the section by its current state. @param {HTMLElement} section */
async function renew(section) {
  const page = await readPage(location.pathname + location.search);
  const fresh = page?.getElementById(section.id);
  if (fresh) section.replaceWith(fresh);
}

/** @param {HTMLElement} section */
function begin(section) {
  const root = findElement(document, "[data-replay]:not([data-autoplay])");
  if (!root) return;
  const address = dataValue(section, "analysis");
  const draw = () => readJson(address).then(
    (analysis) => new AnalysisView(root, analysis), () => {},
  );
  if (dataValue(section, "state") !== "done") {
    void pollAnalysis(section, address).then((done) => { if (done) void draw(); });
    return;
  }
  const once = new AbortController();
  for (const sign of SIGNS) {
    const options = { capture: true, passive: true, signal: once.signal };
    addEventListener(sign, () => { once.abort(); void draw(); }, options);
  }
}

const page = globalThis.document;
if (page) findElements(page, "[data-analysis]").forEach(begin);
