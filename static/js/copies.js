// A button at each command of a page that copies it. It imports nothing: no other script of the
// page needs `page.js`, which weighs more than all of this.

const COPIED_MS = 1600; // milliseconds that a button says it has copied

const page = document.querySelector("[data-copies]");

/** @param {HTMLElement} command @param {string} copy @param {string} copied */
function addCopyButton(command, copy, copied) {
  const button = document.createElement("button");
  button.className = "button button--small copies__button";
  button.type = "button";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command.textContent ?? "");
    button.textContent = copied;
    setTimeout(() => { button.textContent = copy; }, COPIED_MS);
  });
  const frame = document.createElement("div");
  frame.className = "copies";
  command.replaceWith(frame);
  frame.append(command, button);
}

// without a secure connection browsers let no page copy
if (navigator.clipboard && page instanceof HTMLElement) {
  const { copy = "", copied = "" } = page.dataset;
  for (const command of page.querySelectorAll("pre:not(.api-answer)")) {
    if (command instanceof HTMLElement) addCopyButton(command, copy, copied);
  }
}
