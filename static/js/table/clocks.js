// The clocks of the players: what the server said was left, less what has passed here since.

const SECOND = 1000;
const HURRY = 30 * SECOND;

export class Clocks {
  constructor(root) {
    this.root = root;
    this.words = root.dataset;
    this.find();
    setInterval(() => this.show(), SECOND / 2);
  }

  find() {
    this.clocks = new Map();
    for (const clock of this.root.querySelectorAll("[data-clock]")) {
      this.clocks.set(Number(clock.dataset.clock), clock);
    }
  }

  /** `state`: as the server tells it. */
  set(state) {
    this.state = state;
    this.told = performance.now();
    this.show();
  }

  show() {
    if (!this.state) return;
    const { places, awaited, phase, deadline, now, terms } = this.state;
    const passed = performance.now() - this.told;
    for (const place of places) {
      const clock = this.clocks.get(place.turn);
      if (!clock) continue;
      const runs = phase === "playing" && place.turn === awaited && !place.computer;
      let left = place.clock;
      if (runs && terms.pace === "days" && deadline) left = Date.parse(deadline) - Date.parse(now);
      const known = left !== null && left !== undefined;
      if (known && runs) left = Math.max(0, left - passed);
      clock.textContent = known ? this.read(left) : "";
      clock.classList.toggle("is-running", runs);
      clock.classList.toggle("is-short", runs && known && left < HURRY);
    }
  }

  read(left) {
    const seconds = Math.floor(left / SECOND);
    const days = Math.floor(seconds / 86_400);
    const hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60;
    const two = (number) => String(number).padStart(2, "0");
    if (days) return `${days} ${this.words.days} ${hours} h`;
    return hours
      ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
      : `${minutes}:${two(seconds % 60)}`;
  }
}
