// A button at each command of a page that copies it.

import { createNode, dataValue, findElements, getElement } from "./page.js";

const COPIED_MS = 1600; // milliseconds that a button says it has copied

const page = getElement(document, "[data-copies]");

/** @param {HTMLElement} command */
function addCopyButton(command) {
  const words = dataValue(page, "copy");
  const look = "button button--small copies__button";
  const button = createNode("button", { class: look, type: "button" }, words);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command.textContent ?? "");
    button.textContent = dataValue(page, "copied");
    setTimeout(() => button.replaceChildren(words), COPIED_MS);
  });
  const frame = createNode("div", { class: "copies" });
  command.replaceWith(frame);
  frame.append(command, button);
}

// without a secure connection browsers let no page copy
if (navigator.clipboard) {
  for (const command of findElements(page, "pre:not(.api-answer)")) addCopyButton(command);
}
