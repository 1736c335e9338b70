// On a narrow screen the table is longer than the window: a block is brought into view, softly,
// between the top of the window and the bar.

import { calm } from "./motion.js";

const NARROW = window.matchMedia("(max-width: 39.99rem)");

/** After a step that changed `changes`: the block that it changed most. */
export function follow(root, stage, changes) {
  if (!NARROW.matches) return;
  const block = mostVotes(changed(stage, changes));
  if (block && !isSeen(root, block)) bring(root, block);
}

/** Of `votes` (block to number) the block with most, unless one of them is to be seen. */
export function reveal(root, votes) {
  if (!NARROW.matches) return;
  const block = mostVotes(votes);
  if (block && ![...votes.keys()].some((one) => isSeen(root, one))) bring(root, block);
}

/** Rings count most; without them pieces that came or moved. */
function changed(stage, changes) {
  const votes = new Map();
  for (const [, piece] of changes) {
    if (piece === null || piece.length > 4 || piece[1] === "A") continue;
    const block = stage.places.get(piece[0]).closest("[data-block]");
    votes.set(block, (votes.get(block) ?? 0) + (piece[1].startsWith("R") ? 10 : 1));
  }
  return votes;
}

function mostVotes(votes) {
  return [...votes].sort((one, other) => other[1] - one[1])[0]?.[0];
}

function isSeen(root, block) {
  const box = block.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= lowEdge(root);
}

function bring(root, block) {
  const box = block.getBoundingClientRect();
  const top = window.scrollY + box.top - Math.max(8, (lowEdge(root) - box.height) / 2);
  window.scrollTo({ top, behavior: calm.matches ? "instant" : "smooth" });
}

/** Where the bar begins; the end of the window if it is not at the bottom. */
function lowEdge(root) {
  const bar = root.querySelector(".replay-bar").getBoundingClientRect();
  return bar.top > 0 && bar.top < window.innerHeight ? bar.top : window.innerHeight;
}
