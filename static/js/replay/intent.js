// What somebody means: whether a key is for a field, whether a click is for the page.

/** Whether a key that `target` gets belongs to what is written there. */
export function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    || target.isContentEditable === true;
}

/** Whether a click wants nothing of the browser: no new tab, no window, no download. */
export function isPlainClick(event) {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
