// A lesson: one tries, and is told what it did. All there is of a try is in the question.

import { findElements, hitElement, getElement, dataValue } from "../page.js";
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

/** Mark the places that lead to the goal. @param {Lesson} lesson @param {string[]} words */
function markGoal(lesson, words) {
  const { turn, root } = lesson;
  const mark = () => {
    for (const spot of findElements(root, "[data-spot]", SVGElement)) {
      spot.classList.toggle("spot-wanted", words.includes(spot.dataset.spot ?? ""));
    }
  };
  turn.show = (focus = false) => {
    Object.getPrototypeOf(turn).show.call(turn, focus);
    mark();
  };
  mark();
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
