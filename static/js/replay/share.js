// The share menu: its links follow the replay from step to step and to other eyes, and it copies.

const SHOWN = 1600; // milliseconds that a button says it has copied

/** Bring a part of the page with links that follow and buttons that copy to life. */
export function sharing(share) {
  const following = [...share.querySelectorAll("[data-at]")];
  const status = share.querySelector("[data-copied]");

  const follow = ({ ply, seat }) => {
    const query = seat && seat !== "all" ? `?seat=${seat}` : "";
    for (const element of following) {
      const text = element.dataset.at.replace("{ply}", ply).replace("{seat}", query);
      if (element.localName === "a") element.href = text;
      else element.value = text;
    }
  };

  const copy = async (button) => {
    const field = share.querySelector(`#${button.dataset.copy}`);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      status.textContent = status.dataset.failed;
      return;
    }
    const words = button.textContent;
    status.textContent = status.dataset.words;
    button.textContent = "✓";
    button.disabled = true;
    setTimeout(() => {
      button.textContent = words;
      button.disabled = false;
      button.focus();
      status.textContent = "";
    }, SHOWN);
  };

  for (const button of share.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
  const replay = share.closest("[data-replay]") ?? document.querySelector("[data-replay]");
  for (const kind of ["replay:step", "replay:seat"]) {
    replay?.addEventListener(kind, (event) => follow(event.detail));
  }
}

document.querySelectorAll("[data-share]").forEach(sharing);
