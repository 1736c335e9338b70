// Notes follow the replay from step to step; moves that have some are marked in the list.

for (const section of document.querySelectorAll("[data-notes]")) {
  const replay = section.closest("[data-replay]") ?? document.querySelector("[data-replay]");
  const notes = [...section.querySelectorAll("[data-note]")];
  const count = section.querySelector("[data-notes-count]");
  const none = section.querySelector("[data-notes-none]");
  const form = section.querySelector("[data-note-form]");
  const login = section.querySelector("[data-notes-login]");

  const follow = (ply) => {
    let shown = 0;
    for (const note of notes) {
      note.hidden = note.dataset.note !== String(ply);
      if (!note.hidden) shown++;
    }
    count.textContent = shown;
    none.hidden = shown > 0;
    if (form) form.action = form.dataset.at.replace("{ply}", ply);
    if (login) login.href = login.dataset.notesLogin.replace("{ply}", ply);
  };

  for (const note of notes) {
    const move = replay?.querySelector(`a[data-move="${note.dataset.note}"]`);
    move?.classList.add("has-note", `has-note-${note.className.split("note-").at(-1)}`);
  }
  replay?.addEventListener("replay:step", (event) => follow(event.detail.ply));
}
