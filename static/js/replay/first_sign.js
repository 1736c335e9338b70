// A replay before its reader gives a sign: the server has drawn the step. The scripts that move it,
// and its payload, are fetched at the first sign. Clicks, keys and swipes until then are done after
// it.

import { findElement, findElements, hitElement } from "../page.js";
import { gesture, isPageKey, isPlainClick, SIGNS } from "../board/events.js";
import { MoveList } from "../board/list.js";

const KEYS = /^(?:Arrow(?:Left|Right)|\[|\]|Home|End| |f|p|\?|<|>)$/; // as in replay.js
const LIST_KEYS = /^Arrow(?:Up|Down)$/; // as in spoken.js
const CONTROLS = "button, [data-jump], [data-move], [data-plate], [data-ships], [data-key^=ship]";

/** The scripts that have come hear it, too. @param {PointerEvent} event */
const repeat = (event) => event.target?.dispatchEvent(new PointerEvent(event.type, event));

class FirstSign {
  /** @type {(() => void)[]} */
  postponed = [];
  isAwake = false;
  /** @type {PointerEvent | undefined} where the pointer came to, or a finger went down, last */
  pointer = undefined;
  listening = new AbortController();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    for (const control of findElements(root, "[data-slider], [data-play]")) {
      control.removeAttribute("disabled");
    }
    root.classList.add("is-live");
    new MoveList(root, findElement(root, "[data-moves]")).mark(Number(root.dataset.ply));
    const { signal } = this.listening;
    const options = { capture: true, signal };
    for (const sign of [...SIGNS, "focusin", "hashchange"]) {
      addEventListener(sign, () => this.wake(), { ...options, passive: true });
    }
    for (const kind of ["pointerover", "pointerdown", "pointerup", "pointercancel"]) {
      addEventListener(kind, (event) => this.point(event), options);
    }
    root.addEventListener("click", (event) => this.click(event), options);
    root.addEventListener("input", (event) => this.field(event), options);
    root.addEventListener("change", (event) => this.field(event), options);
    document.addEventListener("keydown", (event) => this.key(event), options);
    if (/^#\d+$/.test(location.hash)) this.wake();
  }

  wake() {
    if (this.isAwake) return;
    this.isAwake = true;
    for (const modules of findElements(document, "[data-later]", HTMLTemplateElement)) {
      document.head.append(modules.content.cloneNode(true));
    }
    Promise.all([import("./replay.js").then(({ begun }) => begun), import("../board/hints.js")])
      .catch(() => {}).finally(() => this.end());
  }

  /** What was held is done; the scripts hear where pointer and focus are. */
  end() {
    this.listening.abort();
    const { pointer } = this;
    if (pointer) repeat(pointer);
    const focused = document.activeElement;
    if (focused?.matches(":focus-visible")) {
      focused.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    }
    for (const act of this.postponed.splice(0)) act();
  }

  /** @param {Event} event */
  point(event) {
    if (!(event instanceof PointerEvent)) return;
    const isOver = event.type === "pointerup" || event.type === "pointercancel";
    const isTouch = event.pointerType !== "mouse";
    const { pointer } = this;
    if (event.type === "pointerup" && isTouch && pointer && gesture(pointer, event)) {
      this.postponed.push(() => {
        repeat(pointer);
        repeat(event);
      });
    }
    if (isOver) this.pointer = isTouch ? undefined : this.pointer;
    else if (isTouch === (event.type === "pointerdown")) this.pointer = event;
  }

  /** @param {Event} event @param {() => void} act */
  hold(event, act) {
    this.wake();
    event.preventDefault();
    event.stopImmediatePropagation();
    this.postponed.push(act);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { target } = event;
    if (!target || !isPlainClick(event) || !hitElement(event, CONTROLS)) return;
    if (hitElement(event, "[popovertarget], dialog")) return; // a browser's own
    this.hold(event, () => target.dispatchEvent(new MouseEvent("click", event)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    const keys = hitElement(event, "[data-spoken]") && LIST_KEYS.test(event.key) ? LIST_KEYS : KEYS;
    if (!target || !isPageKey(event) || !keys.test(event.key)) return;
    if (event.key === " " && hitElement(event, "button, summary, input:not([type=range])")) return;
    this.hold(event, () => target.dispatchEvent(new KeyboardEvent("keydown", event)));
  }

  /** @param {Event} event of the slider or a setting, which reads its value when it is made */
  field(event) {
    const { type } = event;
    const field = hitElement(event, "[data-slider], [data-sound], select");
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    const { value } = field;
    const isChecked = field instanceof HTMLInputElement && field.checked;
    this.hold(event, () => {
      field.value = value;
      if (field instanceof HTMLInputElement) field.checked = isChecked;
      field.dispatchEvent(new Event(type, { bubbles: true }));
    });
  }
}

for (const root of findElements(document, "[data-replay]")) new FirstSign(root);
