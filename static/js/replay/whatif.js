// What if: the same forms and links, without loading the whole page anew.

import { all, hit, one, rulingOf, tell } from "../page.js";
import { isPlainClick } from "./intent.js";
import { sharing } from "./share.js";

const part = one(document, "[data-branch]", HTMLElement);
const problem = one(document, "[data-branch-error]", HTMLElement);
let asked = 0;

/** @param {string} address */
async function show(address, remember = true) {
  const mine = ++asked;
  part.setAttribute("aria-busy", "true");
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  const found = await answer.json();
  if (mine !== asked) return;
  part.removeAttribute("aria-busy");
  tell(problem, answer.ok ? "" : found.error, rulingOf(found));
  if (!answer.ok) return;
  part.innerHTML = found.html;
  all(part, "[data-share]", HTMLElement).forEach(sharing);
  if (remember) history.pushState(null, "", found.address);
  one(part, "#branch-next", HTMLElement).focus({ preventScroll: true });
}

/**
 * As the browser would have done it, if the way through a script fails.
 * @param {string} address
 */
function go(address, remember = true) {
  show(address, remember).catch(() => location.assign(address));
}

part.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(event.target, event.submitter)) {
    query.append(name, String(value));
  }
  event.preventDefault();
  go(`${location.pathname}?${query}`);
});

part.addEventListener("click", (event) => {
  const link = hit(event, "[data-branch-link]");
  if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
  event.preventDefault();
  go(link.href);
});

window.addEventListener("popstate", () => go(location.href, false));
