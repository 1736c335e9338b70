// What a page fetches of a replay: the steps, through whosever eyes, and their graph.

/** The payload for the eyes that the page was made for. */
export async function payloadOf(root) {
  const url = root.dataset.payload;
  if (url) return read(url);
  return JSON.parse(root.querySelector('script[type="application/json"]').textContent);
}

/** The payload for other eyes: of a stored game by its address, of any other by its log. */
export function seenBy(root, word) {
  const { base, version } = root.dataset;
  if (base) return read(`${base}replay.json?v=${version}&seat=${word}`);
  const { dataset, content } = root.querySelector("template[data-look]");
  const body = new FormData();
  body.set("log", content.textContent);
  body.set("seat", word);
  return read(dataset.look, { method: "POST", body, headers: { "X-CSRFToken": dataset.token } });
}

/** Hidden cards: a page for eyes that may not know it has no graph "if it ended here". */
export async function drawGraph(root, word) {
  const { base, version } = root.dataset;
  const { html } = await read(`${base}graph.json?v=${version}&seat=${word}`);
  root.querySelector(".replay-graph").outerHTML = html;
}

async function read(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}
