// A lesson: one tries, and is told what it did. All there is of a try is in the question.

import { createShape, dataValue, findElements, getElement, hitElement } from "../page.js";
import { inLanguage, readJson } from "../board/api.js";
import { Coached } from "./coached.js";
import { storeLesson } from "./progress.js";

/** @import { Answer } from "./coached.js" */

/**
 * The coach's words: on the try, the rule behind it, and the entries that lead to the goal.
 * @typedef {{ verdict: string, said: string, why: { words: string, url: string } | null,
 *   wanted: string[] }} Coach
 */

const OTHER = "|";

class Lesson extends Coached {
  /** @override @param {string} entry */
  post(entry) {
    const address = stepsUrl(this.root, this.frames.length, [...entriesDone(this.root), entry]);
    return fetch(inLanguage(address), { headers: { Accept: "application/json" } });
  }

  /** @override @param {number} after */
  stepsUrl(after) {
    return stepsUrl(this.root, after);
  }

  /** @override @param {string} entry */
  async send(entry) {
    const did = [...entriesDone(this.root), entry];
    const came = await super.send(entry);
    if (came === "sent") {
      const { dataset } = this.root;
      dataset.did = did.join(OTHER);
      dataset.previews = `${(dataset.previews ?? "").split("?")[0]}?${entriesQuery(did)}`;
    }
    return came;
  }

  /** @override @param {Answer} answer */
  showCoach(answer) {
    const coach = /** @type {Coach} */ (answer.coach);
    const { root } = this;
    root.dataset.verdict = coach.verdict;
    getElement(root, "[data-coach-words]").textContent = coach.said;
    const reason = getElement(root, "[data-coach-why]", HTMLAnchorElement);
    reason.hidden = !coach.why;
    if (coach.why?.url.startsWith("/rules/")) {
      reason.href = coach.why.url;
      reason.textContent = coach.why.words;
    }
    markGoal(this, coach.wanted);
    storeIfDone(root);
    this.focusLink(coach.verdict === "right" ? "[data-onward]" : "[data-again]");
  }

  /** @override */
  get shortcuts() {
    return { n: '[data-verdict="right"] [data-onward]', t: "[data-again]" };
  }
}

/** Entries of the learner. @param {HTMLElement} root */
const entriesDone = (root) => dataValue(root, "did").split(OTHER).filter(Boolean);

/** @param {string[]} did */
const entriesQuery = (did) => new URLSearchParams(did.map((text) => ["did", text]));

/** @param {HTMLElement} root @param {number} after @param {string[]} did */
function stepsUrl(root, after, did = entriesDone(root)) {
  const query = entriesQuery(did);
  query.set("after", String(after));
  return `${root.dataset.api}?${query}`;
}

/** Store the lesson after its last step. @param {HTMLElement} root */
function storeIfDone({ dataset }) {
  if (dataset.verdict === "right" && "last" in dataset) storeLesson(dataset.lesson ?? "");
}

/**
 * Mark the places that lead to the goal, the first of them by an arrow.
 * @param {Lesson} lesson @param {string[]} words in their order
 */
function markGoal(lesson, words) {
  const { turn, root } = lesson;
  const mark = () => {
    for (const arrow of root.querySelectorAll(".goal-arrow")) arrow.remove();
    const spots = findElements(root, "[data-spot]", SVGElement);
    const goals = spots.filter(({ dataset: { spot = "" } }) => (
      [spot, ...turn.spots.places.get(spot) ?? []].every((word) => words.includes(word))
    ));
    for (const spot of spots) spot.classList.toggle("spot-wanted", goals.includes(spot));
    const place = (/** @type {SVGElement} */ spot) => words.indexOf(spot.dataset.spot ?? "");
    goals.sort((some, other) => place(some) - place(other));
    if (goals.length) drawArrow(goals[0]);
  };
  turn.showPlaces = () => {
    Object.getPrototypeOf(turn).showPlaces.call(turn);
    mark();
  };
  mark();
}

const ARROW = "M0 0 13 -16H6V-38H-6V-16H-13Z"; // its point is at the origin

const HARBOUR_END = 206; // an arrow from the right of it is still on the water of phones

/**
 * Draw the arrow above a place; inside a high place at the edge; to the right of a ship, as the
 * words of the ship before it are above.
 * @param {SVGElement} spot
 */
function drawArrow(spot) {
  if (!(spot instanceof SVGGraphicsElement) || !spot.parentElement) return;
  const { x, y, width, height } = spot.getBBox();
  const isShip = spot.closest("[data-block=harbour]") !== null && width > height;
  const point = y < 40 && height > 120 ? y + height / 2 : y + 2;
  const right = Math.min(x + width, HARBOUR_END);
  const transform = isShip
    ? `translate(${right} ${y + height / 2}) rotate(90)`
    : `translate(${x + width / 2} ${point})`;
  const name = isShip ? "goal-arrow goal-arrow--ship" : "goal-arrow";
  createShape("path", { class: name, d: ARROW, transform }, spot.parentElement);
}

for (const root of findElements(document, "[data-lesson]")) {
  // without an answer the page still has its form
  readJson(stepsUrl(root, 0)).then((/** @type {Answer} */ answer) => {
    const lesson = new Lesson(root, answer);
    markGoal(lesson, /** @type {Coach} */ (answer.coach).wanted);
    storeIfDone(root);
    root.addEventListener("click", (event) => {
      const tried = hitElement(event, "[data-try]");
      if (!tried || root.dataset.verdict === "right" || root.dataset.verdict === "other") return;
      event.preventDefault();
      lesson.send(tried.dataset.try ?? "");
    });
  }, () => {});
}
