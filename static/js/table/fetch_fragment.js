// Parts of the page as the server draws them now, in the place of those that are here.

import { findElements, findElement } from "../page.js";
import { readPage } from "../board/api.js";

/** The table's part of the page now; null if the page is another. @param {string} root selector */
export async function fetchFragment(root = "[data-play]") {
  const page = await readPage(location.pathname);
  return page && findElement(page, root);
}

/**
 * Put `parts` (selectors) of `fresh` in the place of those in `root`. What was opened stays open.
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {string[]} parts
 */
export function replaceParts(root, fresh, parts) {
  for (const part of parts) {
    const [current, replacement] = [root.querySelector(part), fresh.querySelector(part)];
    if (!current || !replacement) continue;
    const opened = findElements(current, "details[open]", HTMLDetailsElement).map(foldTitle);
    for (const fold of findElements(replacement, "details", HTMLDetailsElement)) {
      fold.open ||= opened.includes(foldTitle(fold));
    }
    current.replaceWith(replacement);
  }
}

/** @param {HTMLDetailsElement} fold */
function foldTitle(fold) {
  return findElement(fold, "summary")?.textContent ?? "";
}
