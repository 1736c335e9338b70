// Completed lessons, stored in this browser alone.

import { createNode, findElement, findElements } from "../page.js";
import { readStoredJson, storeText } from "../storage.js";

const KEY = "imhotep-lessons";

/** The names of the lessons that were done. */
function readLessons() {
  const lessons = readStoredJson(KEY);
  return Array.isArray(lessons) ? lessons.filter((name) => typeof name === "string") : [];
}

/** @param {string} lesson */
export function storeLesson(lesson) {
  storeText(KEY, JSON.stringify([...new Set([...readLessons(), lesson])]));
}

/** Mark the lessons in a list of them. @param {HTMLElement} list */
function markLessons(list) {
  const lessons = readLessons();
  for (const card of findElements(list, "[data-lesson-card]")) {
    if (!lessons.includes(card.dataset.lessonCard ?? "")) continue;
    card.classList.add("is-done");
    const badge = createNode("span", { class: "badge badge--good" }, list.dataset.done ?? "");
    card.querySelector("h2")?.append(" ", badge);
  }
  const flag = findElement(document, "[data-lessons-end]");
  if (flag) flag.hidden = findElements(list, "[data-lesson-card]:not(.is-done)").length > 0;
}

const page = globalThis.document;
const list = page && findElement(page, "[data-lessons]");
if (list) markLessons(list);
