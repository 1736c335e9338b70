// A finger on the table: a swipe to the left goes on, to the right goes back; a tap on the right
// half goes on, on the left half goes back. Up and down scrolls the page, as everywhere.

const FAR = 40; // pixels of a swipe
const NEAR = 10; // pixels that a tap may move
const LONG = 400; // milliseconds

/**
 * What a finger did between two events: a swipe, with where it leads; a tap; or nothing.
 * @param {{ clientX: number, clientY: number, timeStamp: number }} begun
 * @param {{ clientX: number, clientY: number, timeStamp: number }} ended
 * @returns {"next" | "back" | "tap" | ""}
 */
export function gesture(begun, ended) {
  const across = ended.clientX - begun.clientX;
  const down = ended.clientY - begun.clientY;
  if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) {
    return across < 0 ? "next" : "back";
  }
  return Math.hypot(across, down) < NEAR && ended.timeStamp - begun.timeStamp < LONG ? "tap" : "";
}

/**
 * @param {HTMLElement} table
 * @param {(name: "next" | "back") => void} jump
 * @param {(event: PointerEvent) => boolean} ignored whether a tap means something else
 */
export function listenToFingers(table, jump, ignored) {
  /** @type {PointerEvent | undefined} */
  let begun;
  table.addEventListener("pointerdown", (event) => {
    begun = event.pointerType === "mouse" || !event.isPrimary ? undefined : event;
  });
  table.addEventListener("pointercancel", () => { begun = undefined; });
  table.addEventListener("pointerup", (event) => {
    if (!begun || event.pointerId !== begun.pointerId) return;
    const made = gesture(begun, event);
    begun = undefined;
    if (made === "tap") {
      if (ignored(event)) return;
      const box = table.getBoundingClientRect();
      jump(event.clientX > box.left + box.width / 2 ? "next" : "back");
    } else if (made) {
      jump(made);
    }
  });
}
