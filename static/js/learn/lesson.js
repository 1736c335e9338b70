// A lesson: one tries, and is told what it did. All there is of a try is in the question.

import { findElements, hitElement, findElement, getElement, dataValue } from "../page.js";
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
    return fetch(inLanguage(this.address(this.frames.length, [...this.did, entry])), {
      headers: { Accept: "application/json" },
    });
  }

  /** Entries of the learner. */
  get did() {
    return dataValue(this.root, "did").split(OTHER).filter(Boolean);
  }

  /**
   * The address of the steps after number `after`, for the entries `did`.
   * @param {number} after
   * @param {string[]} did
   */
  address(after, did) {
    const query = new URLSearchParams(did.map((text) => ["did", text]));
    query.set("after", String(after));
    return `${this.root.dataset.api}?${query}`;
  }

  /** @override @param {number} after */
  async moments(after) {
    if (this.answer) return super.moments(after);
    return readJson(this.address(after, this.did));
  }

  /** @override @param {string} entry */
  async send(entry) {
    const before = this.did;
    const came = await super.send(entry);
    if (came === "sent") {
      const { dataset } = this.root;
      dataset.did = [...before, entry].join(OTHER);
      const query = new URLSearchParams(this.did.map((text) => ["did", text]));
      dataset.previews = `${(dataset.previews ?? "").split("?")[0]}?${query}`;
    }
    return came;
  }

  /** @override @param {Answer} answer */
  showCoach(answer) {
    super.showCoach(answer);
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
    if (coach.verdict === "right" && "last" in root.dataset) storeLesson(dataValue(root, "lesson"));
    const on = coach.verdict === "right" ? "[data-onward]" : "[data-again]";
    // after the turn has given the focus to the status
    setTimeout(() => {
      const link = findElement(root, on);
      if (link?.offsetParent) link.focus({ preventScroll: true });
    });
  }

  /** @override */
  get shortcuts() {
    return { n: '[data-verdict="right"] [data-onward]', t: "[data-again]" };
  }
}

/**
 * Mark the places that lead to the goal whenever places are shown.
 * @param {Lesson} lesson
 * @param {string[]} words
 */
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
  const query = new URLSearchParams(dataValue(root, "did").split(OTHER).filter(Boolean)
    .map((text) => ["did", text]));
  query.set("after", "0");
  // without an answer the page still has its form
  readJson(`${root.dataset.api}?${query}`).then((/** @type {Answer} */ answer) => {
    const lesson = new Lesson(root, answer);
    markGoal(lesson, /** @type {Coach} */ (answer.coach).wanted);
    if (dataValue(root, "verdict") === "right" && "last" in root.dataset) {
      storeLesson(dataValue(root, "lesson"));
    }
    root.addEventListener("click", (event) => {
      const tried = hitElement(event, "[data-try]");
      if (!tried || root.dataset.verdict === "right" || root.dataset.verdict === "other") return;
      event.preventDefault();
      lesson.send(tried.dataset.try ?? "");
    });
  }, () => {});
}
