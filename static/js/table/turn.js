// One's own turn: choosing what to do, on the table or in words, taking it back, sending it.

import { Chooser } from "./chooser.js";
import { Spots } from "./spots.js";

const AT_ONCE = "imhotep-send-at-once";

export class Turn {
  /** `send(entry, key)` says "sent", "refused" or "unsent". */
  constructor(root, send) {
    this.root = root;
    this.sender = send;
    this.spots = new Spots(
      root,
      (words, held) => this.pick(words, held),
      (words) => this.drop(words),
    );
    this.find();
    this.atOnce = root.querySelector("[data-at-once]");
    this.atOnce.checked = remembered();
    this.atOnce.addEventListener("change", () => remember(this.atOnce.checked));
    this.parts.send.addEventListener("click", () => this.send());
    this.parts.back.addEventListener("click", () => this.back());
    this.parts.choices.addEventListener("click", (event) => {
      const word = event.target.closest("[data-word]")?.dataset.word;
      if (word) this.pick([word], false, true);
    });
  }

  find() {
    const one = (name) => this.root.querySelector(`[data-${name}]`);
    this.parts = Object.fromEntries(
      ["chooser", "sentence", "choices", "send", "back", "status"].map((name) => [name, one(name)]),
    );
    // from here on the words are buttons of the script
    for (const group of this.root.querySelectorAll("[data-act-form] details")) group.remove();
  }

  /** The game waits for this player. The same question again changes nothing. */
  ask(asked) {
    const shown = !this.parts.chooser.hidden;
    if (this.asked?.ply !== asked.ply) {
      this.asked = asked;
      this.chooser = new Chooser(asked);
      this.keys = new Map();
      this.waiting = false;
      this.parts.send.disabled = false;
    } else if (shown) {
      return;
    }
    this.parts.chooser.hidden = false;
    this.show();
    this.spots.reveal();
  }

  hide() {
    this.parts.chooser.hidden = true;
    this.spots.clear();
  }

  // ------------------------------------------------------------------------------ choosing

  /** Choose `words`; `held`: a drag has begun with them; `read`: by a button in words. */
  pick(words, held = false, read = false) {
    if (!this.chooser || this.waiting || !words) return;
    if (this.chooser.complete && !this.chooser.next.includes(words[0])) this.restart(words);
    this.chooser.chooseAll(words);
    this.show(read);
    if (!held) this.sendIfWanted();
  }

  /** Another beginning than the one that was chosen. */
  restart(words) {
    const start = new Chooser(this.asked);
    if (start.next.includes(words[0])) this.chooser = start;
  }

  /** The end of a drag; nowhere: as if nothing had been. */
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
    this.show(true);
    return true;
  }

  sendIfWanted() {
    if (this.atOnce.checked && this.chooser.begun && this.chooser.complete) this.send();
  }

  // ------------------------------------------------------------------------------- showing

  show(focus = false) {
    const { chooser, parts } = this;
    const { complete, next } = chooser;
    parts.sentence.textContent = chooser.begun || complete ? chooser.sentence : "";
    parts.send.hidden = !complete;
    parts.back.hidden = !chooser.begun;
    parts.choices.replaceChildren(...next.map((word, index) => this.button(word, index)));
    const chosen = chooser.begun || complete ? chooser.path : [];
    this.spots.show(this.asked, this.waiting ? new Map() : this.reachable(), chosen);
    if (focus) (complete ? parts.send : parts.choices.querySelector("button"))?.focus();
  }

  /** What can be pointed at; when all is chosen, also another beginning. */
  reachable() {
    const { chooser } = this;
    if (!chooser.complete || chooser.next.length || !chooser.begun) return chooser.places();
    return new Chooser(this.asked).places();
  }

  button(word, index) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "play-choice";
    button.dataset.word = word;
    button.textContent = this.asked.words[word];
    if (index < 9) {
      const key = document.createElement("kbd");
      key.textContent = index + 1;
      key.setAttribute("aria-hidden", "true");
      button.append(" ", key);
      button.setAttribute("aria-keyshortcuts", index + 1);
    }
    return button;
  }

  /** Keys: digits choose, Enter sends, Escape takes back. Whether it was one of them. */
  key(event) {
    if (this.parts.chooser.hidden || !this.chooser) return false;
    if (event.key === "Escape") return this.back();
    if (event.key === "Enter") {
      if (event.target.closest?.("button, a, summary, label, [role=button]")) return false;
      if (!this.chooser.complete) return false;
      this.send();
      return true;
    }
    const button = this.parts.choices.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
    if (!button || event.shiftKey) return false;
    button.click();
    return true;
  }

  // ------------------------------------------------------------------------------- sending

  async send() {
    const option = this.chooser?.complete;
    if (!option || this.waiting) return;
    const { entry } = option;
    if (!this.keys.has(entry)) this.keys.set(entry, mark());
    this.waiting = true;
    this.parts.send.disabled = true;
    this.show();
    const { asked } = this;
    const came = await this.sender(entry, this.keys.get(entry));
    if (this.asked !== asked) return; // the next question was quicker than the answer
    this.parts.send.disabled = false;
    this.waiting = false;
    if (came === "refused") this.keys.delete(entry);
    if (came === "sent") this.parts.status.focus({ preventScroll: true });
    else if (!this.parts.chooser.hidden) this.show(true);
  }
}

/** The mark of a request; only pages over TLS, and this machine, have randomUUID. */
function mark() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");
}

function remembered() {
  try {
    return localStorage.getItem(AT_ONCE) === "1";
  } catch {
    return false;
  }
}

function remember(wanted) {
  try {
    localStorage.setItem(AT_ONCE, wanted ? "1" : "");
  } catch {
    // kept for this page only
  }
}
