// Notes on a step, in addition to its words: the final scoring in steps, and the rules behind it.

import { createNode, dataValue, findElement, findElements } from "../page.js";

/** @import { Frames, Rules, Step } from "./frames.js" */

/** The level of detail of the page: "brief", "full" or "teacher". @param {HTMLElement} root */
export function readLevel(root) {
  return findElement(root, "[data-told]")?.dataset.level ?? "full";
}

const LONG = 110; // letters of a step that still are set large

/**
 * The words of a step, the result of a game first. `b` and `o` count characters (code points), not
 * units of UTF-16.
 * @param {HTMLElement} root
 * @param {Step} step
 */
function stepText(root, step) {
  const brief = step.b !== undefined && readLevel(root) === "brief";
  if (!brief && !step.o) return step.s;
  const characters = Array.from(step.s);
  if (brief) return characters.slice(0, step.b).join("");
  return [characters.slice(step.o), [" "], characters.slice(0, step.o)].flat().join("").trim();
}

/**
 * Show the notes on a step.
 * @param {HTMLElement} root
 * @param {Step | undefined} step
 * @param {Rules} rules
 */
function showStepNotes(root, step, rules) {
  const place = findElement(root, "[data-told]");
  if (!place) return;
  const taught = readLevel(root) === "teacher";
  const ending = (step?.l ?? []).map(([, title, words, key]) => {
    const strong = createNode("strong", {}, title);
    const line = createNode("li", {}, strong, `${dataValue(place, "joint")}${words}.`);
    if (taught && rules[key]) {
      const [sentence, href] = rules[key];
      line.append(" ", createNode("a", { href, class: "told-why" }, sentence));
    }
    return line;
  });
  const reasons = (taught ? step?.y ?? [] : []).flatMap((key) => {
    if (!rules[key]) return [];
    const [sentence, href] = rules[key];
    const link = createNode("a", { href }, place.dataset.rule ?? "");
    return [createNode("li", {}, `${sentence} `, link)];
  });
  fillList(place, "[data-ending]", ending);
  fillList(place, "[data-why]", reasons);
  place.hidden = !ending.length && !reasons.length;
}

/**
 * Show the words of step `ply`, where it is in the game, and the notes on it.
 * @param {HTMLElement} root
 * @param {Record<"words" | "where", HTMLElement>} parts
 * @param {Frames} frames
 * @param {number} ply
 */
export function showStep(root, parts, frames, ply) {
  const step = frames.steps[ply - 1];
  parts.words.textContent = step ? stepText(root, step) : dataValue(root, "start");
  parts.where.textContent = frames.heading(ply, root.dataset);
  const looks = { class: "replay-earlier", "data-earlier": "", "aria-hidden": "true" };
  const earlier = createNode("p", looks, frames.steps[ply - 2]?.s ?? "");
  findElement(root, "[data-earlier]")?.replaceWith(earlier); // a new one does not shift
  const isLong = (parts.words.textContent ?? "").length > LONG;
  parts.words.closest(".replay-said")?.classList.toggle("is-long", isLong);
  showStepNotes(root, step, frames.rules);
}

/**
 * The step that ends a game: what it did, without the result, which is told once it is counted.
 * The final scoring in lines is for readers that want the rules too.
 * @param {HTMLElement} root
 * @param {Record<"words", HTMLElement>} parts
 * @param {Step} step
 */
export function showEnd(root, parts, step) {
  const { s: words, b: brief = 0 } = step;
  parts.words.textContent = Array.from(words).slice(0, brief).join("");
  parts.words.closest(".replay-said")?.classList.remove("is-long");
  const notes = findElement(root, "[data-told]");
  if (notes && readLevel(root) !== "teacher") notes.hidden = true;
}

/** Show or hide the buttons of the final scoring. @param {HTMLElement} root @param {boolean} may */
export function offerFinalScoring(root, may) {
  const place = findElement(root, "[data-theatre]");
  for (const button of findElements(root, "[data-theatre-again]")) {
    const hidden = !may || !place;
    if (button.hidden !== hidden) button.hidden = hidden;
  }
}

/** @param {HTMLElement} place @param {string} name @param {HTMLElement[]} lines */
function fillList(place, name, lines) {
  const list = findElement(place, name);
  if (!list) return;
  if (lines.length || list.firstChild) list.replaceChildren(...lines);
  list.hidden = !lines.length;
}
