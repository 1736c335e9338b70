// Evaluates a branch on request: the expected shares of wins at the current entry.

import { findElements, hitElement, findElement, dataValue } from "../page.js";
import { sendForm } from "../board/api.js";

/** @param {HTMLFormElement} form */
async function evaluate(form) {
  const place = findElement(document, "[data-shares]");
  if (!place) return;
  place.textContent = "…";
  try {
    const answer = await sendForm(form.action, new FormData(form));
    const reply = await answer.json();
    place.textContent = answer.ok ? reply.words : reply.error;
  } catch {
    place.textContent = dataValue(place, "failed");
  }
}

for (const root of findElements(document, "[data-branch]")) {
  root.addEventListener("submit", (event) => {
    const form = hitElement(event, "[data-evaluate]");
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void evaluate(form);
  });
}
