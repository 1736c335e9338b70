// On a narrow screen the table is longer than the window: the block that a step changed most is
// brought into view, softly, and only when steps are slow enough to look at.

const NARROW = window.matchMedia("(max-width: 39.99rem)");
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

export function follow(root, stage, changes) {
  if (!NARROW.matches) return;
  const block = changed(stage, changes);
  if (!block) return;
  const box = block.getBoundingClientRect();
  const bar = root.querySelector(".replay-bar").getBoundingClientRect();
  const bottom = bar.top > 0 && bar.top < window.innerHeight ? bar.top : window.innerHeight;
  if (box.top >= 0 && box.bottom <= bottom) return;
  const top = window.scrollY + box.top - Math.max(8, (bottom - box.height) / 2);
  window.scrollTo({ top, behavior: CALM.matches ? "instant" : "smooth" });
}

/** The block with the most rings; else that with the most pieces that came or moved. */
function changed(stage, changes) {
  const votes = new Map();
  for (const [, piece] of changes) {
    if (piece === null || piece.length > 4 || piece[1] === "A") continue;
    const element = stage.places.get(piece[0]).closest("[data-block]");
    votes.set(element, (votes.get(element) ?? 0) + (piece[1].startsWith("R") ? 10 : 1));
  }
  return [...votes].sort((one, other) => other[1] - one[1])[0]?.[0];
}
