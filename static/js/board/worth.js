// Current worth of the things on a table: fetched from the server, once a step.

import { findElement, dataValue } from "../page.js";
import { inLanguage } from "./api.js";

/** @type {Map<string, Promise<{ [key: string]: string }>>} by address */
const answers = new Map();

/**
 * The current worth in words, by key of a hint; empty if it is not known.
 * @returns {Promise<{ [key: string]: string }>}
 */
export async function fetchWorth() {
  const address = worthUrl(findElement(document, "[data-hints]", HTMLElement));
  if (!address) return {};
  const worth = answers.get(address) ?? ask(address);
  answers.set(address, worth);
  return worth;
}

/**
 * The address of the current worth; of a running game, at its last step.
 * @param {HTMLElement | null} list
 */
function worthUrl(list) {
  const ply = findElement(document, "[data-count]", HTMLElement)?.textContent ?? "";
  const form = list ? dataValue(list, "hints") : "";
  if (form.includes("?")) return form; // of a branch
  if (!form.includes("{ply}")) {
    const last = findElement(document, "[data-plies-count]", HTMLElement)?.textContent ?? ply;
    return form && ply === last ? `${form}?after=${ply}` : "";
  }
  const seat = findElement(document, "select[data-seat]", HTMLSelectElement)?.value ?? "";
  return form.replace("{ply}", ply) + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
}

/** @param {string} address @returns {Promise<{ [key: string]: string }>} */
async function ask(address) {
  try {
    const answer = await fetch(inLanguage(address), { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}
