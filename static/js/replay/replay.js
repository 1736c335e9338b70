// The replay in a page that the server has drawn at one step: keys, buttons, slider, addresses.

import { Record } from "./record.js";
import { Stage } from "./stage.js";

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "next",
  "Shift+ArrowLeft": "turn-back",
  "Shift+ArrowRight": "turn-next",
  "[": "round-back",
  "]": "round-next",
  Home: "first",
  End: "last",
};
const QUIET = 400; // milliseconds without a step before a screen reader is told

let active; // of several replays in a page the one that listens to keys

class Replay {
  constructor(root, payload) {
    this.root = root;
    this.base = root.dataset.base;
    this.record = new Record(payload);
    this.at = Number(root.dataset.ply);
    this.wanted = this.at;
    this.stage = new Stage(root, this.record.opening, this.record.deltas, this.at);
    this.find();
    this.listen();
  }

  find() {
    const one = (name) => this.root.querySelector(`[data-${name}]`);
    const all = (name) => [...this.root.querySelectorAll(`[data-${name}]`)];
    this.parts = Object.fromEntries(
      ["where", "words", "live", "count", "slider", "moves"].map((name) => [name, one(name)]),
    );
    this.moves = new Map(all("move").map((move) => [Number(move.dataset.move), move]));
    this.current = this.moves.get(this.at);
    this.jumps = all("jump");
    this.scores = all("score").map((cell) => [cell, ...cell.dataset.score.split(".").map(Number)]);
    this.totals = all("total");
  }

  listen() {
    this.parts.slider.disabled = false;
    this.parts.slider.value = this.at;
    this.parts.slider.addEventListener("input", () => this.go(Number(this.parts.slider.value)));
    this.root.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.followHash());
    for (const kind of ["pointerdown", "focusin"]) {
      this.root.addEventListener(kind, () => { active = this; });
    }
    active ??= this;
    this.followHash();
    this.mark();
  }

  click(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const target = event.target.closest("[data-jump], [data-move]");
    if (!target) return;
    event.preventDefault();
    const { jump, move } = target.dataset;
    this.go(jump ? this.record.target(jump, this.wanted) : Number(move));
  }

  key(event) {
    if (active !== this || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shift = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
    const jump = KEYS[shift + event.key];
    if (!jump) return;
    event.preventDefault();
    this.go(this.record.target(jump, this.wanted));
  }

  followHash() {
    const match = /^#(\d+)$/.exec(location.hash);
    if (match) this.go(Math.min(Number(match[1]), this.record.length));
  }

  /** Go to a step at the next frame; several wishes within a frame cost one drawing. */
  go(ply) {
    if (ply === this.wanted) return;
    if (this.wanted === this.at) requestAnimationFrame(() => this.draw());
    this.wanted = ply;
  }

  draw() {
    this.at = this.wanted;
    this.stage.show(this.at);
    this.tell();
    this.tally();
    this.mark();
    this.address();
    this.root.dataset.ply = this.at;
    this.root.classList.add("is-stepped");
  }

  tell() {
    const step = this.record.steps[this.at - 1];
    this.parts.words.textContent = step ? step.s : this.root.dataset.start;
    this.parts.where.textContent = this.heading(step);
    this.parts.count.textContent = this.at;
    this.parts.slider.value = this.at;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.parts.live.textContent = this.parts.words.textContent;
    }, QUIET);
  }

  heading(step) {
    const { setUp, round, turn } = this.root.dataset;
    if (!step?.r) return setUp;
    const words = `${round} ${step.r}`;
    return step.t ? `${words} · ${turn} ${step.t}` : words;
  }

  tally() {
    const points = this.record.points[this.at];
    for (const [cell, seat, source] of this.scores) write(cell, points[seat][source]);
    for (const cell of this.totals) {
      write(cell, points[Number(cell.dataset.total)].reduce((sum, value) => sum + value, 0));
    }
  }

  /** Show the move in the list, without moving the page. */
  mark() {
    this.current?.removeAttribute("aria-current");
    this.current = this.moves.get(this.at);
    const list = this.parts.moves;
    if (!this.current) {
      list.scrollTop = 0;
      return;
    }
    this.current.setAttribute("aria-current", "step");
    const box = list.getBoundingClientRect();
    const row = this.current.getBoundingClientRect();
    const margin = Math.min(60, box.height / 4);
    if (row.top < box.top + margin) list.scrollTop -= box.top + margin - row.top;
    if (row.bottom > box.bottom - margin) list.scrollTop += row.bottom - box.bottom + margin;
  }

  /** The address of the step in the address bar; links lead on from here. */
  address() {
    clearTimeout(this.addressing);
    // browsers allow some 100 changes of the address in half a minute
    this.addressing = setTimeout(() => {
      history.replaceState(null, "", this.base ? `${this.base}${this.at}/` : `#${this.at}`);
    }, 250);
    for (const link of this.jumps) {
      const target = this.record.target(link.dataset.jump, this.at);
      const idle = target === this.at;
      if (link.localName === "button") {
        link.setAttribute("aria-disabled", idle);
      } else if (idle) {
        link.removeAttribute("href");
        link.setAttribute("role", "link");
        link.setAttribute("aria-disabled", "true");
      } else {
        link.setAttribute("href", `${this.base}${target}/`);
        link.removeAttribute("role");
        link.removeAttribute("aria-disabled");
      }
    }
  }
}

function write(cell, value) {
  const words = String(value).replace("-", "−");
  if (cell.textContent !== words) cell.textContent = words;
}

function isTyping(target) {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    || target.isContentEditable === true;
}

async function payloadOf(root) {
  const url = root.dataset.payload;
  if (!url) return JSON.parse(root.querySelector('script[type="application/json"]').textContent);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

for (const root of document.querySelectorAll("[data-replay]")) {
  // without its payload the page still has its links
  payloadOf(root).then((payload) => new Replay(root, payload), () => {});
}
