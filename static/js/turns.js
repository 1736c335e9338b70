// The number of tables that wait for the reader: in the head of the page, in its title and on the
// icon of the installed site; the way to the next; the number of confirmations and notices.

import { Live } from "./live.js";
import { findElements, findElement, getElement, dataValue } from "./page.js";
import { isPageKey } from "./board/events.js";
import { inLanguage, runSerially, readJson, readPage } from "./board/api.js";

const TIMES = { poll: 60_000, reopen: 60_000 }; // milliseconds
const BETWEEN = 200; // several hints at once are one question
const NEXT = "n";

/**
 * next: an address, or empty; waits: by the word of a badge.
 * @typedef {{ turns: number, words: string, next: string, invited?: number,
 *   waits?: { [what: string]: { n: number, words: string } } }} Answer
 */

export class Turns {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  soon = undefined;

  /** @param {HTMLElement} badge */
  constructor(badge) {
    this.badge = badge;
    this.askInTurn = runSerially(() => this.ask());
    this.count = getElement(badge, "[data-turns-count]");
    this.link = badge.closest("a");
    const table = findElement(document, "[data-play]");
    this.table = table ? dataValue(table, "tableId") : "";
    this.title = document.title;
    const list = findElement(document, "[data-invitations]");
    if (list) promiseShares(list);
    this.mark(Number(this.count.textContent));
    document.addEventListener("turns", () => this.later());
    document.addEventListener("visibilitychange", () => this.followVisibility());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.later(); });
    document.addEventListener("keydown", (event) => this.key(event));
    this.listen();
  }

  /** A page that has no stream of its own gets one, while it is looked at. */
  listen() {
    const address = dataValue(this.badge, "streamOf");
    if (!address || findElement(document, "[data-play], [data-stream]")) return;
    this.live = new Live(address, {}, TIMES);
    if (document.hidden) this.live.pause();
  }

  followVisibility() {
    if (document.hidden) {
      this.live?.pause();
    } else {
      this.live?.open();
      this.later();
    }
  }

  later() {
    clearTimeout(this.soon);
    this.soon = setTimeout(this.askInTurn, BETWEEN);
  }

  async ask() {
    const besides = this.table ? `?besides=${this.table}` : "";
    try {
      this.show(await readJson(`${dataValue(this.badge, "asked")}${besides}`));
    } catch {
      // no answer: the next hint, or the next look at the page, asks again
    }
  }

  /** @param {Answer} answer */
  show({ turns, words, next, waits, invited = 0 }) {
    this.badge.hidden = !turns;
    this.badge.title = words;
    this.count.textContent = String(turns);
    this.link?.setAttribute("href", dataValue(this.badge, turns ? "some" : "none"));
    for (const link of findElements(document, "[data-next-table]", HTMLAnchorElement)) {
      link.hidden = !next;
      if (next) link.href = next;
    }
    for (const link of findElements(document, "[data-waits]", HTMLAnchorElement)) {
      const waiting = waits?.[dataValue(link, "waits")];
      if (waiting) wait(link, waiting.n, waiting.words);
    }
    this.mark(turns);
    const list = findElement(document, "[data-invitations]");
    const count = Number(list?.querySelector("[data-invited]")?.getAttribute("data-invited"));
    if (list && count !== invited) showInvitations(list);
  }

  /** Mark the number in the title, except at tables, and on the icon. @param {number} turns */
  mark(turns) {
    if (!this.table) document.title = turns ? `(${turns}) ${this.title}` : this.title;
    const marked = turns ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
    marked?.catch(() => {}); // an icon cannot be marked everywhere
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== NEXT || !isPageKey(event)) return;
    const links = findElements(document, "[data-next-table]", HTMLAnchorElement);
    links.find((link) => link.checkVisibility?.())?.click();
  }
}

/** The invitations of the reader, as they are now. @param {HTMLElement} root */
async function showInvitations(root) {
  const page = await readPage(inLanguage(dataValue(root, "invitations")));
  if (!page) return;
  root.replaceChildren(...page.body.childNodes);
  await promiseShares(root);
}

/** A share of the shuffle for each invitation that may be accepted. @param {HTMLElement} root */
async function promiseShares(root) {
  if (root.childElementCount) (await import("./fair.js")).promiseIn(root);
}

/** A number in the head. @param {HTMLAnchorElement} link @param {number} n @param {string} words */
function wait(link, n, words) {
  link.hidden = !n;
  link.title = words;
  getElement(link, "[data-waits-count]").textContent = String(n);
  getElement(link, "[data-waits-words]").textContent = words;
}

const badge = findElement(document, "[data-turns]");
if (badge) {
  new Turns(badge);
  // it brings notices, and a page that says so when there is no network
  navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}
