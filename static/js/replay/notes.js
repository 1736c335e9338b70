// Notes follow the replay from step to step; moves that have some are marked in the list.

import { all, maybe, one, said } from "../page.js";

/** @param {HTMLElement} section */
function follow(section) {
  const replay = section.closest("[data-replay]") ?? document.querySelector("[data-replay]");
  const notes = all(section, "[data-note]", HTMLElement);
  const count = one(section, "[data-notes-count]", HTMLElement);
  const none = one(section, "[data-notes-none]", HTMLElement);
  const form = maybe(section, "[data-note-form]", HTMLFormElement);
  const login = maybe(section, "[data-notes-login]", HTMLAnchorElement);

  for (const note of notes) {
    const move = replay?.querySelector(`a[data-move="${note.dataset.note}"]`);
    move?.classList.add("has-note", `has-note-${note.className.split("note-").at(-1)}`);
  }
  replay?.addEventListener("replay:step", (event) => {
    const ply = String(/** @type {CustomEvent<{ ply: number }>} */ (event).detail.ply);
    for (const note of notes) note.hidden = note.dataset.note !== ply;
    const shown = notes.filter((note) => !note.hidden).length;
    count.textContent = String(shown);
    none.hidden = shown > 0;
    if (form) form.action = said(form, "at").replace("{ply}", ply);
    if (login) login.href = said(login, "notesLogin").replace("{ply}", ply);
  });
}

all(document, "[data-notes]", HTMLElement).forEach(follow);
