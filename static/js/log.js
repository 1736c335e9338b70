// Scrolls each log on the page, and not the page, to its bad line.

import { findElements, findElement } from "./page.js";

for (const box of findElements(document, "[data-log-box]")) {
  const bad = findElement(box, "[data-bad-line]");
  if (bad) box.scrollTop = bad.offsetTop - box.clientHeight / 2;
}
