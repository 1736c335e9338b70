// Keeps a part of a page as it is on the site: when the stream says so, or else every few seconds,
// which the page then says.

import { Live } from "../live.js";
import { findElements, dataValue } from "../page.js";
import { inLanguage } from "../board/api.js";

const TIMES = { poll: 10_000, reopen: 10_000 }; // milliseconds
const BETWEEN = 250; // several events at once are one question
const LATER = 2_000; // a field is being filled in

const RESET_CONTENT = 205;

/** The HTML without its tokens, which differ each time. @param {string} html */
const bare = (html) => html.replace(/<input[^>]*csrfmiddlewaretoken[^>]*>/g, "");

/** A mark by which a link or a button is found in the new HTML. @param {Element} place */
function linkMark(place) {
  let address = "";
  if (place instanceof HTMLAnchorElement) address = place.href;
  if (place instanceof HTMLButtonElement) address = place.form?.action ?? "";
  return `${place.localName} ${address} ${place.textContent}`;
}

/**
 * Keeps what is in `root` fresh. Of `root.dataset`: `fragment` (address of the HTML), `stream`
 * (address of the events), `live` and `polling` (what to say). `events`: names of the events after
 * which to ask; `line`: where to say how it is kept fresh; `onShow` is called after each change,
 * and once at the beginning. Gives the line to the site.
 * @param {HTMLElement} root
 * @param {{ events: string[], line: HTMLElement, shown: () => void }} options
 */
export function followFragment(root, { events, line, shown: onShow }) {
  const part = new Fragment(root, onShow);
  const isNews = Object.fromEntries(events.map((name) => [name, () => true]));
  const live = new Live(dataValue(root, "stream"), isNews, TIMES);
  live.addEventListener("news", () => part.soon());
  live.addEventListener("gone", () => location.reload());
  live.addEventListener("connection", (event) => {
    const isLive = /** @type {CustomEvent<string>} */ (event).detail === "live";
    line.textContent = dataValue(root, isLive ? "live" : "polling");
    line.classList.toggle("live--polling", !isLive);
    if (isLive) part.soon();
  });
  onShow();
  return live;
}

/** The part of the page. */
class Fragment {
  last = "";
  waiting = false;

  /** @param {HTMLElement} root @param {() => void} onShow */
  constructor(root, onShow) {
    this.root = root;
    this.onShow = onShow;
  }

  soon(pause = BETWEEN) {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => this.ask(), pause);
  }

  async ask() {
    this.waiting = false;
    try {
      const headers = { Accept: "text/html" };
      const answer = await fetch(inLanguage(dataValue(this.root, "fragment")), { headers });
      if (answer.status === RESET_CONTENT) location.reload();
      else if (answer.ok && !answer.redirected) this.show(await answer.text());
    } catch {
      // no connection: the next event, or the next round, asks again
    }
  }

  /** @param {string} html */
  show(html) {
    if (bare(html) === this.last) return;
    if (this.isBusy()) {
      this.soon(LATER);
      return;
    }
    this.last = bare(html);
    const { root } = this;
    const page = new DOMParser().parseFromString(html, "text/html");
    const active = document.activeElement;
    const focused = active && root.contains(active) ? linkMark(active) : "";
    const open = findElements(root, "details[open][id]", HTMLDetailsElement).map(({ id }) => id);
    root.replaceChildren(...page.body.childNodes);
    for (const fold of findElements(root, "details[id]", HTMLDetailsElement)) {
      fold.open ||= open.includes(fold.id);
    }
    const places = findElements(root, "a, button");
    if (focused) {
      places.find((place) => linkMark(place) === focused)?.focus({ preventScroll: true });
    }
    this.onShow();
  }

  /** True while a field is being filled in. */
  isBusy() {
    const active = document.activeElement;
    if (!active || !this.root.contains(active)) return false;
    return active.matches("input:not([readonly]), select, textarea");
  }
}
