// A refused log: each log on the page, and not the page, is scrolled to its bad line. A tap on a
// legal move puts that in the place of the bad line, where it is shown and in the text to mend.

import { dataValue, findElement, findElements } from "./page.js";

for (const box of findElements(document, "[data-log-box]")) {
  const bad = findElement(box, "[data-bad-line]");
  if (bad) box.scrollTop = bad.offsetTop - box.clientHeight / 2;
}

/** Select a line, in sight. @param {HTMLTextAreaElement} field @param {number} number from 1 */
function selectLine(field, number) {
  const lines = field.value.split("\n");
  const before = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  field.setSelectionRange(before, before + (lines[number - 1] ?? "").length);
  const height = field.scrollHeight / Math.max(1, lines.length);
  field.scrollTop = height * number - field.clientHeight / 2;
}

/** @param {HTMLTextAreaElement} field @param {number} number from 1 @param {string} entry */
function replaceLine(field, number, entry) {
  const lines = field.value.split("\n");
  lines[number - 1] = entry;
  field.value = lines.join("\n");
  selectLine(field, number);
}

/**
 * Show a legal move in the place of the bad line.
 * @param {HTMLElement} place
 * @param {string} entry
 */
function showLine(place, entry) {
  const bad = findElement(place, "[data-bad-line]");
  const mended = findElement(place, "[data-mended]");
  if (!bad || !mended) return;
  const text = findElement(bad, "mark");
  if (text) text.textContent = entry;
  bad.classList.add("log__bad--mended");
  mended.hidden = false;
  mended.scrollIntoView({ block: "nearest" });
}

for (const field of findElements(document, "textarea[data-line]", HTMLTextAreaElement)) {
  const number = Number(dataValue(field, "line"));
  const place = field.closest("[data-refused]");
  if (!number || !(place instanceof HTMLElement)) continue;
  field.closest("details")?.addEventListener("toggle", () => selectLine(field, number));
  for (const button of findElements(place, "[data-legal]", HTMLButtonElement)) {
    button.addEventListener("click", () => {
      replaceLine(field, number, dataValue(button, "legal"));
      showLine(place, dataValue(button, "legal"));
    });
  }
}
