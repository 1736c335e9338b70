// The what-if view: a branch is chosen on the table as at a live one, walked through by keys, and
// stored in this tab. The rules, the words and the layout are the server's.

import {
  findElements, hitElement, findElement, getElement, getParts, dataValue, showMessage,
} from "../page.js";
import { Turn } from "../table/turn.js";
import { withParameter, Previews } from "../table/previews.js";
import { Answers } from "./answers.js";
import { drawBranches, equalEntries } from "../replay/branches.js";
import { isPageKey, isPlainClick } from "../board/events.js";
import { Motion } from "../board/motion.js";
import { Numbers } from "../board/numbers.js";
import { Plates } from "../board/plates.js";
import { Frames } from "../board/frames.js";
import { bindShare } from "../replay/share.js";
import { Spoken } from "../board/spoken.js";
import { followRail } from "../board/rail.js";
import { Stage } from "../board/stage.js";
import { showStep } from "../board/step_notes.js";
import { saveTree, loadTree } from "../replay/tree.js";

/** @import { Answer } from "./answers.js" */
/** @import { SendOutcome } from "../table/outbox.js" */
/** @import { Move } from "../replay/tree.js" */

const SETTLED = 180; // milliseconds on a step before its choices are asked for
/** @type {{ [key: string]: string }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
  ArrowDown: "other", ArrowUp: "other-up" };

class BranchView {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  settling = undefined;
  /** The number of prompts so far. */
  prompts = 0;
  /** @type {number | undefined} the seat to act after the last entry */
  awaited = undefined;

  /** @param {HTMLElement} root @param {Answer} first */
  constructor(root, first) {
    this.root = root;
    this.since = first.ply;
    this.game = dataValue(root, "game");
    this.tree = loadTree(this.game);
    this.turn = new Turn(root, (entry) => this.act(entry), () => {});
    new Previews(root, this.turn, (begins) => withParameter(this.address, "weigh", begins));
    this.motion = new Motion(root);
    root.addEventListener("pointerdown", () => this.motion.end());
    this.numbers = new Numbers(root, () => {});
    this.plates = new Plates(root);
    this.spoken = new Spoken(root);
    this.parts = getParts(
      root, "status", "where", "words", "live", "problem", "controls", "branch-turn", "branch-more",
      "moves",
    );
    this.answers = new Answers(this.parts);
    this.layout = first.moments.layout;
    this.base = first.moments.base;
    this.frames = makeFrames(first);
    this.stage = new Stage(root, this.frames, this.frames.length);
    /** @type {Move[]} the branch that the frames show */
    this.line = first.moves;
    this.length = first.moves.length;
    this.keepLine();
    this.listen();
    this.learn(first);
    this.refresh();
  }

  listen() {
    const { root } = this;
    root.classList.add("is-live");
    followRail(root);
    this.parts.controls.hidden = false;
    findElements(root, "[data-share]").forEach(bindShare);
    root.addEventListener("submit", (event) => this.submit(event));
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.changed(event));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("popstate", () => this.open(location.pathname + location.search));
    history.replaceState(null, "", location.pathname + location.search + location.hash);
  }

  get entries() {
    return this.line.slice(0, this.length).map((move) => move.entry);
  }

  /** The address of the branch up to the entry that is shown. */
  get address() {
    return this.line[this.length - 1]?.url ?? location.pathname;
  }

  // ---------------------------------------------------------------------------- the server

  /** One entry more. @param {string} entry @returns {Promise<SendOutcome>} */
  async act(entry) {
    return (await this.goOn(withParameter(this.address, "add", entry))) ? "sent" : "refused";
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
      showMessage(this.parts.problem, dataValue(this.root, "unsent"));
      return false;
    }
  }

  /** A branch by its address. @param {string} address */
  open(address) {
    const answer = this.answers.cache.get(address);
    if (answer) this.take(answer, false);
    else this.goOn(address, {}, false);
  }

  /** One entry more than now is animated. @param {Answer} answer @param {boolean} remember */
  take(answer, remember = true) {
    if (answer.moments.layout !== this.layout || answer.moments.base !== this.base) {
      location.assign(answer.address); // boards of another size
      return;
    }
    const { entries } = this;
    const path = answer.moves.map((move) => move.entry);
    const frames = makeFrames(answer);
    const goesOn = path.length === entries.length + 1 && equalEntries(path.slice(0, -1), entries);
    this.frames = frames;
    this.line = answer.moves;
    this.length = path.length;
    if (goesOn) {
      this.stage.frames = frames;
      this.stage.show(frames.length, this.motion.startStep() ? this.motion : undefined);
    } else {
      this.motion.end();
      this.stage.ply = frames.length;
      this.stage.replace(frames);
    }
    this.keepLine();
    if (!remember) history.replaceState(null, "", answer.address);
    else if (answer.address !== location.pathname + location.search) {
      history.pushState(null, "", answer.address);
    }
    this.learn(answer);
    this.refresh();
  }

  /** Show the choices at the current entry. @param {Answer} answer */
  learn(answer) {
    const { root, parts } = this;
    if (answer.turn !== undefined) parts.branchTurn.innerHTML = answer.turn;
    if (answer.more !== undefined) {
      parts.branchMore.innerHTML = answer.more;
      findElements(parts.branchMore, "[data-share]").forEach(bindShare);
    }
    const [turn, details] = [parts.branchTurn.innerHTML, parts.branchMore.innerHTML];
    this.answers.keep({ ...answer, turn, more: details });
    const words = findElement(parts.branchTurn, "[data-status-words]")?.textContent?.trim();
    if (words) parts.status.textContent = words;
    root.classList.toggle("is-my-turn", Boolean(answer.asked));
    if (answer.asked) this.turn.ask({ ...answer.asked, ply: ++this.prompts });
    else this.turn.hide();
    this.awaited = answer.awaited === null || answer.awaited < 0 ? undefined : answer.awaited;
    this.plates.turn(this.awaited);
  }

  // ----------------------------------------------------------------------------- the branch

  keepLine() {
    this.tree.add(this.since, this.line);
    saveTree(this.game, this.tree);
  }

  /** Refresh everything next to the table. */
  refresh() {
    const { frames, parts } = this;
    const ply = this.since - this.base + this.length;
    this.root.dataset.ply = String(this.since + this.length);
    const hints = findElement(this.root, "[data-hints]");
    if (hints) hints.dataset.hints = withParameter(this.address, "worth", "1");
    showStep(this.root, parts, frames, ply);
    parts.live.textContent = parts.words.textContent;
    this.numbers.show(frames, ply);
    const awaited = ply === frames.length ? this.awaited : undefined;
    this.plates.show(frames, ply, this.stage.table, awaited);
    this.spoken.show(frames, ply);
    this.draw();
  }

  draw() {
    const remove = dataValue(this.root, "delete");
    const current = { ply: this.since, entries: this.entries, remove };
    drawBranches(this.parts.moves, this.tree, current);
    const node = this.tree.findNode(this.since, this.entries.slice(0, 1));
    const name = findElement(this.root, "[data-branch-name]", HTMLInputElement);
    if (name) {
      name.disabled = !this.length;
      name.value = (this.length && node?.name) || "";
    }
    const list = this.parts.moves;
    const row = findElement(list, ".branch-move[aria-current], .is-left");
    if (!row) return;
    const [box, rowBox] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (rowBox.top < box.top + 30 || rowBox.bottom > box.bottom - 8) {
      list.scrollTop += rowBox.top - box.top - box.height / 2;
    }
  }

  /** Go to an entry; fetch its choices when the reader stays. @param {number} target */
  walk(target) {
    if (target === this.length || target < 0 || target > this.line.length) return;
    const near = Math.abs(target - this.length) === 1;
    this.length = target;
    const step = this.since - this.base + target;
    this.stage.show(step, this.motion.startStep(near) ? this.motion : undefined);
    this.turn.hide();
    this.refresh();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLED);
  }

  /** The reader stays: here the branch may go on. */
  settle() {
    const { address } = this;
    history.replaceState(null, "", address);
    const answer = this.answers.cache.get(address);
    const learn = (/** @type {Answer | null} */ reply) => {
      if (!reply || reply.address !== this.address) return;
      this.learn(reply);
      this.draw();
    };
    const failed = () => showMessage(this.parts.problem, dataValue(this.root, "unsent"));
    if (answer) learn(answer);
    else this.answers.fetch(address).then(learn, failed);
  }

  /** Follow a key or a button. @param {string} way */
  jump(way) {
    if (way === "first") this.walk(0);
    else if (way === "back") this.walk(this.length - 1);
    else if (way === "next") this.next();
    else if (way === "last") this.follow(this.tree.line(this.since, this.entries));
    else this.other(way === "other" ? 1 : -1);
  }

  next() {
    const onward = this.tree.onward(this.since, this.entries);
    if (this.line[this.length]?.entry === onward?.entry) this.walk(this.length + 1);
    else if (onward) this.open(onward.url);
  }

  /** Another branch from the same step. @param {1 | -1} way */
  other(way) {
    const sibling = this.tree.sibling(this.since, this.entries, way);
    if (sibling) this.open(sibling.url);
    return Boolean(sibling);
  }

  /** Go to where `entries` lead, which are in the tree. @param {string[]} entries */
  follow(entries) {
    if (equalEntries(this.line.slice(0, entries.length).map((move) => move.entry), entries)) {
      this.walk(entries.length);
    } else {
      const node = this.tree.findNode(this.since, entries);
      if (node) this.open(node.url);
    }
  }

  /** Delete a branch, and leave it. @param {number} ply @param {string[]} entries */
  remove(ply, entries) {
    if (!entries.length) return;
    const on = ply === this.since && equalEntries(this.entries.slice(0, entries.length), entries);
    this.tree.remove(ply, entries);
    saveTree(this.game, this.tree);
    if (on) {
      this.line = this.line.slice(0, this.length);
      this.walk(entries.length - 1);
      this.line = this.line.slice(0, this.length);
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
    const target = hitElement(
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
    this.tree.nameBranch(this.since, this.entries.slice(0, 1), target.value);
    saveTree(this.game, this.tree);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || !isPageKey(event)) return;
    if (!this.spoken.key(event) && !this.turn.key(event) && !this.branchKey(event)) return;
    event.preventDefault();
  }

  /** Keys that do not choose; whether it was one. @param {KeyboardEvent} event */
  branchKey(event) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") return this.other(key === "ArrowDown" ? 1 : -1);
    if (KEYS[key]) this.jump(KEYS[key]);
    else if (key === "Delete") this.remove(this.since, this.entries);
    else if (key === "Escape") location.assign(dataValue(this.root, "back"));
    else {
      if (!/^[a-z]$/.test(key)) return false;
      const button = findElement(this.root, `[data-shortcut="${key}"]`);
      if (!button) return false;
      button.click();
    }
    return true;
  }
}

/** @param {Answer} answer */
const makeFrames = ({ moments }) => new Frames({ ...moments, seat: "" });

for (const root of findElements(document, "[data-branch]")) {
  const first = getElement(root, "[data-step]", HTMLScriptElement);
  Object.assign(root, { whatIf: new BranchView(root, JSON.parse(first.textContent ?? "")) });
}
