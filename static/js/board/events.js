// What a key or a click is meant for: a field, the browser, or the page; what a reader wants.

/** Whether the reader wants no motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Whether a key that `target` gets belongs to what is written there.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

/**
 * Whether a click wants nothing of the browser: no new tab, no window, no download.
 * @param {MouseEvent} event
 */
export function isPlainClick(event) {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
