// What if: the same forms and links, without loading the whole page anew.

import { isPlainClick } from "./intent.js";
import { sharing } from "./share.js";

const part = document.querySelector("[data-branch]");
const problem = document.querySelector("[data-branch-error]");
let asked = 0;

async function show(address, { remember = true } = {}) {
  const mine = ++asked;
  part.setAttribute("aria-busy", "true");
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  const told = await answer.json();
  if (mine !== asked) return;
  part.removeAttribute("aria-busy");
  problem.hidden = answer.ok;
  if (!answer.ok) {
    problem.textContent = told.error;
    return;
  }
  part.innerHTML = told.html;
  part.querySelectorAll("[data-share]").forEach(sharing);
  if (remember) history.pushState(null, "", told.address);
  part.querySelector("#branch-next").focus({ preventScroll: true });
}

/** As the browser would have done it, if the way through a script fails. */
function go(address, options) {
  show(address, options).catch(() => location.assign(address));
}

part.addEventListener("submit", (event) => {
  const query = new URLSearchParams(new FormData(event.target, event.submitter));
  event.preventDefault();
  go(`${location.pathname}?${query}`);
});

part.addEventListener("click", (event) => {
  const link = event.target.closest("[data-branch-link]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  go(link.href);
});

window.addEventListener("popstate", () => go(location.href, { remember: false }));
