// Sources of a replay's frames: the steps in one seat's or everybody's view, and their graph.

import { getElement, dataValue } from "../page.js";
import { readJson } from "../board/api.js";

/** @import { Payload } from "../board/frames.js" */

/** The payload that the page was made for. @param {HTMLElement} root @returns {Promise<Payload>} */
export async function fetchPayload(root) {
  const url = root.dataset.payload;
  if (url) return readJson(url);
  return JSON.parse(getElement(root, 'script[type="application/json"]', HTMLScriptElement).text);
}

/**
 * The payload for other eyes: of a stored game by its address, of any other by its log.
 * @param {HTMLElement} root
 * @param {string} word a colour, or "all"
 * @returns {Promise<Payload>}
 */
export function fetchView(root, word) {
  if (root.dataset.base) return readJson(viewUrl(root, "replay.json", word));
  const look = getElement(root, "template[data-look]", HTMLTemplateElement);
  const body = new FormData();
  body.set("log", look.content.textContent ?? "");
  body.set("seat", word);
  const headers = { "X-CSRFToken": dataValue(look, "token") };
  return readJson(dataValue(look, "look"), { method: "POST", body, headers });
}

/** The graph of a viewer who may see it. @param {HTMLElement} root @param {string} word */
export async function drawGraph(root, word) {
  const { html } = await readJson(viewUrl(root, "graph.json", word));
  getElement(root, ".replay-graph").outerHTML = html;
}

/**
 * The address of a file of a stored game, as `word` sees it.
 * @param {{ dataset: DOMStringMap }} root
 * @param {string} file
 * @param {string} word
 */
export function viewUrl({ dataset }, file, word) {
  return `${dataset.base}${file}?v=${dataset.version}&seat=${word}`;
}
