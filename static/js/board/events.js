// Events of keyboard, mouse and fingers: meant for a field, the browser, or the page. A swipe on
// the table to the left goes on, to the right goes back. Reduced motion.

const FAR = 40; // pixels of a swipe

/** Events that say that a reader is there. */
export const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel"];

/** True if the reader prefers reduced motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** True if a key at `target` is typed into a field. @param {EventTarget | null} target */
export function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Escape closes it, and does nothing else meanwhile. */
const isMenuOpen = () => document.querySelector("[role=dialog]:popover-open") !== null;

/** True for a key alone that is not typed into a field. @param {KeyboardEvent} event */
export function isPageKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  return event.key !== "Escape" || !isMenuOpen();
}

/** True for a click that opens nothing else. @param {MouseEvent} event */
export function isPlainClick(event) {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/**
 * The direction of a swipe between two events; empty if it is none.
 * @param {{ clientX: number, clientY: number }} begun
 * @param {{ clientX: number, clientY: number }} ended
 * @returns {"next" | "back" | ""}
 */
export function gesture(begun, ended) {
  const across = ended.clientX - begun.clientX;
  const down = ended.clientY - begun.clientY;
  if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) {
    return across < 0 ? "next" : "back";
  }
  return "";
}

/** @param {HTMLElement} table @param {(name: "next" | "back") => void} jump */
export function listenToFingers(table, jump) {
  /** @type {PointerEvent | undefined} */
  let begun;
  table.addEventListener("pointerdown", (event) => {
    begun = event.pointerType === "mouse" || !event.isPrimary ? undefined : event;
  });
  table.addEventListener("pointercancel", () => { begun = undefined; });
  table.addEventListener("pointerup", (event) => {
    if (!begun || event.pointerId !== begun.pointerId) return;
    const direction = gesture(begun, event);
    begun = undefined;
    if (direction) jump(direction);
  });
}
