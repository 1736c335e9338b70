// A finger on the table: a swipe to the left goes on, to the right goes back. A tap is left to what
// it hits; up and down scrolls the page, as everywhere.

const FAR = 40; // pixels of a swipe

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

/**
 * @param {HTMLElement} table
 * @param {(name: "next" | "back") => void} jump
 */
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
