// The lists of what happened: every move by round and turn, and those since one's own last move.

export class Moves {
  constructor(root) {
    this.root = root;
    this.find();
  }

  find() {
    this.list = this.root.querySelector("[data-moves]");
    this.links = new Map();
    for (const link of this.list.querySelectorAll("[data-move]")) {
      this.links.set(Number(link.dataset.move), link);
      link.tabIndex = -1;
    }
    this.colours = [...this.root.querySelectorAll("[data-player] .stone")].map(
      (stone) => /stone--(\w+)/.exec(stone.className)[1],
    );
    this.turn = undefined;
  }

  /** One more move at the end of the list. */
  add(ply, step) {
    const link = this.link(ply, step);
    link.tabIndex = -1;
    this.links.set(ply, link);
    const item = document.createElement("li");
    item.append(link);
    this.group(step).append(item);
  }

  link(ply, step) {
    const link = document.createElement("a");
    link.className = `move ${step.a < 0 ? "move-bank" : `move-${this.colours[step.a]}`}`;
    link.href = `#${ply}`;
    link.dataset.move = ply;
    link.textContent = step.s;
    return link;
  }

  /** The list of the turn that `step` belongs to. */
  group(step) {
    const { setUp, round } = this.root.dataset;
    const title = step.r ? `${round} ${step.r}` : setUp;
    let section = this.list.lastElementChild;
    const same = section?.querySelector("h3")?.textContent === title;
    if (!same) {
      section = document.createElement("section");
      const heading = document.createElement("h3");
      heading.textContent = title;
      section.append(heading);
      this.list.append(section);
    }
    if (!same || this.turn !== step.t) {
      const turn = document.createElement("ol");
      turn.className = "replay-turn";
      section.append(turn);
    }
    this.turn = step.t;
    return section.lastElementChild;
  }

  /** Mark step `at` in the list, and bring it into view without moving the page. Of all the moves
   *  Tab reaches this one, so that the way to what comes below the list is short. */
  mark(at, last) {
    this.current?.removeAttribute("aria-current");
    if (this.reached) this.reached.tabIndex = -1;
    this.current = this.links.get(at);
    this.reached = this.current ?? this.links.get(1);
    if (this.reached) this.reached.tabIndex = 0;
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    if (at === last) {
      this.list.scrollTop = this.list.scrollHeight;
      return;
    }
    const box = this.list.getBoundingClientRect();
    const row = this.current.getBoundingClientRect();
    if (row.top < box.top || row.bottom > box.bottom) {
      this.list.scrollTop += row.top - box.top - box.height / 2;
    }
  }

  /** What happened after the last entry of seat `own`. */
  since(record, own) {
    const section = this.root.querySelector("[data-since]");
    const list = section.querySelector("[data-since-list]");
    const last = record.steps.findLastIndex((step) => step.a === own) + 1;
    const fresh = own < 0 ? [] : record.steps.slice(last);
    section.hidden = !fresh.length;
    const items = fresh.map((step, index) => {
      const item = document.createElement("li");
      item.append(this.link(last + index + 1, step));
      return item;
    });
    list.replaceChildren(...items);
  }
}
