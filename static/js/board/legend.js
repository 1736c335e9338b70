// What is what on the table: a number at each thing, and beside the table what the numbers mean. By
// a button, for fingers too; any click or key ends it.

import {
  createNode, dataValue, findElement, findElements, getElement, hitElement,
} from "../page.js";

const SIZE = 20; // pixels of a number

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
    number(layer);
    layer.focus();
    layer.addEventListener("click", (event) => {
      if (!hitElement(event, "[data-help]")) event.stopPropagation();
      Legend.hide();
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
  /** @type {{ x: number, y: number }[]} */
  const pins = [];
  for (const line of lines) {
    const list = getElement(layer, ".legend-words").getBoundingClientRect();
    const box = visibleBox(dataValue(line, "at"), list);
    if (!box) {
      line.remove();
      continue;
    }
    const place = free({ x: box.x + box.width / 2, y: Math.max(SIZE / 2, box.y - SIZE / 4) }, pins);
    pins.push(place);
    const pin = createNode("b", { class: "legend-pin" }, String(pins.length));
    pin.style.translate = `${place.x}px ${place.y}px`;
    layer.append(pin);
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
 * `place`, or one beside it that no other pin covers.
 * @param {{ x: number, y: number }} place
 * @param {{ x: number, y: number }[]} pins
 */
function free(place, pins) {
  const hasPin = (/** @type {{ x: number, y: number }} */ spot) =>
    pins.some((pin) => Math.abs(pin.x - spot.x) < SIZE && Math.abs(pin.y - spot.y) < SIZE);
  const places = [0, 1, -1, 2, -2].map((step) => ({ x: place.x, y: place.y + step * SIZE }));
  return places.find((spot) => !hasPin(spot)) ?? place;
}
