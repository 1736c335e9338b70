// On a narrow screen the table is longer than the window: a block is brought into view, softly,
// between the top of the window and the bar.

import { one } from "../page.js";
import { isCalm } from "./motion.js";

/** @import { Piece } from "./record.js" */
/** @import { Stage } from "./stage.js" */

const NARROW = "(max-width: 39.99rem)";

/**
 * After a step that changed `changes`: the block that it changed most.
 * @param {HTMLElement} root
 * @param {Stage} stage
 * @param {Map<string, Piece | null>} changes
 */
export function follow(root, stage, changes) {
  if (!matchMedia(NARROW).matches) return;
  const block = mostVotes(changed(stage, changes));
  if (block && !isSeen(root, block)) bring(root, block);
}

/**
 * Of `votes` the block with most, unless one of them is to be seen.
 * @param {HTMLElement} root
 * @param {Map<Element, number>} votes
 */
export function reveal(root, votes) {
  if (!matchMedia(NARROW).matches) return;
  const block = mostVotes(votes);
  if (block && ![...votes.keys()].some((other) => isSeen(root, other))) bring(root, block);
}

/**
 * Rings count most; without them pieces that came or moved.
 * @param {Stage} stage
 * @param {Map<string, Piece | null>} changes
 */
function changed(stage, changes) {
  /** @type {Map<Element, number>} */
  const votes = new Map();
  for (const piece of changes.values()) {
    if (piece === null || piece.length > 4 || piece[1] === "A") continue;
    const block = stage.place(piece[0]).closest("[data-block]");
    if (block) votes.set(block, (votes.get(block) ?? 0) + (piece[1].startsWith("R") ? 10 : 1));
  }
  return votes;
}

/**
 * The first of those that have most.
 * @template T
 * @param {Map<T, number>} votes
 * @returns {T | undefined}
 */
export function mostVotes(votes) {
  return [...votes].sort(([, some], [, others]) => others - some)[0]?.[0];
}

/**
 * @param {HTMLElement} root
 * @param {Element} block
 */
function isSeen(root, block) {
  const box = block.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= lowEdge(root);
}

/**
 * @param {HTMLElement} root
 * @param {Element} block
 */
function bring(root, block) {
  const box = block.getBoundingClientRect();
  const top = window.scrollY + box.top - Math.max(8, (lowEdge(root) - box.height) / 2);
  window.scrollTo({ top, behavior: isCalm() ? "instant" : "smooth" });
}

/**
 * Where the bar begins; the end of the window if it is not at the bottom.
 * @param {HTMLElement} root
 */
function lowEdge(root) {
  const bar = one(root, ".replay-bar", HTMLElement).getBoundingClientRect();
  return bar.top > 0 && bar.top < window.innerHeight ? bar.top : window.innerHeight;
}
