// The share menu: its links follow the replay from step to step and to other eyes, and it copies.

import { findElements, copyField, getElement, dataValue } from "../page.js";

const COPIED_MS = 1600; // milliseconds that a button says it has copied

/** Let links follow the replay, and buttons copy. @param {HTMLElement} share */
export function bindShare(share) {
  for (const button of findElements(share, "[data-copy]", HTMLButtonElement)) {
    button.hidden = false;
    button.addEventListener("click", () => copy(share, button));
  }
  const following = findElements(share, "[data-at]");
  const replay = share.closest("[data-replay]") ?? document.querySelector("[data-replay]");
  for (const kind of ["replay:step", "replay:seat"]) {
    replay?.addEventListener(kind, (event) => {
      const { detail } = /** @type {CustomEvent<{ ply: number, seat: string }>} */ (event);
      for (const element of following) follow(element, detail.ply, detail.seat);
    });
  }
}

/** @param {HTMLElement} element @param {number} ply @param {string} seat */
function follow(element, ply, seat) {
  const form = dataValue(element, "at");
  const joint = form.includes("?lang=") ? "&" : "?";
  const query = seat && seat !== "all" ? `${joint}seat=${seat}` : "";
  const text = form.replace("{ply}", String(ply)).replace("{seat}", query);
  if (element instanceof HTMLAnchorElement) element.href = text;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.value = text;
  }
}

/** @param {HTMLElement} share @param {HTMLButtonElement} button */
async function copy(share, button) {
  const status = getElement(share, "[data-copied]");
  const field = share.querySelector(`#${button.dataset.copy}`);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  try {
    await copyField(field);
  } catch {
    status.textContent = dataValue(status, "failed");
    return;
  }
  const words = button.textContent;
  status.textContent = dataValue(status, "words");
  button.textContent = "✓";
  button.disabled = true;
  setTimeout(() => {
    button.textContent = words;
    button.disabled = false;
    button.focus();
    status.textContent = "";
  }, COPIED_MS);
}

findElements(document, "[data-share]").forEach(bindShare);
