// Notes follow the replay from step to step; moves that have some are marked in the list. Branches
// stand there too.

import { createNode, dataValue, findElement, findElements, getElement } from "../page.js";
import { readText, tab } from "../storage.js";
import { isPageKey } from "../board/events.js";

/** @param {HTMLElement} section */
function follow(section) {
  const replay = section.closest("[data-replay]") ?? document.querySelector("[data-replay]");
  const notes = findElements(section, "[data-note]");
  const count = getElement(section, "[data-notes-count]");
  const none = getElement(section, "[data-notes-none]");
  const form = findElement(section, "[data-note-form]", HTMLFormElement);
  const login = findElement(section, "[data-notes-login]", HTMLAnchorElement);

  for (const note of notes) {
    showSaved(replay, note);
    const move = replay?.querySelector(`a[data-move="${note.dataset.note}"]`);
    move?.classList.add("has-note", `has-note-${note.className.split("note-").at(-1)}`);
  }
  replay?.addEventListener("replay:step", (event) => {
    const ply = String(/** @type {CustomEvent<{ ply: number }>} */ (event).detail.ply);
    for (const note of notes) note.hidden = note.dataset.note !== ply;
    const visible = notes.filter((note) => !note.hidden).length;
    count.textContent = String(visible);
    none.hidden = visible > 0;
    if (form) form.action = dataValue(form, "at").replace("{ply}", ply);
    if (login) login.href = dataValue(login, "notesLogin").replace("{ply}", ply);
  });
}

/** The link of a note to its branch. @param {Element | null} replay @param {HTMLElement} note */
function showSaved(replay, note) {
  const link = findElement(note, "[data-note-branch]", HTMLAnchorElement);
  const move = replay?.querySelector(`[data-moves] [data-move="${note.dataset.note}"]`);
  if (!link || !move) return;
  const words = note.querySelector(".note-text")?.textContent?.slice(0, 60) ?? "";
  const looks = "move branch-move branch-saved";
  move.after(createNode("a", { class: looks, href: link.href }, words));
}

/** Branches that were tried in this tab stand in the list of moves. */
async function showBranches() {
  const list = findElement(document, "[data-replay] [data-moves]");
  const game = /^\/games\/(\w+)\//.exec(location.pathname)?.[1];
  if (!list || !game || readText(`imhotep-branches-${game}`, tab) === null) return;
  const [{ drawBranches }, { loadTree }] = await Promise.all([
    import("./branches.js"),
    import("./tree.js"),
  ]);
  drawBranches(list, loadTree(game));
}

/** `w` goes to the what-if of the step that is shown. */
function bindWhatIfKey() {
  const link = findElement(document, ".whatif-tool a", HTMLAnchorElement);
  document.addEventListener("keydown", (event) => {
    if (event.key === "w" && isPageKey(event)) link?.click();
  });
}

findElements(document, "[data-notes]").forEach(follow);
showBranches();
bindWhatIfKey();
