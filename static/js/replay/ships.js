// What each ship would bring if it sailed now: worked out by the server, when somebody asks.

const QUIET = 120; // milliseconds without a step before the open table asks again

export class Ships {
  constructor(root) {
    this.dialog = root.querySelector('[data-dialog="ships"]');
    this.place = root.querySelector("[data-ships-table]");
    this.asked = 0;
  }

  /** Open the table from `address`; `number`: the ship to mark. */
  open(address, number = "") {
    this.number = number;
    this.dialog.showModal();
    this.load(address);
  }

  /** The replay has gone on, or looks through other eyes. */
  follow(address) {
    if (!this.dialog?.open) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(address), QUIET);
  }

  async load(address) {
    const mine = ++this.asked;
    this.place.setAttribute("aria-busy", "true");
    let html;
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      html = (await answer.json()).html;
    } catch { /* told below */ }
    if (mine !== this.asked) return;
    this.place.removeAttribute("aria-busy");
    if (html === undefined) this.place.textContent = this.place.dataset.failed;
    else this.place.innerHTML = html;
    this.place.querySelector(`[data-ship="${this.number}"]`)?.classList.add("is-asked");
  }
}

/** The number of the ship in the harbour that the mouse hit; empty: none. */
export function shipAt(event) {
  if (event.pointerType === "touch" || !event.target.closest?.('[data-block="harbour"]')) return "";
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const found = /^ship(\d)$/.exec(element.closest("[data-key]")?.dataset.key ?? "");
    if (found) return found[1];
  }
  return "";
}
