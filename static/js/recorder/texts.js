// Texts of the recorder: sentences from the page with their values, and elements for them.

/** @typedef {{ [part: string]: { [name: string]: string } }} Words */

/**
 * JSON that the page has under that id.
 * @param {string} id
 * @returns {any} of the shape that the caller knows
 */
export function readPageJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * A sentence with its `{name}`s filled in.
 * @param {string} words
 * @param {{ [name: string]: string | number }} values
 */
export function fillWords(words, values) {
  return words.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/** A sentence from words that begin small. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * An element with what is in it.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {{ [attribute: string]: string }} [attributes]
 * @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function createNode(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/**
 * A QR code in `place`; whether the text fits.
 * @param {HTMLElement} place
 * @param {{ d: string, side: number } | null} picture
 * @param {string} label
 */
export function showCode(place, picture, label) {
  place.replaceChildren();
  if (!picture) return false;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${picture.side} ${picture.side}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", picture.d);
  svg.append(path);
  place.append(svg);
  return true;
}
