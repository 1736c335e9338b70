// The branches of a game in its list of moves, each below the step that it leaves from.

import { all, maybe } from "../page.js";

/** @import { Node, Tree } from "./tree.js" */

/**
 * `ply` and `entries`: the branch that is shown, if one is; `remove`: what its button says.
 * @typedef {{ ply: number, entries: string[], remove: string }} Here
 */

/**
 * Draw `tree` into the list of moves anew.
 * @param {HTMLElement} list
 * @param {Tree} tree
 * @param {Here} [here]
 */
export function drawBranches(list, tree, here) {
  for (const old of all(list, ".branch-tree", HTMLElement)) old.remove();
  for (const ply of tree.steps) {
    const drawn = branches(tree.roots.get(ply)?.kids ?? [], ply, [], here);
    const move = maybe(list, `[data-move="${ply}"]`, HTMLElement);
    if (move) move.after(drawn);
    else if (ply === 0) list.prepend(drawn);
  }
  for (const move of all(list, "[data-move]", HTMLElement)) {
    if (here) move.classList.toggle("is-left", Number(move.dataset.move) === here.ply);
  }
}

/**
 * Branches that leave from one place, a list each.
 * @param {Node[]} kids
 * @param {number} ply
 * @param {string[]} path
 * @param {Here | undefined} here
 */
function branches(kids, ply, path, here) {
  const lines = document.createElement("div");
  lines.className = "branch-tree";
  for (const kid of kids) {
    const list = document.createElement("ol");
    list.className = "branch-line";
    /** @type {Node | undefined} */
    let node = kid;
    for (let way = path; node; node = node.kids[0]) {
      way = [...way, node.entry];
      list.append(item(node, ply, way, here, node === kid));
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
 * @param {Here | undefined} here
 * @param {boolean} first of its branch
 */
function item(node, ply, way, here, first) {
  const made = document.createElement("li");
  if (first && node.name) {
    const name = document.createElement("b");
    name.className = "branch-name";
    name.textContent = node.name;
    made.append(name);
  }
  const link = document.createElement("a");
  link.className = `move branch-move move-${node.colour || "bank"}`;
  link.href = node.url;
  link.dataset.branchMove = JSON.stringify([ply, way]);
  link.textContent = node.words;
  if (here && here.ply === ply && same(here.entries, way)) {
    link.setAttribute("aria-current", "step");
  }
  made.append(link);
  if (first && here) made.append(button(here.remove, node, link.dataset.branchMove));
  if (node.kids.length > 1) made.append(branches(node.kids.slice(1), ply, way, here));
  return made;
}

/**
 * @param {string} words
 * @param {Node} node
 * @param {string} way
 */
function button(words, node, way) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "branch-remove";
  made.dataset.branchRemove = way;
  made.title = words;
  made.setAttribute("aria-label", `${words}: ${node.name ?? node.words}`);
  made.textContent = "×";
  return made;
}

/**
 * @param {string[]} some
 * @param {string[]} other
 */
export function same(some, other) {
  return some.length === other.length && some.every((entry, at) => entry === other[at]);
}
