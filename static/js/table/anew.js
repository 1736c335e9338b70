// Parts of the page as the server draws them now, in the place of those that are here.

import { maybe } from "../page.js";

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
 * Put `parts` (selectors) of `fresh` in the place of those in `root`.
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {string[]} parts
 */
export function adopt(root, fresh, parts) {
  for (const part of parts) {
    const made = fresh.querySelector(part);
    if (made) root.querySelector(part)?.replaceWith(made);
  }
}
