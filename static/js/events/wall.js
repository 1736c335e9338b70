// The page for the wall, and the live page: each asks the site for itself again and again, while
// somebody looks. Without an answer it stays.

import { dataValue, getElement } from "../page.js";

const PERIOD = 10_000; // milliseconds

const wall = getElement(document, "[data-wall]");

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(dataValue(wall, "wall"), { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, "text/html");
    if (page.body.innerHTML !== wall.innerHTML) replace(page.body);
  } catch {
    // no connection: the next round asks again
  }
}

/** New content; a link that had the focus has it again. @param {HTMLElement} body */
function replace(body) {
  const focused = wall.contains(document.activeElement) ? document.activeElement : null;
  const address = focused?.getAttribute("href");
  wall.replaceChildren(...body.childNodes);
  const link = address ? wall.querySelector(`a[href="${CSS.escape(address)}"]`) : null;
  if (link instanceof HTMLElement) link.focus({ preventScroll: true });
}

document.addEventListener("visibilitychange", refresh);
setInterval(refresh, PERIOD);
