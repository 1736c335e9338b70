// The page of an analysis: the board beside the graph is that of the move that is chosen in the
// graph, in the list of turning points or by the arrows below the board.

import { findElement, getElement } from "../page.js";
import { readPage } from "../board/api.js";

let latest = 0;

/**
 * Show the move of an address of this page, unless another was chosen since.
 * @param {string} address
 * @param {string} chosen
 */
async function showMove(address, chosen) {
  const request = (latest += 1);
  const page = await readPage(address).catch(() => null);
  if (request !== latest) return;
  const fresh = page && findElement(page, ".analysis-summary");
  if (!fresh) {
    location.assign(address);
    return;
  }
  getElement(document, ".analysis-summary").replaceWith(fresh);
  history.replaceState(null, "", address);
  getElement(fresh, ".analysis-position").scrollIntoView({ block: "nearest" });
  if (chosen) findElement(fresh, `[data-step="${chosen}"]`)?.focus({ preventScroll: true });
}

/**
 * The step at a place of the graph.
 * @param {number} share of the width of the graph
 * @param {number} span its width in steps
 */
function nearestStep(share, span) {
  return Math.max(1, Math.round(share * span));
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[data-step]");
  const plot = event.target.closest(".analysis-plot > svg");
  if (link instanceof HTMLAnchorElement) {
    event.preventDefault();
    void showMove(link.href, link.dataset.step ?? "");
  } else if (plot) {
    const { left, width } = plot.getBoundingClientRect();
    const span = Number(getElement(document, ".analysis-summary").dataset.span);
    void showMove(`?step=${nearestStep((event.clientX - left) / width, span)}`, "");
  }
});
