// What is said at a table, as it is said. Off the record: no log has it.

/**
 * Keeps the talk in `root` (templates/tables/talk.html) up to date. `stream` tells of `talk`, the
 * event after which to ask.
 */
export function talk(root, tableId, stream) {
  const list = root.querySelector("[data-lines]");
  const box = list.parentElement;
  const form = root.querySelector("form[data-say]");
  const wrong = root.querySelector("[data-wrong]");
  const address = `/tables/${tableId}/talk/`;

  async function ask() {
    const last = list.lastElementChild?.dataset.line ?? "0";
    try {
      const answer = await fetch(`${address}?after=${last}`, { headers: { Accept: "text/html" } });
      if (answer.ok && !answer.redirected) add(await answer.text());
    } catch {
      // no connection: the next event asks again
    }
  }

  function add(html) {
    const made = new DOMParser().parseFromString(html, "text/html");
    const low = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    for (const line of made.querySelectorAll("[data-line]")) {
      if (list.querySelector(`[data-line="${CSS.escape(line.dataset.line)}"]`)) continue;
      list.append(line);
    }
    box.hidden = !list.children.length;
    root.querySelector("[data-silence]").hidden = !box.hidden;
    if (low) box.scrollTop = box.scrollHeight;
  }

  async function say(event) {
    event.preventDefault();
    const text = form.elements.text;
    if (!text.value.trim()) return;
    const data = new FormData(form);
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: data,
        headers: { Accept: "application/json" },
      });
      const told = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
      wrong.textContent = answer.ok ? "" : (told.error ?? root.dataset.failed);
      if (answer.ok) text.value = "";
    } catch {
      wrong.textContent = root.dataset.failed;
    }
    wrong.hidden = !wrong.textContent;
    button.disabled = false;
    text.focus();
    await ask();
  }

  form?.addEventListener("submit", say);
  box.scrollTop = box.scrollHeight;
  stream.addEventListener("talk", ask);
}
