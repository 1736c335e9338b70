// At how many tables it is the reader's turn: in the head of every page, in its title and on the
// icon of the installed site; and the way to the next of them. Beside it how many games are to be
// confirmed, and how many notices to be read. The page says it as it was drawn; this keeps it true.

import { Live } from "./live.js";
import { all, maybe, one, said } from "./page.js";
import { isTyping } from "./board/events.js";
import { readJson } from "./board/api.js";

const TIMES = { poll: 60_000, reopen: 60_000 }; // milliseconds
const BETWEEN = 200; // several hints at once are one question
const NEXT = "n";

/**
 * next: an address, or empty; waits: by the word of a badge.
 * @typedef {{ turns: number, words: string, next: string,
 *   waits?: { [what: string]: { n: number, words: string } } }} Answer
 */

export class Turns {
  asking = false;
  again = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  soon = undefined;

  /** @param {HTMLElement} badge */
  constructor(badge) {
    this.badge = badge;
    this.count = one(badge, "[data-turns-count]", HTMLElement);
    this.link = badge.closest("a");
    const table = maybe(document, "[data-play]", HTMLElement);
    this.table = table ? said(table, "tableId") : "";
    this.title = document.title;
    this.mark(Number(this.count.textContent));
    document.addEventListener("turns", () => this.later());
    document.addEventListener("visibilitychange", () => this.seen());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.later(); });
    document.addEventListener("keydown", (event) => this.key(event));
    this.listen();
  }

  /** A page that has no stream of its own gets one, while it is looked at. */
  listen() {
    const address = said(this.badge, "streamOf");
    if (!address || maybe(document, "[data-play], [data-stream]", HTMLElement)) return;
    this.live = new Live(address, {}, TIMES);
    if (document.hidden) this.live.rest();
  }

  seen() {
    if (document.hidden) {
      this.live?.rest();
    } else {
      this.live?.open();
      this.later();
    }
  }

  later() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.ask(), BETWEEN);
  }

  async ask() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    const besides = this.table ? `?besides=${this.table}` : "";
    try {
      this.show(await readJson(`${said(this.badge, "asked")}${besides}`));
    } catch {
      // no answer: the next hint, or the next look at the page, asks again
    }
    this.asking = false;
    if (this.again) this.later();
    this.again = false;
  }

  /** @param {Answer} answer */
  show({ turns, words, next, waits }) {
    this.badge.hidden = !turns;
    this.badge.title = words;
    this.count.textContent = String(turns);
    this.link?.setAttribute("href", said(this.badge, turns ? "some" : "none"));
    for (const link of all(document, "[data-next-table]", HTMLAnchorElement)) {
      link.hidden = !next;
      if (next) link.href = next;
    }
    for (const link of all(document, "[data-waits]", HTMLAnchorElement)) {
      const found = waits?.[said(link, "waits")];
      if (found) wait(link, found.n, found.words);
    }
    this.mark(turns);
  }

  /**
   * In the title, where no table says itself whose turn it is; and on the icon.
   * @param {number} turns
   */
  mark(turns) {
    if (!this.table) document.title = turns ? `(${turns}) ${this.title}` : this.title;
    const marked = turns ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
    marked?.catch(() => {}); // an icon cannot be marked everywhere
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== NEXT || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    const links = all(document, "[data-next-table]", HTMLAnchorElement);
    links.find((link) => link.checkVisibility())?.click();
  }
}

/**
 * One of the numbers beside the account.
 * @param {HTMLAnchorElement} link
 * @param {number} n
 * @param {string} words
 */
function wait(link, n, words) {
  link.hidden = !n;
  link.title = words;
  one(link, "[data-waits-count]", HTMLElement).textContent = String(n);
  one(link, "[data-waits-words]", HTMLElement).textContent = words;
}

const badge = maybe(document, "[data-turns]", HTMLElement);
if (badge) {
  new Turns(badge);
  // it brings notices, and a page that says so when there is no network
  navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}
