// The page for the wall: asks the site for itself again and again. Without an answer it stays.

import { dataValue, getElement } from "../page.js";

const PERIOD = 10_000; // milliseconds

const wall = getElement(document, "[data-wall]");

async function refresh() {
  try {
    const answer = await fetch(dataValue(wall, "wall"), { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, "text/html");
    if (page.body.innerHTML !== wall.innerHTML) wall.replaceChildren(...page.body.childNodes);
  } catch {
    // no connection: the next round asks again
  }
}

setInterval(refresh, PERIOD);
