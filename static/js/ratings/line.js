// The value under the pointer in the history of a rating; the arrow keys go from game to game.

import { findElements, findElement, getElement, dataValue } from "../page.js";

/** @typedef {[number, number, string]} Spot a point of the line, and what is said of it */

/**
 * The index of the spot nearest to `x`; the spots are in order.
 * @param {Spot[]} spots
 * @param {number} x
 */
export function nearestSpot(spots, x) {
  let [low, high] = [0, spots.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spots[middle][0] + spots[middle + 1][0] < 2 * x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The index of the spot that a key leads to; null for other keys.
 * @param {string} key
 * @param {number} index
 * @param {number} count
 */
export function nextIndex(key, index, count) {
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "ArrowRight") return Math.min(count - 1, index + 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** @param {HTMLElement} graph */
function follow(graph) {
  const picture = getElement(graph, "svg", SVGSVGElement);
  const mark = getElement(picture, "[data-mark]", SVGGElement);
  const words = getElement(document, "[data-line-said]", HTMLOutputElement);
  const spots = /** @type {Spot[]} */ (JSON.parse(dataValue(graph, "line")));
  let current = spots.length - 1;
  graph.scrollLeft = graph.scrollWidth; // a narrow screen shows the end

  /** @param {number} number */
  const show = (number) => {
    current = number;
    const [x, y, text] = spots[current];
    mark.setAttribute("transform", `translate(${x} ${y})`);
    mark.removeAttribute("visibility");
    words.textContent = text;
  };

  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    show(
      nearestSpot(spots, ((event.clientX - box.left) / box.width) * picture.viewBox.baseVal.width),
    );
  });
  graph.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextIndex(event.key, current, spots.length);
    if (next === null) return;
    event.preventDefault();
    show(next);
  });
}

if (typeof document !== "undefined" && findElement(document, "[data-line]")) {
  for (const graph of findElements(document, "[data-line]")) follow(graph);
}
