// An analysis that is under way: asks how far it is until it is done, then shows it.

import { findElement } from "../page.js";
import { delay } from "../progress.js";
import { readJson } from "../board/api.js";

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 6000;
const PATIENCE = 8; // failed questions in a row

/**
 * Show how far it is in `section`, and what came of it; whether it is done.
 * @param {HTMLElement} section
 * @param {string} address
 */
export async function pollAnalysis(section, address) {
  let failures = 0;
  for (let pause = FIRST_WAIT; failures < PATIENCE; pause = Math.min(pause * 1.2, LONGEST_WAIT)) {
    await delay(pause);
    try {
      const { state, words } = await readJson(address, { cache: "no-store" });
      failures = 0;
      const place = findElement(section, "[data-progress]", HTMLElement);
      if (place && words && place.textContent !== words) place.textContent = words;
      if (state !== "queued" && state !== "running") {
        await renew(section);
        return state === "done";
      }
    } catch {
      failures += 1;
    }
  }
  return false;
}

/** Replace the section by its current state. @param {HTMLElement} section */
async function renew(section) {
  const answer = await fetch(location.pathname + location.search);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(section.id);
  if (fresh) section.replaceWith(fresh);
}
