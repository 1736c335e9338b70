// Uploading without leaving the page: a row for each file, from ready to its verdict.
// Without this script the form does the same with whole pages.

import { badge, follow, verdictBadge, wait, whatCame } from "./progress.js";

const RETRIES = [1000, 2000, 4000];
const AT_ONCE = 2;
const SHOWN_VERDICTS = 20;

const form = document.querySelector("[data-upload]");
const input = form.querySelector("input[type=file]");
const drop = form.querySelector("[data-drop]");
const list = form.querySelector("[data-files]");
const said = form.querySelector("[data-said]");
const paste = form.querySelector("textarea");
const keep = form.querySelector("[data-keep]");

document.documentElement.classList.add("has-script");

/** Files that wait for a button, and what is still on its way. */
let ready = [];
let busy = 0;

// ------------------------------------------------------------------ rows

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function sizeOf(file) {
  const kib = file.size / 1024;
  return kib < 1024 ? `${Math.max(1, Math.round(kib))} KB` : `${(kib / 1024).toFixed(1)} MB`;
}

class Row {
  /** `pasted`: the text, if it was no file; it goes back to where it was typed if it is of no use. */
  constructor(file, pasted = "") {
    this.file = file;
    this.pasted = pasted;
    this.state = element("span", "file__state");
    this.verdicts = element("ul", "file__verdicts");
    const size = element("span", "file__size", ` ${sizeOf(file)}`);
    this.node = element("li", "file", element("span", "file__name", file.name, size));
    this.node.append(this.state, this.verdicts);
    list.append(this.node);
    list.hidden = false;
  }

  show(...nodes) {
    this.state.replaceChildren(...nodes);
  }

  waits() {
    const away = element("button", "button button--small button--quiet", "Remove");
    away.type = "button";
    away.setAttribute("aria-label", `Remove ${this.file.name}`);
    away.addEventListener("click", () => {
      ready = ready.filter((row) => row !== this);
      this.node.remove();
      list.hidden = !list.children.length;
      giveToInput();
    });
    this.show(badge("ready", "quiet"), away);
  }

  fails(sentence, retry) {
    if (this.pasted && !paste.value) paste.value = this.pasted;
    this.show(badge("not received", "bad"));
    const why = element("li", "", sentence);
    this.verdicts.replaceChildren(why);
    if (!retry) return;
    const again = element("button", "button button--small", "Try again");
    again.type = "button";
    again.addEventListener("click", () => run([this]));
    this.state.append(again);
  }

  judged(status) {
    const logs = status.submissions;
    if (logs.length === 1) this.show(verdictBadge(logs[0].status));
    else this.show(badge(`${status.logs - status.waiting} of ${status.logs} judged`, "info"));
    if (logs.length > 1 && status.done) this.show(...summary(status));
    const told = logs.filter((log) => log.url).slice(0, SHOWN_VERDICTS);
    this.verdicts.replaceChildren(...told.map((log) => verdictLine(log, logs.length > 1)));
    if (status.done && status.logs > told.length) {
      const all = element("a", "", `All ${status.logs} verdicts`);
      all.href = status.url;
      this.verdicts.append(element("li", "", all));
    }
  }
}

function verdictLine(log, several) {
  const line = element("li", "");
  if (several) line.append(`${log.member || log.number} `, verdictBadge(log.status), " ");
  line.append(whatCame(log));
  return line;
}

function summary(status) {
  const kinds = [
    ["verified", "verified", "good"],
    ["duplicate", "already here", "wait"],
    ["refused", "refused", "bad"],
    ["failed", "not judged", "bad"],
  ];
  return kinds.filter(([key]) => status[key]).map(([key, word, kind]) => badge(`${status[key]} ${word}`, kind));
}

// ------------------------------------------------------------------ sending

async function send(file) {
  const data = new FormData();
  data.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  data.append("logs", file, file.name);
  const answer = await fetch(form.action, {
    method: "POST",
    body: data,
    headers: { Accept: "application/json" },
  });
  if (answer.status >= 500) throw new TypeError(`status ${answer.status}`);
  if (!answer.headers.get("Content-Type")?.includes("json")) {
    return { error: "This page is too old: reload it, and try again." };
  }
  const told = await answer.json();
  const one = told.uploads ? told.uploads[0] : told;
  return { ...one, again: answer.status === 429 };
}

async function sendPatiently(row) {
  for (const pause of [...RETRIES, null]) {
    try {
      return await send(row.file);
    } catch {
      if (pause === null) return null;
      row.show(badge("no connection, trying again", "wait"));
      await wait(pause);
    }
  }
  return null;
}

async function judge(row) {
  row.verdicts.replaceChildren();
  row.show(badge("sending", "info"));
  const received = await sendPatiently(row);
  if (!received) return row.fails("The site could not be reached.", true);
  if (received.error) return row.fails(received.error, received.again);
  row.show(badge("received", "info"));
  try {
    await follow(received.status, (status) => row.judged(status));
  } catch {
    const link = element("a", "", "Look at the upload");
    link.href = received.url;
    row.show(badge("received", "info"), link);
  }
}

async function run(rows) {
  const queue = [...rows];
  busy += rows.length;
  const lane = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      await judge(row);
      busy -= 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, lane));
  said.textContent = busy ? "" : `Done: ${rows.length === 1 ? rows[0].file.name : `${rows.length} files`}`;
}

// ------------------------------------------------------------------ choosing

function giveToInput() {
  const held = new DataTransfer();
  for (const row of ready) held.items.add(row.file);
  input.files = held.files;
}

function choose(files) {
  for (const file of files) {
    const row = new Row(file);
    row.waits();
    ready.push(row);
  }
  giveToInput();
  const number = ready.length;
  said.textContent = number === 1 ? `${ready[0].file.name} is ready` : `${number} files are ready`;
}

input.addEventListener("change", () => {
  for (const row of ready) row.node.remove();
  ready = [];
  const files = [...input.files];
  list.hidden = !list.children.length;
  choose(files);
});

for (const name of ["dragenter", "dragover"]) {
  form.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.add("drop--over");
  });
}

form.addEventListener("dragleave", (event) => {
  if (!form.contains(event.relatedTarget)) drop.classList.remove("drop--over");
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
