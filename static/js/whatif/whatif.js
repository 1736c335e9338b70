// What if: a branch is chosen on the table as at a live one, walked through by keys, and kept in
// this tab as a part of the tree of branches. The rules, the words and the layout are the server's.

import { all, hit, maybe, one, said, tell } from "../page.js";
import { Turn } from "../table/turn.js";
import { asking, Weighing } from "../table/previews.js";
import { Answers } from "./answers.js";
import { drawBranches, same } from "../replay/branches.js";
import { isPlainClick, isTyping } from "../board/events.js";
import { Motion } from "../board/motion.js";
import { Numbers } from "../board/numbers.js";
import { Plates } from "../board/plates.js";
import { Record } from "../board/frames.js";
import { sharing } from "../replay/share.js";
import { Spoken } from "../board/spoken.js";
import { Stage } from "../board/stage.js";
import { keep, kept } from "../replay/tree.js";

/** @import { Answer } from "./answers.js" */
/** @import { Came } from "../table/outbox.js" */
/** @import { Move } from "../replay/tree.js" */

const SETTLED = 180; // milliseconds on a step before its choices are asked for
/** @type {{ [key: string]: string }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
  ArrowDown: "other", ArrowUp: "other-up" };

class WhatIf {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  settling = undefined;
  /** How often choices were asked for. */
  asked = 0;

  /**
   * @param {HTMLElement} root
   * @param {Answer} first
   */
  constructor(root, first) {
    this.root = root;
    this.since = first.ply;
    this.game = said(root, "game");
    this.tree = kept(this.game);
    this.turn = new Turn(root, (entry) => this.act(entry), () => {});
    new Weighing(root, this.turn, (begins) => asking(this.address, "weigh", begins));
    this.motion = new Motion(root);
    root.addEventListener("pointerdown", () => this.motion.end());
    this.numbers = new Numbers(root, () => {});
    this.plates = new Plates(root);
    this.spoken = new Spoken(root);
    this.parts = partsOf(root);
    this.answers = new Answers(this.parts);
    this.layout = first.moments.layout;
    this.base = first.moments.base;
    this.record = recordOf(first);
    this.stage = new Stage(root, this.record, this.record.length);
    /** @type {Move[]} the branch that the record knows */
    this.line = first.moves;
    this.at = first.moves.length;
    this.keepLine();
    this.listen();
    this.learn(first);
    this.refresh();
  }

  listen() {
    const { root } = this;
    root.classList.add("is-live");
    this.parts.controls.hidden = false;
    all(root, "[data-share]", HTMLElement).forEach(sharing);
    root.addEventListener("submit", (event) => this.submit(event));
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.changed(event));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("popstate", () => this.open(location.pathname + location.search));
    history.replaceState(null, "", location.pathname + location.search + location.hash);
  }

  get entries() {
    return this.line.slice(0, this.at).map((move) => move.entry);
  }

  /** The address of the branch up to the entry that is shown. */
  get address() {
    return this.line[this.at - 1]?.url ?? location.pathname;
  }

  // ---------------------------------------------------------------------------- the server

  /**
   * One entry more. @param {string} entry
   * @returns {Promise<Came>}
   */
  async act(entry) {
    const asked = new URL(this.address, location.origin);
    asked.searchParams.set("add", entry);
    return (await this.goOn(asked.pathname + asked.search)) ? "sent" : "refused";
  }

  /**
   * Show what `address` answers; whether it did.
   * @param {string} address
   * @param {RequestInit} [options]
   * @param {boolean} remember as a page to come back to
   */
  async goOn(address, options = {}, remember = true) {
    try {
      const answer = await this.answers.fetch(address, options);
      if (answer) this.take(answer, remember);
      return Boolean(answer);
    } catch {
      tell(this.parts.problem, said(this.root, "unsent"));
      return false;
    }
  }

  /** A branch by its address. @param {string} address */
  open(address) {
    const known = this.answers.get(address);
    if (known) this.take(known, false);
    else this.goOn(address, {}, false);
  }

  /**
   * Show a branch that the server has answered with; one entry more than now is seen to happen.
   * @param {Answer} answer
   * @param {boolean} remember as a page to come back to
   */
  take(answer, remember = true) {
    if (answer.moments.layout !== this.layout || answer.moments.base !== this.base) {
      location.assign(answer.address); // boards of another size
      return;
    }
    const { entries } = this;
    const path = answer.moves.map((move) => move.entry);
    const record = recordOf(answer);
    const goesOn = path.length === entries.length + 1 && same(path.slice(0, -1), entries);
    this.record = record;
    this.line = answer.moves;
    this.at = path.length;
    if (goesOn) {
      this.stage.extend(record);
      this.stage.show(record.length, this.motion.wanted() ? this.motion : undefined);
    } else {
      this.motion.end();
      this.stage.at = record.length;
      this.stage.replace(record);
    }
    this.keepLine();
    if (!remember) history.replaceState(null, "", answer.address);
    else if (answer.address !== location.pathname + location.search) {
      history.pushState(null, "", answer.address);
    }
    this.learn(answer);
    this.refresh();
  }

  /** What may be done at the entry that is shown. @param {Answer} answer */
  learn(answer) {
    const { root, parts } = this;
    if (answer.turn !== undefined) {
      const level = maybe(root, "[data-level]", HTMLSelectElement)?.value;
      parts.turn.innerHTML = answer.turn;
      const select = maybe(root, "[data-level]", HTMLSelectElement);
      if (select && level) select.value = level;
    }
    if (answer.more !== undefined) {
      parts.more.innerHTML = answer.more;
      all(parts.more, "[data-share]", HTMLElement).forEach(sharing);
    }
    const [turn, more] = [parts.turn.innerHTML, parts.more.innerHTML];
    this.answers.keep({ ...answer, turn, more });
    const words = maybe(parts.turn, "[data-status-words]", HTMLElement)?.textContent?.trim();
    if (words) parts.status.textContent = words;
    root.classList.toggle("is-my-turn", Boolean(answer.asked));
    if (answer.asked) this.turn.ask({ ...answer.asked, ply: ++this.asked });
    else this.turn.hide();
    this.plates.turn(answer.awaited === null || answer.awaited < 0 ? undefined : answer.awaited);
  }

  // ----------------------------------------------------------------------------- the branch

  keepLine() {
    this.tree.add(this.since, this.line);
    keep(this.game, this.tree);
  }

  /** Everything beside the table. */
  refresh() {
    const { record, parts } = this;
    const at = this.since - this.base + this.at;
    const step = record.steps[at - 1];
    this.root.dataset.ply = String(this.since + this.at);
    const hints = maybe(this.root, "[data-hints]", HTMLElement);
    if (hints) hints.dataset.hints = asking(this.address, "worth", "1");
    parts.words.textContent = step ? step.s : said(this.root, "start");
    parts.where.textContent = record.heading(at, this.root.dataset);
    parts.live.textContent = parts.words.textContent;
    this.numbers.show(record, at);
    this.plates.show(record, at, this.stage.table);
    this.spoken.show(record, at);
    this.draw();
  }

  draw() {
    const here = { ply: this.since, entries: this.entries, remove: said(this.root, "delete") };
    drawBranches(this.parts.moves, this.tree, here);
    const node = this.tree.at(this.since, this.entries.slice(0, 1));
    const name = maybe(this.root, "[data-branch-name]", HTMLInputElement);
    if (name) {
      name.disabled = !this.at;
      name.value = (this.at && node?.name) || "";
    }
    const list = this.parts.moves;
    const row = maybe(list, ".branch-move[aria-current], .is-left", HTMLElement);
    if (!row) return;
    const [box, own] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (own.top < box.top + 30 || own.bottom > box.bottom - 8) {
      list.scrollTop += own.top - box.top - box.height / 2;
    }
  }

  /**
   * Go to entry `to` of the line that is known; its choices are asked for when the reader stays.
   * @param {number} to
   */
  walk(to) {
    if (to === this.at || to < 0 || to > this.line.length) return;
    const near = Math.abs(to - this.at) === 1;
    this.at = to;
    const step = this.since - this.base + to;
    this.stage.show(step, this.motion.wanted(near) ? this.motion : undefined);
    this.turn.hide();
    this.refresh();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLED);
  }

  /** The reader stays: here the branch may go on. */
  settle() {
    const { address } = this;
    history.replaceState(null, "", address);
    const known = this.answers.get(address);
    const learn = (/** @type {Answer | null} */ found) => {
      if (!found || found.address !== this.address) return;
      this.learn(found);
      this.draw();
    };
    const failed = () => tell(this.parts.problem, said(this.root, "unsent"));
    if (known) learn(known);
    else this.answers.fetch(address).then(learn, failed);
  }

  /** Where a key or a button leads. @param {string} way */
  jump(way) {
    if (way === "first") this.walk(0);
    else if (way === "back") this.walk(this.at - 1);
    else if (way === "next") this.next();
    else if (way === "last") this.follow(this.tree.line(this.since, this.entries));
    else this.other(way === "other" ? 1 : -1);
  }

  next() {
    const onward = this.tree.onward(this.since, this.entries);
    if (this.line[this.at]?.entry === onward?.entry) this.walk(this.at + 1);
    else if (onward) this.open(onward.url);
  }

  /** Another branch from the same step. @param {1 | -1} way */
  other(way) {
    const beside = this.tree.beside(this.since, this.entries, way);
    if (beside) this.open(beside.url);
    return Boolean(beside);
  }

  /**
   * Go to where `entries` lead, which are in the tree.
   * @param {string[]} entries
   */
  follow(entries) {
    if (same(this.line.slice(0, entries.length).map((move) => move.entry), entries)) {
      this.walk(entries.length);
    } else {
      const node = this.tree.at(this.since, entries);
      if (node) this.open(node.url);
    }
  }

  /**
   * Delete a branch; who stands on it goes to where it left.
   * @param {number} ply
   * @param {string[]} entries
   */
  remove(ply, entries) {
    if (!entries.length) return;
    const on = ply === this.since && same(this.entries.slice(0, entries.length), entries);
    this.tree.remove(ply, entries);
    keep(this.game, this.tree);
    if (on) {
      this.line = this.line.slice(0, this.at);
      this.walk(entries.length - 1);
      this.line = this.line.slice(0, this.at);
    }
    this.draw();
  }

  // ------------------------------------------------------------------------------- the hand

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.hasAttribute("data-plain")) return;
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    if (form.method === "post") {
      this.goOn(form.action, { method: "POST", body: data });
      return;
    }
    const query = new URLSearchParams();
    for (const [name, value] of data) query.append(name, String(value));
    this.goOn(`${location.pathname}?${query}`);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!isPlainClick(event)) return;
    const target = hit(
      event,
      "[data-walk], [data-branch-link], [data-branch-move], [data-branch-remove]",
    );
    if (!target) return;
    const { walk, branchMove, branchRemove } = target.dataset;
    const [ply, entries] = JSON.parse(branchMove ?? branchRemove ?? "[-1, []]");
    if (branchMove && ply !== this.since) return; // it leaves from another step: its own page
    event.preventDefault();
    if (walk) this.jump(walk);
    else if (branchRemove) this.remove(ply, entries);
    else if (branchMove) this.follow(entries);
    else if (target instanceof HTMLAnchorElement) this.open(target.pathname + target.search);
  }

  /** @param {Event} event */
  changed({ target }) {
    if (!(target instanceof HTMLInputElement) || !("branchName" in target.dataset)) return;
    this.tree.call(this.since, this.entries.slice(0, 1), target.value);
    keep(this.game, this.tree);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    if (!this.spoken.key(event) && !this.turn.key(event) && !this.ownKey(event)) return;
    event.preventDefault();
  }

  /**
   * Keys that do not choose; whether it was one.
   * @param {KeyboardEvent} event
   */
  ownKey(event) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") return this.other(key === "ArrowDown" ? 1 : -1);
    if (KEYS[key]) this.jump(KEYS[key]);
    else if (key === "Delete") this.remove(this.since, this.entries);
    else if (key === "Escape") location.assign(said(this.root, "back"));
    else {
      if (!/^[a-z]$/.test(key)) return false;
      const button = maybe(this.root, `[data-shortcut="${key}"]`, HTMLElement);
      if (!button) return false;
      button.click();
    }
    return true;
  }
}

/** @param {Answer} answer */
const recordOf = ({ moments }) => new Record({ ...moments, seat: "" });

/** @param {HTMLElement} root */
function partsOf(root) {
  return {
    status: one(root, "[data-status]", HTMLElement),
    where: one(root, "[data-where]", HTMLElement),
    words: one(root, "[data-words]", HTMLElement),
    live: one(root, "[data-live]", HTMLElement),
    problem: one(root, "[data-problem]", HTMLElement),
    controls: one(root, "[data-controls]", HTMLElement),
    turn: one(root, "[data-branch-turn]", HTMLElement),
    more: one(root, "[data-branch-more]", HTMLElement),
    moves: one(root, "[data-moves]", HTMLElement),
  };
}

for (const root of all(document, "[data-branch]", HTMLElement)) {
  const first = one(root, "[data-step]", HTMLScriptElement);
  Object.assign(root, { whatIf: new WhatIf(root, JSON.parse(first.textContent ?? "")) });
}
