// Parts of the page as the server draws them now, in the place of those that are here.

import { all, maybe } from "../page.js";

/**
 * The table's part of the page as it is now; null if the page is another one by now.
 * @param {string} root the selector of that part
 * @returns {Promise<HTMLElement | null>}
 */
export async function anew(root = "[data-play]") {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return maybe(page, root, HTMLElement);
}

/**
 * Put `parts` (selectors) of `fresh` in the place of those in `root`. What was opened stays open.
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {string[]} parts
 */
export function adopt(root, fresh, parts) {
  for (const part of parts) {
    const [here, made] = [root.querySelector(part), fresh.querySelector(part)];
    if (!here || !made) continue;
    const opened = all(here, "details[open]", HTMLDetailsElement).map(titleOf);
    for (const fold of all(made, "details", HTMLDetailsElement)) {
      fold.open ||= opened.includes(titleOf(fold));
    }
    here.replaceWith(made);
  }
}

/** @param {HTMLDetailsElement} fold */
function titleOf(fold) {
  return maybe(fold, "summary", HTMLElement)?.textContent ?? "";
}
