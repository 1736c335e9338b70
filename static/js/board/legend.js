// What is what on the table: a number at each thing, and beside the table what the numbers mean. By
// a button, for fingers too; any click or key ends it.

import {
  createNode, dataValue, findElement, findElements, getElement, hitElement,
} from "../page.js";

const SIZE = 20; // pixels of a number

/** What a number does not cover. */
const FIGURES = ".plate :is(.cart, .owner), .seat-head > *, .replay-block text,"
  + " .seat-tab, .seat-clock, .jump, .replay-count";

/** @typedef {{ x: number, y: number }} Place */

export class Legend {
  /** @type {HTMLElement | undefined} */
  static layer = undefined;
  /** @type {Element | null} what had the focus before */
  static opener = null;

  /** @param {HTMLElement} root */
  static toggle(root) {
    if (Legend.layer) Legend.hide();
    else Legend.show(root);
  }

  static hide() {
    const hadFocus = Legend.layer?.contains(document.activeElement);
    Legend.layer?.remove();
    Legend.layer = undefined;
    if (hadFocus && Legend.opener instanceof HTMLElement) Legend.opener.focus();
    findElement(document, "[data-legend-open]")?.setAttribute("aria-expanded", "false");
  }

  /** @param {HTMLElement} root */
  static show(root) {
    const words = findElement(root, "[data-legend]", HTMLTemplateElement);
    if (!words || !("showPopover" in HTMLElement.prototype)) return;
    const layer = createNode("div", {
      class: "legend", popover: "manual", role: "dialog", tabindex: "-1",
      "aria-label": dataValue(words, "legend"),
    });
    layer.append(words.content.cloneNode(true));
    Legend.opener = document.activeElement;
    root.append(layer);
    layer.showPopover();
    moveBelow(layer, root);
    number(layer);
    layer.focus();
    layer.addEventListener("click", (event) => {
      if (!hitElement(event, "[data-help]")) event.stopPropagation();
      const pin = hitElement(event, ".legend-pin");
      if (pin) showLine(layer, Number(pin.textContent));
      else Legend.hide();
    });
    layer.addEventListener("keydown", (event) => {
      if (event.key === "Tab") return;
      if (event.key !== "Enter" && event.key !== " ") event.stopPropagation();
      if (["Escape", "?"].includes(event.key)) Legend.hide();
    });
    addEventListener("resize", () => Legend.hide(), { once: true });
    findElement(root, "[data-legend-open]")?.setAttribute("aria-expanded", "true");
    Legend.layer = layer;
  }
}

/** Number what is to be seen of the list, and drop the rest. @param {HTMLElement} layer */
function number(layer) {
  const lines = findElements(layer, "[data-at]").filter((line) => {
    const isOnPage = visibleBox(dataValue(line, "at"), new DOMRect());
    if (!isOnPage) line.remove();
    return isOnPage;
  });
  const things = [...document.querySelectorAll(FIGURES)];
  const covered = things.map((thing) => thing.getBoundingClientRect());
  const figures = covered.filter(({ width, height }) => width > 2 && height > 2);
  /** @type {Place[]} */
  const pins = [];
  const list = getElement(layer, ".legend-words").getBoundingClientRect();
  for (const line of lines) {
    const box = visibleBox(dataValue(line, "at"), list);
    if (!box) {
      line.remove();
      continue;
    }
    const place = free(box, pins, [...figures, list]);
    pins.push(place);
    const pin = createNode("b", { class: "legend-pin" }, String(pins.length));
    pin.style.translate = `${place.x}px ${place.y}px`;
    layer.append(pin);
  }
}

/** On a phone the list takes the place of the buttons: the table is seen.
 *  @param {HTMLElement} layer @param {HTMLElement} root */
function moveBelow(layer, root) {
  const words = getElement(layer, ".legend-words");
  const bar = findElement(root, ".replay-bar")?.getBoundingClientRect();
  if (!bar || getComputedStyle(words).getPropertyValue("--below") !== "1") return;
  const top = Math.min(bar.top, innerHeight - 90);
  Object.assign(words.style, { top: `${top}px`, left: `${bar.left}px`, right: "0", bottom: "0" });
}

/** Mark a line. @param {HTMLElement} layer @param {number} place from 1 */
function showLine(layer, place) {
  for (const [index, line] of findElements(layer, "li").entries()) {
    line.classList.toggle("is-shown", index === place - 1);
    if (index === place - 1) line.scrollIntoView({ block: "nearest" });
  }
}

/**
 * The box of the first thing that `selector` finds, that is to be seen and not under `list`.
 * @param {string} selector
 * @param {DOMRect} list
 */
function visibleBox(selector, list) {
  for (const thing of document.querySelectorAll(selector)) {
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const head = thing.closest(".seat-head");
    if (box.width < 2 || (head && head.clientWidth < 2)) continue; // words for listeners
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    if (x > list.left && x < list.right && y > list.top && y < list.bottom) continue;
    return box;
  }
  return undefined;
}

/**
 * The place of a pin: beside `box`, where it covers as little as can be.
 * @param {DOMRect} box
 * @param {Place[]} pins
 * @param {DOMRect[]} figures
 */
function free(box, pins, figures) {
  const half = SIZE / 2;
  const [middle, centre] = [box.y + box.height / 2, box.x + box.width / 2];
  /** @type {Place[]} */
  const places = [];
  for (const far of [half, half + 6, SIZE + half]) {
    const [left, right] = [box.x - far, box.right + far];
    const [top, bottom] = [box.y - far, box.bottom + far];
    places.push(
      { x: left, y: middle }, { x: centre, y: top }, { x: right, y: middle },
      { x: centre, y: bottom }, { x: left, y: top }, { x: right, y: top },
      { x: left, y: bottom }, { x: right, y: bottom },
    );
  }
  const cost = (/** @type {Place} */ { x, y }, /** @type {number} */ index) => {
    const isNear = (/** @type {Place} */ pin) => (
      Math.abs(pin.x - x) < SIZE && Math.abs(pin.y - y) < SIZE
    );
    const isOut = x < half || y < half || x > innerWidth - half || y > innerHeight - half;
    const covers = figures.filter((figure) => (
      x + half > figure.left && x - half < figure.right
      && y + half > figure.top && y - half < figure.bottom
    ));
    return index + 100 * (covers.length + 10 * Number(isOut) + 10 * Number(pins.some(isNear)));
  };
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))];
}
