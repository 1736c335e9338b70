// Settings and unsent work of this browser, or of this tab. Storage may be forbidden, as in a file
// on a disk or a private window: then nothing is stored, and a page begins from scratch.

/** @typedef {() => Storage} Place of this browser, or of this tab */

/** @type {Place} */
const browser = () => localStorage;
/** @type {Place} */
export const tab = () => sessionStorage;

/** The stored text of a name; null without one. @param {string} name @param {Place} [place] */
export function readText(name, place = browser) {
  try {
    return place().getItem(name);
  } catch {
    return null;
  }
}

/** Store; null removes. @param {string} name @param {string | null} text @param {Place} [place] */
export function storeText(name, text, place = browser) {
  try {
    if (text === null) place().removeItem(name);
    else place().setItem(name, text);
  } catch {
    // this page alone knows it
  }
}

/**
 * The stored JSON of a name; null without any that can be read.
 * @param {string} name
 * @param {Place} [place]
 * @returns {any} of the shape that the caller knows
 */
export function readStoredJson(name, place = browser) {
  try {
    return JSON.parse(readText(name, place) ?? "null");
  } catch {
    return null;
  }
}
