// Current worth of the things on a table: fetched from the server, once a step.

import { findElement, dataValue } from "../page.js";
import { readJson } from "./api.js";

/** @type {Map<string, Promise<{ [key: string]: string }>>} by address */
const answers = new Map();

/** The current worth in words, by key of a hint; empty if it is not known. */
export async function fetchWorth() {
  const address = worthUrl(findElement(document, "[data-hints]"));
  if (!address) return {};
  const worth = answers.get(address) ?? readJson(address).catch(() => ({}));
  answers.set(address, worth);
  return worth;
}

/**
 * The address of the worth at the step that is shown; empty if there is none. A running game has
 * one at its last step only.
 * @param {HTMLElement | null} list
 */
function worthUrl(list) {
  const ply = findElement(document, "[data-count]")?.textContent ?? "";
  const form = list ? dataValue(list, "hints") : "";
  if (form.includes("?")) return form; // of a branch
  if (!form.includes("{ply}")) {
    const last = findElement(document, "[data-plies-count]")?.textContent ?? ply;
    return form && ply === last ? `${form}?after=${ply}` : "";
  }
  const seat = findElement(document, "select[data-seat]", HTMLSelectElement)?.value ?? "";
  return form.replace("{ply}", ply) + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
}
