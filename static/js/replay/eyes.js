// What a page fetches of a replay: the steps, through whosever eyes, and their graph.

import { readJson } from "./json.js";

/** The payload for the eyes that the page was made for. */
export async function payloadOf(root) {
  const url = root.dataset.payload;
  if (url) return readJson(url);
  return JSON.parse(root.querySelector('script[type="application/json"]').textContent);
}

/** The payload for other eyes: of a stored game by its address, of any other by its log. */
export function seenBy(root, word) {
  const { base, version } = root.dataset;
  if (base) return readJson(`${base}replay.json?v=${version}&seat=${word}`);
  const { dataset, content } = root.querySelector("template[data-look]");
  const body = new FormData();
  body.set("log", content.textContent);
  body.set("seat", word);
  return readJson(dataset.look, { method: "POST", body, headers: { "X-CSRFToken": dataset.token } });
}

/** Hidden cards: a page for eyes that may not know it has no graph "if it ended here". */
export async function drawGraph(root, word) {
  const { base, version } = root.dataset;
  const { html } = await readJson(`${base}graph.json?v=${version}&seat=${word}`);
  root.querySelector(".replay-graph").outerHTML = html;
}
