// Uploading without leaving the page: a row for each file, from ready to its verdict.
// Without this script the form does the same with whole pages.

import { createNode, csrfToken, dataValue, fillWords, findElement, getElement } from "./page.js";
import { createBadge, pollStatus, delay, verdictNode } from "./progress.js";
import { sendForm } from "./board/api.js";

/** @import { DatasetKey } from "./data_names.js" */
/** @import { Status, Verdict } from "./progress.js" */

/**
 * The site's answer to a file: received, or the reason of its refusal.
 * @typedef {{ error?: string, again: boolean, status: string, url: string }} Received
 */

const RETRIES = [1000, 2000, 4000];
const LANES = 2;
const VERDICT_LIMIT = 20;

const form = getElement(document, "form[data-upload]", HTMLFormElement);
const input = getElement(form, "input[type=file]", HTMLInputElement);
const drop = getElement(form, "[data-drop]");
const list = getElement(form, "[data-files]");
const line = getElement(form, "[data-said]");
const paste = getElement(form, "textarea", HTMLTextAreaElement);
const keep = findElement(form, "[data-keep]", HTMLButtonElement);

/**
 * A sentence of the page (`data-word-…` of the form) with its values put in.
 * @param {string} name as in `dataset`, without `word`
 * @param {{ [hole: string]: string | number }} [values]
 */
function word(name, values = {}) {
  const key = /** @type {DatasetKey} */ (`word${name[0].toUpperCase()}${name.slice(1)}`);
  return fillWords(dataValue(form, key), values);
}

/** @type {Row[]} files that wait for a button */
let ready = [];
let busy = 0; // files that are still on their way

// ------------------------------------------------------------------ rows

/** @param {File} file */
function formatSize(file) {
  const kib = file.size / 1024;
  const [size, unit, digits] = kib < 1024 ? [Math.max(1, kib), "kilobyte", 0]
    : [kib / 1024, "megabyte", 1];
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit", unit, maximumFractionDigits: digits,
  }).format(size);
}

class Row {
  /** `pasted`: a text that goes back to its field if it fails. @param {File} file */
  constructor(file, pasted = "") {
    this.file = file;
    this.pasted = pasted;
    this.state = createNode("span", { class: "file__state" });
    this.verdicts = createNode("ul", { class: "file__verdicts" });
    const size = createNode("span", { class: "file__size" }, ` ${formatSize(file)}`);
    this.node = createNode(
      "li", { class: "file" }, createNode("span", { class: "file__name" }, file.name, size),
    );
    this.node.append(this.state, this.verdicts);
    list.append(this.node);
    list.hidden = false;
  }

  /** @param {Node[]} nodes */
  show(...nodes) {
    this.state.replaceChildren(...nodes);
  }

  waits() {
    const away = createNode(
      "button", { class: "button button--small button--quiet" }, word("remove"),
    );
    away.type = "button";
    away.setAttribute("aria-label", word("removeFile", { name: this.file.name }));
    away.addEventListener("click", () => {
      ready = ready.filter((row) => row !== this);
      this.node.remove();
      list.hidden = !list.children.length;
      giveToInput();
    });
    this.show(createBadge(word("ready"), "quiet"), away);
  }

  /** @param {string} sentence @param {boolean} retry */
  fails(sentence, retry) {
    if (this.pasted && !paste.value) paste.value = this.pasted;
    this.show(createBadge(word("lost"), "bad"));
    const reason = createNode("li", {}, sentence);
    this.verdicts.replaceChildren(reason);
    if (!retry) return;
    const button = createNode("button", { class: "button button--small" }, word("again"));
    button.type = "button";
    button.addEventListener("click", () => run([this]));
    this.state.append(button);
  }

  /** @param {Status} status */
  showVerdicts(status) {
    const logs = status.submissions;
    if (logs.length === 1) this.show(createBadge(...logs[0].badge));
    else this.show(createBadge(status.judged, "info"));
    if (logs.length > 1 && status.done) {
      this.show(...status.badges.map((summary) => createBadge(...summary)));
    }
    const verdicts = logs.filter((log) => log.url).slice(0, VERDICT_LIMIT);
    this.verdicts.replaceChildren(...verdicts.map((log) => verdictLine(log, logs.length > 1)));
    if (status.done && status.logs > verdicts.length) {
      const all = createNode("a", {}, status.all);
      all.href = status.url;
      this.verdicts.append(createNode("li", {}, all));
    }
  }
}

/** @param {Verdict} log @param {boolean} several */
function verdictLine(log, several) {
  const row = createNode("li", {});
  if (several) row.append(`${log.member || log.number} `, createBadge(...log.badge), " ");
  row.append(verdictNode(log));
  return row;
}

/** A file's name, or a count. @param {string} single @param {string} several @param {Row[]} rows */
function countText(single, several, rows) {
  if (rows.length === 1) return word(single, { name: rows[0].file.name });
  return word(several, { number: rows.length });
}

// ------------------------------------------------------------------ sending

/** @param {File} file @returns {Promise<Received | { error: string, again: boolean }>} */
async function send(file) {
  const data = new FormData();
  data.append("csrfmiddlewaretoken", csrfToken(form));
  data.append("logs", file, file.name);
  const occasion = form.elements.namedItem("occasion");
  if (occasion instanceof HTMLSelectElement) data.append("occasion", occasion.value);
  const answer = await sendForm(form.action, data);
  if (answer.status >= 500) throw new TypeError(`status ${answer.status}`);
  if (!answer.headers.get("Content-Type")?.includes("json")) {
    return { error: word("old"), again: false };
  }
  const reply = await answer.json();
  return { ...(reply.uploads ? reply.uploads[0] : reply), again: answer.status === 429 };
}

/** @param {Row} row */
async function sendPatiently(row) {
  for (const pause of [...RETRIES, null]) {
    try {
      return await send(row.file);
    } catch {
      if (pause === null) return null;
      row.show(createBadge(word("trying"), "wait"));
      await delay(pause);
    }
  }
  return null;
}

/** @param {Row} row */
async function judge(row) {
  row.verdicts.replaceChildren();
  row.show(createBadge(word("sending"), "info"));
  const received = await sendPatiently(row);
  if (!received) {
    row.fails(word("unreached"), true);
    return;
  }
  if (received.error || !("status" in received)) {
    row.fails(received.error ?? "", received.again);
    return;
  }
  row.show(createBadge(word("received"), "info"));
  try {
    await pollStatus(received.status, (status) => row.showVerdicts(status));
  } catch {
    const link = createNode("a", {}, word("look"));
    link.href = received.url;
    row.show(createBadge(word("received"), "info"), link);
  }
}

/** @param {Row[]} rows */
async function run(rows) {
  const queue = [...rows];
  busy += rows.length;
  const lane = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      await judge(row);
      busy -= 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, rows.length) }, lane));
  line.textContent = busy ? "" : countText("doneOne", "doneAll", rows);
}

// ------------------------------------------------------------------ choosing

function giveToInput() {
  const transfer = new DataTransfer();
  for (const row of ready) transfer.items.add(row.file);
  input.files = transfer.files;
}

/** @param {File[]} files */
function choose(files) {
  for (const file of files) {
    const row = new Row(file);
    row.waits();
    ready.push(row);
  }
  giveToInput();
  line.textContent = countText("chosenOne", "chosenAll", ready);
}

input.addEventListener("change", () => {
  for (const row of ready) row.node.remove();
  ready = [];
  const files = [...(input.files ?? [])];
  list.hidden = !list.children.length;
  choose(files);
});

for (const name of /** @type {const} */ (["dragenter", "dragover"])) {
  form.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.add("drop--over");
  });
}

form.addEventListener("dragleave", (event) => {
  const inside = event.relatedTarget instanceof Node && form.contains(event.relatedTarget);
  if (!inside) drop.classList.remove("drop--over");
});

form.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  drop.classList.remove("drop--over");
  choose([...event.dataTransfer.files]);
});

form.addEventListener("submit", (event) => {
  if (!keep || event.submitter !== keep) return; // a dry run shows a page of its own
  const text = paste.value.trim() ? paste.value : "";
  if (!ready.length && !text) return; // the page says what is missing
  event.preventDefault();
  const rows = ready;
  ready = [];
  giveToInput();
  if (text) {
    rows.push(new Row(new File([text], "pasted.imh", { type: "text/plain" }), text));
    paste.value = "";
  }
  run(rows);
});
