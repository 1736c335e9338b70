// What if: the shares of wins to be expected at the entry that is shown, when the reader asks.

import { all, hit, maybe, said } from "../page.js";
import { inLanguage } from "../board/api.js";

/** @param {HTMLFormElement} form */
async function evaluate(form) {
  const place = maybe(document, "[data-shares]", HTMLElement);
  if (!place) return;
  place.textContent = "…";
  try {
    const headers = { Accept: "application/json" };
    const options = { method: "POST", body: new FormData(form), headers };
    const answer = await fetch(inLanguage(form.action), options);
    const found = await answer.json();
    place.textContent = answer.ok ? found.words : found.error;
  } catch {
    place.textContent = said(place, "failed");
  }
}

for (const root of all(document, "[data-branch]", HTMLElement)) {
  root.addEventListener("submit", (event) => {
    const form = hit(event, "[data-evaluate]");
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void evaluate(form);
  });
}
