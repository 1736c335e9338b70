// Which lessons were done in this browser. Kept here alone; without storage nothing is remembered.

import { all, maybe } from "../page.js";

const KEY = "imhotep-lessons";

/** The names of the lessons that were done. @returns {string[]} */
export function done() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} lesson */
export function remember(lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...done(), lesson])]));
  } catch {
    // kept for this page only
  }
}

/** Mark the lessons in a list of them. @param {HTMLElement} list */
export function mark(list) {
  const known = done();
  for (const card of all(list, "[data-lesson-card]", HTMLElement)) {
    if (!known.includes(card.dataset.lessonCard ?? "")) continue;
    card.classList.add("is-done");
    const badge = document.createElement("span");
    badge.className = "badge badge--good";
    badge.textContent = list.dataset.done ?? "";
    card.querySelector("h2")?.append(" ", badge);
  }
}

const page = globalThis.document;
const list = page && maybe(page, "[data-lessons]", HTMLElement);
if (list) mark(list);
