// One's own turn: choosing what to do, on the table or in words, taking it back, sending it.

import { hex } from "../bytes.js";
import {
  createNode, findElement, findElements, getElement, getParts, hitElement,
} from "../page.js";
import { readText, storeText } from "../storage.js";
import { Chooser } from "./chooser.js";
import { Spots } from "./spots.js";

/** @import { SendOutcome, Entry } from "./outbox.js" */
/** @import { Prompt } from "./state.js" */
/** @import { EntryChooser } from "./chooser.js" */

/** Of the choices, in their order: those that have no other meaning on a table. */
const KEYS = "1234567890abdgijklmoqsuvxy";
const SEND_DIRECTLY = "imhotep-send-at-once";

/** Under which a page remembers whether what is chosen is sent at once. @param {HTMLElement} box */
const settingName = (box) => box.dataset.atOnce || SEND_DIRECTLY;

export class Turn {
  /** @type {Prompt | undefined} */
  prompt = undefined;
  /** @type {EntryChooser | undefined} */
  chooser = undefined;
  /** @type {Map<string, string>} the key under which an entry was sent, by entry */
  keys = new Map();
  waiting = false;
  sent = false;
  settled = true;

  /**
   * @param {HTMLElement} root
   * @param {(entry: string, key: string) => Promise<SendOutcome>} send
   * @param {() => void} withdraw what was not sent yet is no longer wanted
   */
  constructor(root, send, withdraw = () => {}) {
    this.root = root;
    this.sender = send;
    this.withdraw = withdraw;
    this.spots = new Spots(
      root,
      (words, dragging) => this.pick(words, dragging),
      (words) => this.drop(words),
    );
    this.parts = findParts(root);
    this.tidy();
    this.atOnce = getElement(root, "[data-at-once]", HTMLInputElement);
    this.atOnce.checked = readSetting(this.atOnce);
    this.atOnce.addEventListener("change", () => {
      storeText(settingName(this.atOnce), this.atOnce.checked ? "1" : "");
    });
    this.parts.send.addEventListener("click", () => this.send());
    this.parts.back.addEventListener("click", () => this.back());
    this.parts.choices.addEventListener("click", (event) => {
      const word = hitElement(event, "[data-word]")?.dataset.word;
      if (word) this.pick([word], false, true);
    });
  }

  /** Remove the forms of the page: this script has its own buttons. */
  tidy() {
    for (const group of this.root.querySelectorAll("[data-act-form] details")) group.remove();
  }

  /**
   * The same question changes nothing. `settled`: what the table shows has come to rest, and may be
   * pointed at.
   * @param {Prompt} prompt
   * @param {Entry | null} unsent
   */
  ask(prompt, unsent = null, settled = true) {
    const isVisible = !this.parts.chooser.hidden;
    const isMoved = this.settled !== settled;
    this.settled = settled;
    if (this.prompt?.ply !== prompt.ply) {
      this.prompt = prompt;
      this.chooser = this.begin(prompt);
      this.keys = new Map();
      this.wait(false);
      if (unsent?.ply === prompt.ply) this.restore(unsent);
    } else if (isVisible) {
      if (isMoved) this.showPlaces();
      return;
    }
    this.parts.chooser.hidden = false;
    this.show();
  }

  /** A new chooser for a prompt. @param {Prompt} prompt @returns {EntryChooser} */
  begin(prompt) {
    return new Chooser(prompt);
  }

  /** Restore the choice from before the page was loaded again. @param {Entry} unsent */
  restore({ text, key }) {
    const option = this.chooser?.options.find(({ entry }) => entry === text);
    if (!option) return;
    this.chooser?.chooseAll(option.words);
    this.keys.set(text, key);
  }

  hide() {
    this.parts.chooser.hidden = true;
    this.root.classList.remove("is-placing");
    this.spots.clear();
  }

  // ------------------------------------------------------------------------------ choosing

  /** `dragging`: a drag begins; `read`: by a button. @param {string[] | undefined} words */
  pick(words, dragging = false, read = false) {
    if (!this.prompt || !this.chooser || this.waiting || !words) return;
    this.withdraw();
    if (this.chooser.complete && !this.chooser.next.includes(words[0])) {
      // another beginning than the one that was chosen
      const start = this.begin(this.prompt);
      if (start.next.includes(words[0])) this.chooser = start;
    }
    this.chooser.chooseAll(words);
    this.show(read);
    if (dragging) return;
    if (this.chooser.complete) this.spots.closeSheet(true);
    else this.spots.openHarbour();
    this.autoSend();
  }

  /**
   * The end of a drag; without words it ended nowhere, and nothing is chosen.
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

  autoSend() {
    if (this.atOnce.checked && this.chooser?.begun && this.chooser.complete) this.send();
  }

  // ------------------------------------------------------------------------------- showing

  show(focus = false) {
    const { prompt, chooser, parts } = this;
    if (!prompt || !chooser) return;
    const { complete, next } = chooser;
    const sentence = chooser.begun || complete ? chooser.sentence : "";
    parts.sentence.textContent = sentence;
    this.root.classList.toggle("has-sentence", sentence !== "");
    parts.send.hidden = !complete;
    parts.back.hidden = !chooser.begun;
    parts.choices.replaceChildren(
      ...next.map((word, index) => choiceButton(word, prompt.words[word], index)),
    );
    this.showPlaces();
    const button = findElement(parts.choices, "button", HTMLButtonElement);
    if (focus) (complete ? parts.send : button)?.focus();
  }

  /** Show the places to point at, and what was chosen there. */
  showPlaces() {
    const { prompt, chooser } = this;
    if (!prompt || !chooser) return;
    const mayPoint = this.settled && !this.waiting;
    const places = mayPoint ? reachablePlaces(prompt, chooser, this.begin(prompt)) : new Map();
    const chosen = this.settled && (chooser.begun || chooser.complete) ? chooser.path : [];
    this.spots.show(prompt, places, chosen);
    this.markAdvised();
    const isPlacing = chooser.begun && !chooser.complete && this.spots.areSpaces;
    this.root.classList.toggle("is-placing", isPlacing);
    const question = this.question(prompt);
    if (question) this.parts.status.textContent = question;
    findElement(this.root, ".area-title")?.remove();
    const title = createNode("p", { class: "area-title" }, question);
    if (question) getElement(this.root, ".area-harbour .area-open").after(title);
  }

  /** Mark the places and the buttons that lead to what the hint of the page says. */
  markAdvised() {
    const advised = findElement(this.root, "[data-advice]")?.dataset.advice?.split(" ");
    if (!advised) return;
    const spots = findElements(this.root, "[data-spot]", SVGElement);
    for (const { classList, dataset } of [...spots, ...findElements(this.root, "[data-word]")]) {
      const { spot, word = "" } = dataset;
      const words = (spot && this.spots.places.get(spot)) || [word];
      classList.toggle("is-advised", words.every((key) => advised.includes(key)));
    }
  }

  /** The question to the reader; while a space of a ship is to be chosen, where the stone goes.
   *  @param {Prompt} prompt */
  question(prompt) {
    const isPlacing = this.root.classList.contains("is-placing");
    return (isPlacing && this.parts.chooser.dataset.placing) || prompt.question;
  }

  /** Keys that choose, send, take back; whether it was one. @param {KeyboardEvent} event */
  key(event) {
    if (this.parts.chooser.hidden || !this.chooser) return false;
    if (event.key === "Escape") return this.back();
    if (event.key === "Enter") {
      if (hitElement(event, "button, a, summary, label, [role=button]")) return false;
      if (!this.chooser.complete) return false;
      this.send();
      return true;
    }
    const named = `[aria-keyshortcuts="${CSS.escape(event.key)}"]`;
    const button = findElement(this.parts.choices, named, HTMLButtonElement);
    if (!button || event.shiftKey) return false;
    button.click();
    return true;
  }

  // ------------------------------------------------------------------------------- sending

  async send() {
    const option = this.chooser?.complete;
    if (!option || this.waiting) return;
    const { entry } = option;
    const key = this.keys.get(entry) ?? requestMark();
    this.keys.set(entry, key);
    const came = await this.during(() => this.sender(entry, key));
    if (came === "refused") this.keys.delete(entry);
    this.sent ||= came === "sent";
    if (came === "sent") this.parts.status.focus({ preventScroll: true });
    else if (came && !this.parts.chooser.hidden) this.show(true);
  }

  /**
   * Nothing is chosen while `send` runs. Undefined: the next question was quicker than the answer.
   * @param {() => Promise<SendOutcome>} send
   */
  async during(send) {
    const { prompt } = this;
    this.wait(true);
    if (!this.parts.chooser.hidden) this.show();
    const came = await send();
    if (this.prompt !== prompt) return undefined;
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
function findParts(root) {
  return {
    ...getParts(root, "chooser", "sentence", "choices", "status"),
    send: getElement(root, "[data-send]", HTMLButtonElement),
    back: getElement(root, "[data-back]", HTMLButtonElement),
  };
}

/**
 * Places to point at; of a complete choice, also those of another beginning.
 * @param {Prompt} prompt
 * @param {EntryChooser} chooser
 * @param {EntryChooser} [start] one that has not begun
 */
export function reachablePlaces(prompt, chooser, start = new Chooser(prompt)) {
  if (!chooser.complete || chooser.next.length || !chooser.begun) return chooser.places();
  const places = start.places();
  // what is dragged may be dropped where it goes without saying
  for (const word of chooser.path) {
    if (prompt.spots[word] && !places.has(word)) places.set(word, [word]);
  }
  return places;
}

/**
 * A choice's button, with its key.
 * @param {string} word
 * @param {string} label
 * @param {number} index
 */
function choiceButton(word, label, index) {
  const looks = { type: "button", class: "play-choice", "data-word": word };
  const key = KEYS[index];
  if (!key) return createNode("button", looks, label);
  const keyNode = createNode("kbd", { "aria-hidden": "true" }, key);
  return createNode("button", { ...looks, "aria-keyshortcuts": key }, label, " ", keyNode);
}

/** A UUID by chance (RFC 9562, version 4); pages over plain HTTP have no randomUUID. */
export function requestMark() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const digits = hex(crypto.getRandomValues(new Uint8Array(16)));
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

/** The stored setting of this browser; else the page's default. @param {HTMLInputElement} box */
function readSetting(box) {
  const stored = readText(settingName(box));
  return stored === null ? box.defaultChecked : stored === "1";
}
