// A puzzle: one chooses, and is told whether it is right. What is right is the server's to say.

import { findElements, csrfToken, findElement, getElement, dataValue } from "../page.js";
import { readJson, sendForm } from "../board/api.js";
import { Coached } from "./coached.js";

/** @import { Answer } from "./coached.js" */

/** The coach's words on a try, in HTML. @typedef {{ verdict: string, html: string }} Coach */

class Puzzle extends Coached {
  /** @type {string} what was tried last */
  text = dataValue(this.root, "text");

  /** @override @param {string} entry */
  post(entry) {
    this.text = entry;
    return this.postTry({ text: entry });
  }

  /** A try; with `show` the solution too. @param {{ [name: string]: string }} fields */
  postTry(fields) {
    const body = new URLSearchParams(fields);
    return sendForm(dataValue(this.root, "try"), body, csrfToken(this.root));
  }

  /** @override @param {Answer} answer */
  showCoach(answer) {
    this.say(/** @type {Coach} */ (answer.coach));
    const right = this.root.dataset.verdict === "right";
    this.focusLink(right ? "[data-onward]" : "[data-again]");
  }

  /** @param {Coach} coach */
  say({ verdict, html }) {
    this.root.dataset.verdict = verdict;
    getElement(this.root, "[data-coach-words]").innerHTML = html;
    // the status that had the focus has scrolled the verdict away
    setTimeout(() => getElement(this.root, ".play-bar").scrollTo(0, 0));
  }

  /** The solution of a puzzle that was tried. */
  async showSolution() {
    const answer = await this.postTry({ text: this.text, show: "1" }).catch(() => null);
    const reply = await answer?.json().catch(() => null);
    if (!answer?.ok || !reply?.coach) {
      this.sidePanel.problem(reply?.detail ?? dataValue(this.root, "unsent"));
      return;
    }
    this.say(reply.coach);
    this.root.dataset.shown = "";
  }

  /** @override */
  get shortcuts() {
    return { n: "[data-onward]", t: "[data-again]" };
  }
}

for (const root of findElements(document, "[data-puzzle]")) {
  // without an answer the page still has its form
  readJson(`${dataValue(root, "api")}moments?after=0`).then((/** @type {Answer} */ answer) => {
    if (dataValue(root, "verdict") !== "begun" || answer.layout !== root.dataset.layout) return;
    const puzzle = new Puzzle(root, answer);
    findElement(root, "[data-show]", HTMLFormElement)?.addEventListener("submit", (event) => {
      event.preventDefault();
      puzzle.showSolution();
    });
  }, () => {});
}
