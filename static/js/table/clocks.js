// The clocks of the players: what the server said was left, less what has passed here since.

import { dataValue, fillWords, findElement, findElements } from "../page.js";

/** @import { Place, State } from "./state.js" */

const SECOND = 1000;
const HURRY = 30 * SECOND;
const NOTICE_TIME = 60 * SECOND;

export class Clocks {
  /** @type {State | undefined} */
  state = undefined;
  heard = 0;
  /** @type {Map<number, HTMLElement>} by seat */
  clocks = new Map();
  noticeTimer = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.find();
    setInterval(() => this.show(), SECOND / 2);
  }

  find() {
    const clocks = findElements(this.root, "[data-clock]");
    this.clocks = new Map(clocks.map((clock) => [Number(clock.dataset.clock), clock]));
  }

  /** @param {State} state */
  set(state) {
    this.state = state;
    this.heard = performance.now();
    this.show();
    this.showOutage(state);
  }

  /** Tell players of an outage that ended a moment ago. @param {State} state */
  showOutage({ outage, viewer, now: serverTime }) {
    const notice = findElement(this.root, "[data-outage]");
    if (!notice || !outage || viewer === null) return;
    const { seconds } = outage;
    const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
    notice.textContent = fillWords(dataValue(this.root, "away"), { time });
    notice.hidden = false;
    clearTimeout(this.noticeTimer);
    const passed = Date.parse(serverTime) - Date.parse(outage.ended_at);
    this.noticeTimer = setTimeout(() => (notice.hidden = true), NOTICE_TIME - passed);
  }

  show() {
    if (!this.state) return;
    const passed = performance.now() - this.heard;
    for (const place of this.state.places) {
      const clock = this.clocks.get(place.turn);
      if (!clock) continue;
      const { left, runs } = clockTime(this.state, place, passed);
      clock.textContent = left === null ? "" : formatTime(left, dataValue(this.root, "days"));
      clock.classList.toggle("is-running", runs);
      clock.classList.toggle("is-short", runs && left !== null && left < HURRY);
    }
  }
}

/**
 * Milliseconds left, `passed` milliseconds after `state`; null without a clock. `runs`: it
 * is their time.
 * @param {State} state
 * @param {Place} place
 * @param {number} passed
 */
export function clockTime({ phase, awaited, deadline, now: serverTime, terms }, place, passed) {
  const runs = phase === "playing" && place.turn === awaited && !place.computer;
  let left = place.clock ?? null;
  if (runs && terms.pace === "days" && deadline) {
    left = Date.parse(deadline) - Date.parse(serverTime);
  }
  // the server alone says that time is over: it may have given some back
  if (left !== null && runs) left = Math.max(Math.min(left, SECOND), left - passed);
  return { left, runs };
}

/**
 * Milliseconds as a clock shows them; `days`: how days and hours are written.
 * @param {number} left
 * @param {string} days
 */
export function formatTime(left, days) {
  const seconds = Math.floor(left / SECOND);
  const dayCount = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (dayCount) return fillWords(days, { days: dayCount, hours });
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
