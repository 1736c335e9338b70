// The branches of a game that were tried in this tab: a tree below each step that some leave from.

import { readText, storeText, tab } from "../storage.js";

/**
 * An entry of a branch: the line of the log, its words, the colour that wrote it (empty: the bank),
 * the address of the branch that ends with it.
 * @typedef {{ entry: string, words: string, colour: string, url: string }} Move
 */

/**
 * `last`: the child that was gone to last; `name`: what the reader calls the branch from here on.
 * @typedef {Move & { kids: Node[], last?: string, name?: string }} Node
 */

export const MAX_NODES = 600;
const LONGEST_NAME = 60;

export class Tree {
  /** @type {Map<number, Node>} by step the root, of which only the children count */
  roots = new Map();

  /** The number of entries. */
  get size() {
    let size = 0;
    const open = [...this.roots.values()].flatMap((root) => root.kids);
    for (let node = open.pop(); node; node = open.pop()) {
      size += 1;
      open.push(...node.kids);
    }
    return size;
  }

  /** The steps that branches leave from, the first first. */
  get steps() {
    return [...this.roots.keys()].sort((some, other) => some - other);
  }

  /** Add a branch; the oldest make room for it. @param {number} ply @param {Move[]} moves */
  add(ply, moves) {
    let node = this.roots.get(ply) ?? { entry: "", words: "", colour: "", url: "", kids: [] };
    if (moves.length) this.roots.set(ply, node);
    const first = moves[0]?.entry;
    for (const { entry, words, colour, url } of moves) {
      let kid = node.kids.find((child) => child.entry === entry);
      if (kid) Object.assign(kid, { words, url });
      else node.kids.push((kid = { entry, words, colour, url, kids: [] }));
      node.last = entry;
      node = kid;
    }
    while (this.size > MAX_NODES && this.forget(ply, first));
  }

  /**
   * Forget the oldest branch, but not the one after step `ply` that begins with `entry`. False if
   * there is none.
   * @param {number} ply
   * @param {string | undefined} entry
   */
  forget(ply, entry) {
    for (const [step, root] of this.roots) {
      const old = root.kids.find((kid) => step !== ply || kid.entry !== entry);
      if (!old) continue;
      this.remove(step, [old.entry]);
      return true;
    }
    return false;
  }

  /** The node that `entries` lead to, if any. @param {number} ply @param {string[]} entries */
  findNode(ply, entries) {
    let node = this.roots.get(ply);
    for (const entry of entries) node = node?.kids.find((kid) => kid.entry === entry);
    return node;
  }

  /** The entry gone to last, or the first. @param {number} ply @param {string[]} entries */
  onward(ply, entries) {
    const node = this.findNode(ply, entries);
    return node?.kids.find((kid) => kid.entry === node.last) ?? node?.kids[0];
  }

  /** The branch from `entries` to its end. @param {number} ply @param {string[]} entries */
  line(ply, entries) {
    const path = [...entries];
    for (let next = this.onward(ply, path); next; next = this.onward(ply, path)) {
      path.push(next.entry);
    }
    return path;
  }

  /**
   * The sibling branch further down (1) or up (-1), round the ends; undefined without one.
   * @param {number} ply
   * @param {string[]} entries
   * @param {1 | -1} way
   */
  sibling(ply, entries, way) {
    const kids = this.findNode(ply, entries.slice(0, -1))?.kids ?? [];
    const index = kids.findIndex((kid) => kid.entry === entries.at(-1));
    return index < 0 || kids.length < 2 ? undefined : kids.at((index + way) % kids.length);
  }

  /** Remove an entry and all that follows it. @param {number} ply @param {string[]} entries */
  remove(ply, entries) {
    const parent = this.findNode(ply, entries.slice(0, -1));
    if (!parent) return;
    parent.kids = parent.kids.filter((kid) => kid.entry !== entries.at(-1));
    if (!this.roots.get(ply)?.kids.length) this.roots.delete(ply);
  }

  /** @param {number} ply @param {string[]} entries @param {string} name empty: none */
  nameBranch(ply, entries, name) {
    const node = this.findNode(ply, entries);
    if (node) node.name = name.trim().slice(0, LONGEST_NAME) || undefined;
  }

  toJSON() {
    return [...this.roots];
  }

  /** A tree from `toJSON`'s text; empty for any other. @param {string | null} text */
  static read(text) {
    const tree = new Tree();
    try {
      for (const [ply, root] of JSON.parse(text ?? "[]")) {
        if (Number.isInteger(ply) && Array.isArray(root.kids)) tree.roots.set(ply, root);
      }
    } catch {
      tree.roots.clear();
    }
    return tree;
  }
}

/** @param {string} game its id */
const storageKey = (game) => `imhotep-branches-${game}`;

/** The tree of a game that this tab keeps. @param {string} game */
export const loadTree = (game) => Tree.read(readText(storageKey(game), tab));

/** @param {string} game @param {Tree} tree */
export function saveTree(game, tree) {
  storeText(storageKey(game), tree.roots.size ? JSON.stringify(tree) : null, tab);
}
