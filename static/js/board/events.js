// Keyboard and mouse events: meant for a field, the browser, or the page. Reduced motion.

/** True if the reader prefers reduced motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * True if a key at `target` belongs to the text that is typed there.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

/**
 * True for a click without modifiers: no new tab, no window, no download.
 * @param {MouseEvent} event
 */
export function isPlainClick(event) {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
