// The branches of a game in its list of moves, each below the step that it leaves from.

import { createNode, findElement, findElements } from "../page.js";

/** @import { Node, Tree } from "./tree.js" */

/**
 * `ply` and `entries`: the branch that is shown, if one is; `remove`: what its button says.
 * @typedef {{ ply: number, entries: string[], remove: string }} CurrentBranch
 */

/** Redraw `tree`. @param {HTMLElement} list @param {Tree} tree @param {CurrentBranch} [current] */
export function drawBranches(list, tree, current) {
  for (const old of findElements(list, ".branch-tree")) old.remove();
  for (const ply of tree.steps) {
    const lists = branchLists(tree.roots.get(ply)?.kids ?? [], ply, [], current);
    const move = findElement(list, `[data-move="${ply}"]`);
    if (move) move.after(lists);
    else if (ply === 0) list.prepend(lists);
  }
  for (const move of findElements(list, "[data-move]")) {
    if (current) move.classList.toggle("is-left", Number(move.dataset.move) === current.ply);
  }
}

/**
 * Branches that leave from one place, a list each.
 * @param {Node[]} kids
 * @param {number} ply
 * @param {string[]} path
 * @param {CurrentBranch | undefined} current
 */
function branchLists(kids, ply, path, current) {
  const lines = createNode("div", { class: "branch-tree" });
  for (const kid of kids) {
    const list = createNode("ol", { class: "branch-line" });
    /** @type {Node | undefined} */
    let node = kid;
    for (let way = path; node; node = node.kids[0]) {
      way = [...way, node.entry];
      list.append(branchRow(node, ply, way, current, node === kid));
    }
    lines.append(list);
  }
  return lines;
}

/**
 * An entry of a branch; below it what else leaves from there.
 * @param {Node} node
 * @param {number} ply
 * @param {string[]} way
 * @param {CurrentBranch | undefined} current
 * @param {boolean} first of its branch
 */
function branchRow(node, ply, way, current, first) {
  const row = createNode("li");
  if (first && node.name) row.append(createNode("b", { class: "branch-name" }, node.name));
  const place = JSON.stringify([ply, way]);
  const link = createNode("a", {
    class: `move branch-move move-${node.colour || "bank"}`, href: node.url,
    "data-branch-move": place,
  }, node.words);
  if (current && current.ply === ply && equalEntries(current.entries, way)) {
    link.setAttribute("aria-current", "step");
  }
  row.append(link);
  if (first && current) row.append(removeButton(current.remove, node, place));
  if (node.kids.length > 1) row.append(branchLists(node.kids.slice(1), ply, way, current));
  return row;
}

/** @param {string} words @param {Node} node @param {string} way */
function removeButton(words, node, way) {
  return createNode("button", {
    type: "button", class: "branch-remove", "data-branch-remove": way, title: words,
    "aria-label": `${words}: ${node.name ?? node.words}`,
  }, "×");
}

/** @param {string[]} some @param {string[]} other */
export function equalEntries(some, other) {
  return some.length === other.length && some.every((entry, index) => entry === other[index]);
}
