// Scrolls each log on the page, and not the page, to its bad line.

import { all, maybe } from "./page.js";

for (const box of all(document, "[data-log-box]", HTMLElement)) {
  const bad = maybe(box, "[data-bad-line]", HTMLElement);
  if (bad) box.scrollTop = bad.offsetTop - box.clientHeight / 2;
}
