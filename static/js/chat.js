// The chat of a table, as it comes in. No log has it.

import { findElements, findElement, getElement, dataValue } from "./page.js";
import { inLanguage, readPage, sendForm } from "./board/api.js";

/**
 * Keeps a chat (templates/tables/chat.html) up to date, at each event `talk` of `stream`.
 * @param {HTMLElement} root
 * @param {string} tableId
 * @param {EventTarget} stream
 */
export function followChat(root, tableId, stream) {
  const list = getElement(root, "[data-lines]");
  const box = /** @type {HTMLElement} */ (list.parentElement);
  const silence = getElement(root, "[data-silence]");
  const form = findElement(root, "form[data-say]", HTMLFormElement);
  const address = `/tables/${tableId}/talk/`;

  async function ask() {
    const last = list.lastElementChild?.getAttribute("data-line") ?? "0";
    try {
      const fragment = await readPage(inLanguage(`${address}?after=${last}`));
      if (fragment) add(fragment);
    } catch {
      // no connection: the next event asks again
    }
  }

  /** @param {Document} fragment */
  function add(fragment) {
    const low = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    for (const line of findElements(fragment, "[data-line]")) {
      if (list.querySelector(`[data-line="${CSS.escape(dataValue(line, "line"))}"]`)) continue;
      list.append(line);
    }
    box.hidden = !list.children.length;
    silence.hidden = !box.hidden;
    if (low) box.scrollTop = box.scrollHeight;
  }

  /** @param {SubmitEvent} event @param {HTMLFormElement} sent */
  async function say(event, sent) {
    event.preventDefault();
    const wrong = getElement(root, "[data-wrong]");
    const text = getElement(sent, "[name=text]", HTMLInputElement);
    if (!text.value.trim()) return;
    const body = new FormData(sent);
    const button = getElement(sent, "button", HTMLButtonElement);
    button.disabled = true;
    try {
      const answer = await sendForm(sent.action, body);
      const isJson = answer.headers.get("Content-Type")?.includes("json");
      const reply = isJson ? await answer.json() : {};
      wrong.textContent = answer.ok ? "" : (reply.error ?? dataValue(root, "failed"));
      if (answer.ok) text.value = "";
    } catch {
      wrong.textContent = dataValue(root, "failed");
    }
    wrong.hidden = !wrong.textContent;
    button.disabled = false;
    text.focus();
    await ask();
  }

  form?.addEventListener("submit", (event) => say(event, form));
  box.scrollTop = box.scrollHeight;
  stream.addEventListener("talk", ask);
}
