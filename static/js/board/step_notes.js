// What is told of a step beside its words: the final scoring in steps, and the rules behind it.

import { all, maybe, said } from "../page.js";

/** @import { Rules, Step } from "./frames.js" */

/**
 * How much the page tells: "brief", "full" or "teacher".
 * @param {HTMLElement} root
 */
export function level(root) {
  return maybe(root, "[data-told]", HTMLElement)?.dataset.level ?? "full";
}

/**
 * The words of a step as the page tells them. Lengths count characters, not units of UTF-16.
 * @param {HTMLElement} root
 * @param {Step} step
 */
export function wordsOf(root, step) {
  const brief = step.b !== undefined && level(root) === "brief";
  return brief ? Array.from(step.s).slice(0, step.b).join("") : step.s;
}

/**
 * Show what is told beside the words of a step.
 * @param {HTMLElement} root
 * @param {Step | undefined} step
 * @param {Rules} rules
 */
export function tell(root, step, rules) {
  const place = maybe(root, "[data-told]", HTMLElement);
  if (!place) return;
  const taught = level(root) === "teacher";
  const ending = (step?.l ?? []).map(([, title, words, key]) => {
    const line = document.createElement("li");
    const strong = document.createElement("strong");
    strong.textContent = title;
    line.append(strong, `${said(place, "joint")}${words}.`);
    if (taught && rules[key]) line.append(" ", link(rules[key][1], rules[key][0], "told-why"));
    return line;
  });
  const why = (taught ? step?.y ?? [] : []).flatMap((key) => {
    if (!rules[key]) return [];
    const line = document.createElement("li");
    line.append(`${rules[key][0]} `, link(rules[key][1], place.dataset.rule ?? ""));
    return [line];
  });
  fill(place, "[data-ending]", ending);
  fill(place, "[data-why]", why);
  place.hidden = !ending.length && !why.length;
}

/**
 * Whether the page may offer to show the final scoring.
 * @param {HTMLElement} root
 * @param {boolean} may
 */
export function offer(root, may) {
  const place = maybe(root, "[data-theatre]", HTMLElement);
  for (const button of all(root, "[data-theatre-again]", HTMLElement)) {
    const hidden = !may || !place;
    if (button.hidden !== hidden) button.hidden = hidden;
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {HTMLElement[]} lines
 */
function fill(place, name, lines) {
  const list = maybe(place, name, HTMLElement);
  if (!list) return;
  if (lines.length || list.firstChild) list.replaceChildren(...lines);
  list.hidden = !lines.length;
}

/**
 * @param {string} url
 * @param {string} words
 * @param {string} kind a class
 */
function link(url, words, kind = "") {
  const made = document.createElement("a");
  made.href = url;
  made.textContent = words;
  if (kind) made.className = kind;
  return made;
}
