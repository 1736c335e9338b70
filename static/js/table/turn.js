// One's own turn: choosing what to do, on the table or in words, taking it back, sending it.

import { hit, maybe, one } from "../page.js";
import { Chooser } from "./chooser.js";
import { Spots } from "./spots.js";

/** @import { Came, Entry } from "./outbox.js" */
/** @import { Asked } from "./state.js" */
/** @import { EntryChooser } from "./chooser.js" */

const AT_ONCE = "imhotep-send-at-once";

/**
 * Under which a page remembers whether what is chosen is sent at once.
 * @param {HTMLElement} box
 */
const nameOf = (box) => box.dataset.atOnce || AT_ONCE;

export class Turn {
  /** @type {Asked | undefined} */
  asked = undefined;
  /** @type {EntryChooser | undefined} */
  chooser = undefined;
  /** @type {Map<string, string>} the key under which an entry was sent, by entry */
  keys = new Map();
  waiting = false;

  /**
   * @param {HTMLElement} root
   * @param {(entry: string, key: string) => Promise<Came>} send
   * @param {() => void} withdraw what was not sent yet is no longer wanted
   */
  constructor(root, send, withdraw = () => {}) {
    this.root = root;
    this.sender = send;
    this.withdraw = withdraw;
    this.spots = new Spots(
      root,
      (words, held) => this.pick(words, held),
      (words) => this.drop(words),
    );
    this.parts = partsOf(root);
    this.tidy();
    this.atOnce = one(root, "[data-at-once]", HTMLInputElement);
    this.atOnce.checked = remembered(this.atOnce);
    this.atOnce.addEventListener("change", () => remember(this.atOnce));
    this.parts.send.addEventListener("click", () => this.send());
    this.parts.back.addEventListener("click", () => this.back());
    this.parts.choices.addEventListener("click", (event) => {
      const word = hit(event, "[data-word]")?.dataset.word;
      if (word) this.pick([word], false, true);
    });
  }

  /** From here on the words are buttons of the script. */
  tidy() {
    for (const group of this.root.querySelectorAll("[data-act-form] details")) group.remove();
  }

  /**
   * The game waits for this player. The same question again changes nothing.
   * @param {Asked} asked
   * @param {Entry | null} held an entry that was not sent yet
   */
  ask(asked, held = null) {
    const shown = !this.parts.chooser.hidden;
    if (this.asked?.ply !== asked.ply) {
      this.asked = asked;
      this.chooser = this.begin(asked);
      this.keys = new Map();
      this.wait(false);
      if (held?.ply === asked.ply) this.restore(held);
    } else if (shown) {
      return;
    }
    this.parts.chooser.hidden = false;
    this.show();
  }

  /**
   * How a choice begins.
   * @param {Asked} asked
   * @returns {EntryChooser}
   */
  begin(asked) {
    return new Chooser(asked);
  }

  /** What was chosen before the page was loaded again. @param {Entry} held */
  restore({ text, key }) {
    const option = this.chooser?.options.find(({ entry }) => entry === text);
    if (!option) return;
    this.chooser?.chooseAll(option.words);
    this.keys.set(text, key);
  }

  hide() {
    this.parts.chooser.hidden = true;
    this.spots.clear();
  }

  // ------------------------------------------------------------------------------ choosing

  /**
   * Choose `words`; `held`: a drag has begun with them; `read`: by a button in words.
   * @param {string[] | undefined} words
   */
  pick(words, held = false, read = false) {
    if (!this.asked || !this.chooser || this.waiting || !words) return;
    this.withdraw();
    if (this.chooser.complete && !this.chooser.next.includes(words[0])) {
      // another beginning than the one that was chosen
      const start = this.begin(this.asked);
      if (start.next.includes(words[0])) this.chooser = start;
    }
    this.chooser.chooseAll(words);
    this.show(read);
    if (!held) this.sendIfWanted();
  }

  /**
   * The end of a drag; nowhere: as if nothing had been.
   * @param {string[] | null | undefined} words
   */
  drop(words) {
    if (words) {
      this.pick(words);
    } else {
      this.chooser?.clear();
      this.show();
    }
  }

  back() {
    if (this.waiting || !this.chooser?.back()) return false;
    this.withdraw();
    this.show(true);
    return true;
  }

  sendIfWanted() {
    if (this.atOnce.checked && this.chooser?.begun && this.chooser.complete) this.send();
  }

  // ------------------------------------------------------------------------------- showing

  show(focus = false) {
    const { asked, chooser, parts } = this;
    if (!asked || !chooser) return;
    const { complete, next } = chooser;
    parts.sentence.textContent = chooser.begun || complete ? chooser.sentence : "";
    parts.send.hidden = !complete;
    parts.back.hidden = !chooser.begun;
    parts.choices.replaceChildren(...next.map((word, at) => choice(word, asked.words[word], at)));
    const chosen = chooser.begun || complete ? chooser.path : [];
    const places = this.waiting ? new Map() : reachable(asked, chooser, this.begin(asked));
    this.spots.show(asked, places, chosen);
    if (focus) (complete ? parts.send : maybe(parts.choices, "button", HTMLButtonElement))?.focus();
  }

  /**
   * Keys: digits choose, Enter sends, Escape takes back. Whether it was one of them.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (this.parts.chooser.hidden || !this.chooser) return false;
    if (event.key === "Escape") return this.back();
    if (event.key === "Enter") {
      if (hit(event, "button, a, summary, label, [role=button]")) return false;
      if (!this.chooser.complete) return false;
      this.send();
      return true;
    }
    const named = `[aria-keyshortcuts="${CSS.escape(event.key)}"]`;
    const button = maybe(this.parts.choices, named, HTMLButtonElement);
    if (!button || event.shiftKey) return false;
    button.click();
    return true;
  }

  // ------------------------------------------------------------------------------- sending

  async send() {
    const option = this.chooser?.complete;
    if (!option || this.waiting) return;
    const { entry } = option;
    const key = this.keys.get(entry) ?? mark();
    this.keys.set(entry, key);
    const came = await this.during(() => this.sender(entry, key));
    if (came === "refused") this.keys.delete(entry);
    if (came === "sent") this.parts.status.focus({ preventScroll: true });
    else if (came && !this.parts.chooser.hidden) this.show(true);
  }

  /**
   * Nothing is chosen or taken back while `send` runs. Undefined: the next question was quicker
   * than the answer.
   * @param {() => Promise<Came>} send
   */
  async during(send) {
    const { asked } = this;
    this.wait(true);
    if (!this.parts.chooser.hidden) this.show();
    const came = await send();
    if (this.asked !== asked) return undefined;
    this.wait(false);
    return came;
  }

  /** @param {boolean} waiting an entry is on its way */
  wait(waiting) {
    this.waiting = waiting;
    this.parts.send.disabled = waiting;
    this.parts.back.disabled = waiting;
  }
}

/** @param {HTMLElement} root */
function partsOf(root) {
  return {
    chooser: one(root, "[data-chooser]", HTMLElement),
    sentence: one(root, "[data-sentence]", HTMLElement),
    choices: one(root, "[data-choices]", HTMLElement),
    send: one(root, "[data-send]", HTMLButtonElement),
    back: one(root, "[data-back]", HTMLButtonElement),
    status: one(root, "[data-status]", HTMLElement),
  };
}

/**
 * What can be pointed at; when all is chosen, also another beginning.
 * @param {Asked} asked
 * @param {EntryChooser} chooser
 * @param {EntryChooser} [start] one that has not begun
 */
export function reachable(asked, chooser, start = new Chooser(asked)) {
  if (!chooser.complete || chooser.next.length || !chooser.begun) return chooser.places();
  const found = start.places();
  // what is dragged may be dropped where it goes without saying
  for (const word of chooser.path) {
    if (asked.spots[word] && !found.has(word)) found.set(word, [word]);
  }
  return found;
}

/**
 * A button for a word; the first nine have a key.
 * @param {string} word
 * @param {string} label
 * @param {number} at
 */
function choice(word, label, at) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "play-choice";
  button.dataset.word = word;
  button.textContent = label;
  if (at < 9) {
    const key = document.createElement("kbd");
    key.textContent = String(at + 1);
    key.setAttribute("aria-hidden", "true");
    button.append(" ", key);
    button.setAttribute("aria-keyshortcuts", String(at + 1));
  }
  return button;
}

/** A UUID by chance (RFC 9562, version 4); pages over plain HTTP have no randomUUID. */
export function mark() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

/**
 * As it was chosen last in this browser; else as the page has it.
 * @param {HTMLInputElement} box
 */
function remembered(box) {
  try {
    const known = localStorage.getItem(nameOf(box));
    return known === null ? box.defaultChecked : known === "1";
  } catch {
    return box.defaultChecked;
  }
}

/** @param {HTMLInputElement} box */
function remember(box) {
  try {
    localStorage.setItem(nameOf(box), box.checked ? "1" : "");
  } catch {
    // kept for this page only
  }
}
