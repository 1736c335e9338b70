// Completed lessons, stored in this browser alone.

import { findElements, findElement } from "../page.js";

const KEY = "imhotep-lessons";

/** The names of the lessons that were done. @returns {string[]} */
export function readLessons() {
  try {
    const lessons = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(lessons) ? lessons.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} lesson */
export function storeLesson(lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...readLessons(), lesson])]));
  } catch {
    // kept for this page only
  }
}

/** Mark the lessons in a list of them. @param {HTMLElement} list */
export function markLessons(list) {
  const lessons = readLessons();
  for (const card of findElements(list, "[data-lesson-card]", HTMLElement)) {
    if (!lessons.includes(card.dataset.lessonCard ?? "")) continue;
    card.classList.add("is-done");
    const badge = document.createElement("span");
    badge.className = "badge badge--good";
    badge.textContent = list.dataset.done ?? "";
    card.querySelector("h2")?.append(" ", badge);
  }
}

const page = globalThis.document;
const list = page && findElement(page, "[data-lessons]", HTMLElement);
if (list) markLessons(list);
