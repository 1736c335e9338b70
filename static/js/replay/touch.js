// A finger on the table: a swipe to the left goes on, to the right goes back; a tap on the right
// half goes on, on the left half goes back. Up and down scrolls the page, as everywhere.

const FAR = 40; // pixels of a swipe
const NEAR = 10; // pixels that a tap may move
const LONG = 400; // milliseconds

/** `jump(name)`: "next" or "back"; `ignored(event)`: taps that mean something else. */
export function listenToFingers(table, jump, ignored) {
  let begun;
  table.addEventListener("pointerdown", (event) => {
    begun = event.pointerType === "mouse" || !event.isPrimary ? undefined : event;
  });
  table.addEventListener("pointercancel", () => { begun = undefined; });
  table.addEventListener("pointerup", (event) => {
    if (!begun || event.pointerId !== begun.pointerId) return;
    const across = event.clientX - begun.clientX;
    const down = event.clientY - begun.clientY;
    const time = event.timeStamp - begun.timeStamp;
    begun = undefined;
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) {
      jump(across < 0 ? "next" : "back");
    } else if (Math.hypot(across, down) < NEAR && time < LONG && !ignored(event)) {
      const box = table.getBoundingClientRect();
      jump(event.clientX > box.left + box.width / 2 ? "next" : "back");
    }
  });
}
