// Evaluates a branch on request: the expected shares of wins at the current entry.

import { findElements, hitElement, findElement, dataValue } from "../page.js";
import { inLanguage } from "../board/api.js";

/** @param {HTMLFormElement} form */
async function evaluate(form) {
  const place = findElement(document, "[data-shares]", HTMLElement);
  if (!place) return;
  place.textContent = "…";
  try {
    const headers = { Accept: "application/json" };
    const options = { method: "POST", body: new FormData(form), headers };
    const answer = await fetch(inLanguage(form.action), options);
    const reply = await answer.json();
    place.textContent = answer.ok ? reply.words : reply.error;
  } catch {
    place.textContent = dataValue(place, "failed");
  }
}

for (const root of findElements(document, "[data-branch]", HTMLElement)) {
  root.addEventListener("submit", (event) => {
    const form = hitElement(event, "[data-evaluate]");
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void evaluate(form);
  });
}
