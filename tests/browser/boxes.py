"""Boxes of the table that lie over each other or are cut, as a page measures them."""

from __future__ import annotations

from playwright.sync_api import Page

FAULTS = r"""(counted) => {
  const WORDS = ".plate .cart, .plate .owner, .seat-name, .plate .owner > :is(b, small),"
    + " .seat-points > *, .seat-quarry span,"
    + " .seat-tab, .seat-clock, .replay-where, .replay-words, .play-status, .play-choice, .jump,"
    + " .replay-count, .rail-tabs button, .rail-tools .button, .play-send .button, .head-line > *,"
    + " .site-nav a, .site-account > *, .brand, .site-menu";
  const NUMBERS = ".replay-block text";
  const seen = (box) => box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0
    && box.left < innerWidth && box.top < innerHeight;
  const name = (one) => {
    const area = one.closest("[data-block], .area, .rail, .site-head");
    const place = area?.dataset.block ?? area?.id ?? area?.className ?? "";
    return `${place}: ${one.getAttribute("class") ?? one.localName} "${one.textContent.trim()
      .replace(/\s+/g, " ").slice(0, 40)}"`;
  };
  const visible = (one) => {
    if (one.closest("[hidden], .visually-hidden, dialog, [popover]:not(:popover-open)")
      && !one.closest(".site-nav")) return false;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const { clipPath, overflow, position } = getComputedStyle(up);
      if (clipPath === "inset(50%)" && overflow === "hidden" && position === "absolute") {
        return false; // words for listeners
      }
    }
    return seen(one.getBoundingClientRect());
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const clip = (one) => { // what of a box is to be seen, and whether something cuts it
    let { left, top, right, bottom } = one.getBoundingClientRect();
    const whole = { left, top, right, bottom };
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      const box = up.getBoundingClientRect();
      if (style.overflowX !== "visible") {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
      if (style.overflowY !== "visible") {
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      if (style.position === "fixed") break;
    }
    return { whole, box: { left, top, right, bottom } };
  };
  const scrolls = (one, axis) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up)[`overflow${axis}`])) return true;
    }
    return false;
  };

  // on a phone what is left of a full table scrolls under the bar, which stays at the foot
  const isCovered = (one, bar) => one.closest(".stage-scene") && scrollY + innerHeight
    < document.documentElement.scrollHeight && bar.closest(".replay-bar")
    && getComputedStyle(bar.closest(".replay-bar")).position === "sticky";

  const words = all(WORDS);
  const numbers = all(NUMBERS).filter((one) => one.textContent.trim());
  const found = { overlaps: [], cut: [], small: [], targets: [] };
  const boxes = [...words, ...numbers].map((one) => ({ one, ...clip(one) }));

  for (const [index, { one, box }] of boxes.entries()) {
    for (const { one: other, box: at } of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      if (one.matches(".replay-where") && other.matches(".replay-words")) continue; // one line
      if (isCovered(one, other) || isCovered(other, one)) continue;
      const across = Math.min(box.right, at.right) - Math.max(box.left, at.left);
      const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
      const svg = one.localName === "text" || other.localName === "text";
      // the box of letters has their whole line: half of it is empty above and below figures
      const least = svg ? Math.min(box.bottom - box.top, at.bottom - at.top) * 0.45 : 1.5;
      if (across > 1.5 && down > least) found.overlaps.push(`${name(one)} / ${name(other)}`);
    }
  }
  for (const { one, whole, box } of boxes) {
    const ways = [["X", "left", "right", innerWidth], ["Y", "top", "bottom", Infinity]];
    for (const [axis, start, end, limit] of ways) {
      const lost = Math.max(box[start] - whole[start], whole[end] - Math.min(box[end], limit));
      const inside = axis === "X" ? one.scrollWidth - one.clientWidth : 0;
      if (box.right <= box.left || box.bottom <= box.top) continue; // it is not there
      if (getComputedStyle(one).overflowX !== "visible" && one.clientWidth && inside > 1) {
        found.cut.push(`${name(one)} by ${inside} inside`);
      } else if (lost > 1.5 && !scrolls(one, axis)) {
        found.cut.push(`${name(one)} by ${Math.round(lost)} ${axis}`);
      }
    }
  }
  // what of a docked ship, and of a ring around a stone, lies over words beside the boards
  for (const ship of all('[data-block="harbour"] [data-key^="ship"], [data-key^="halo"]')) {
    const at = ship.getBoundingClientRect();
    for (const { one, box } of boxes.filter(({ one }) => one.matches(".owner, .cart, .total"))) {
      const across = Math.min(box.right, at.right) - Math.max(box.left, at.left);
      const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
      if (across > 1.5 && down > 1.5) found.overlaps.push(`${name(ship)} / ${name(one)}`);
    }
  }
  if (!counted) return found;

  const phone = !matchMedia(`(min-height: 500.02px) and ((min-width: 1000px)
    or ((min-width: 700px) and (orientation: landscape)))`).matches;
  const enlarges = (one) => phone && one.closest(".area-site, .area-seat, .area-harbour, .area");
  for (const one of words) {
    if (parseFloat(getComputedStyle(one).fontSize) < 10.95) found.small.push(name(one));
  }
  for (const text of numbers) {
    const scale = text.ownerSVGElement.getScreenCTM().a;
    const size = parseFloat(getComputedStyle(text).fontSize) * scale;
    if (size < 10.95 && !enlarges(text)) found.small.push(`${name(text)} ${size.toFixed(1)}`);
  }
  const targets = ".stage-scene a[href], .rail a[href], .rail button, .rail input, .rail select,"
    + " .site-menu, .area:target [data-spot]";
  if (phone) {
    for (const one of all(targets)) {
      const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
      const area = one.matches(".cart") ? one.closest(".area").getBoundingClientRect() : null;
      if (Math.min(area?.width ?? width, area?.height ?? height) < 43.9) {
        if (!one.closest("p, li:not(.replay-moves li)")) {
          found.targets.push(`${name(one)} ${Math.round(width)}x${Math.round(height)}`);
        }
      }
    }
  }
  return found;
}"""


UNREADABLE = r"""() => {
  const found = new Set();
  const seen = (box) => box.width > 1 && box.height > 1 && box.right > 0 && box.left < innerWidth
    && box.bottom > 0 && box.top < innerHeight;
  const clipped = (one, box) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      const at = up.getBoundingClientRect();
      if (overflowX !== "visible" && (box.right <= at.left || box.left >= at.right)) return true;
      if (overflowY !== "visible" && (box.bottom <= at.top || box.top >= at.bottom)) return true;
    }
    return false;
  };
  const measure = (text, drawn, size) => {
    const box = drawn.getBoundingClientRect();
    const hidden = !drawn.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!size || hidden || !seen(box) || clipped(drawn, box)) return;
    const words = /\p{L}{2}/u.test(text.textContent);
    if (size < (words ? 9.95 : 8.95)) {
      const block = drawn.closest("[data-block]").dataset.block;
      found.add(`${block}: ${text.getAttribute("class")} "${text.textContent}" ${size.toFixed(1)}`);
    }
  };
  for (const text of document.querySelectorAll(".replay-block text")) {
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d;
    measure(text, text, size);
  }
  // words in symbols take their sizes from properties of the place where they are used
  const properties = { "card-name": "--w13", "card-when": "--w12", reward: "--w15", val: "--w15" };
  for (const use of document.querySelectorAll(".replay-block use")) {
    for (const text of document.querySelectorAll(`${use.getAttribute("href")} text`)) {
      const property = properties[text.classList[0]];
      const own = property && getComputedStyle(use).getPropertyValue(property);
      const size = parseFloat(own || getComputedStyle(text).fontSize);
      measure(text, use, size * use.getScreenCTM().d);
    }
  }
  return [...found].sort();
}"""


def unreadable(page: Page) -> list[str]:
    """Numbers of the drawings under 9 px and their words under 10 px, in the first view."""
    texts: list[str] = page.evaluate(UNREADABLE)
    return texts


def faults(page: Page) -> dict[str, list[str]]:
    """By kind: words and numbers that overlap or are cut, words under 11 px that no tap enlarges,
    and targets of less than 44 px on a phone."""
    lists: dict[str, list[str]] = page.evaluate(FAULTS, True)
    return {kind: sorted(set(places)) for kind, places in lists.items() if places}
