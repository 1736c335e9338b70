// Texts of the recorder: sentences from the page with their values.

/** @typedef {{ [part: string]: { [name: string]: string } }} Words */

/** JSON of the page. @param {string} id @returns {any} of the shape that the caller knows */
export function readPageJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** Fill in `{name}`s. @param {string} words @param {{ [name: string]: string | number }} values */
export function fillWords(words, values) {
  return words.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/** A sentence from words that begin small. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
