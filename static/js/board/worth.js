// What the things on a table are worth at the step that is shown: asked of the server, once a step.

import { maybe, said } from "../page.js";
import { inLanguage } from "./api.js";

/** @type {Map<string, Promise<{ [key: string]: string }>>} by address */
const known = new Map();

/**
 * By the key of a hint the words of what it is worth now; empty if that is not known.
 * @returns {Promise<{ [key: string]: string }>}
 */
export async function worths() {
  const address = addressOf(maybe(document, "[data-hints]", HTMLElement));
  if (!address) return {};
  const found = known.get(address) ?? ask(address);
  known.set(address, found);
  return found;
}

/**
 * Where the server says what things are worth now; of a game that goes on, at its last step.
 * @param {HTMLElement | null} list
 */
function addressOf(list) {
  const at = maybe(document, "[data-count]", HTMLElement)?.textContent ?? "";
  const form = list ? said(list, "hints") : "";
  if (form.includes("?")) return form; // of a branch
  if (!form.includes("{ply}")) {
    const last = maybe(document, "[data-plies-count]", HTMLElement)?.textContent ?? at;
    return form && at === last ? `${form}?after=${at}` : "";
  }
  const seat = maybe(document, "select[data-seat]", HTMLSelectElement)?.value ?? "";
  return form.replace("{ply}", at) + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
}

/**
 * @param {string} address
 * @returns {Promise<{ [key: string]: string }>}
 */
async function ask(address) {
  try {
    const answer = await fetch(inLanguage(address), { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}
