// How fast things move, and whether they are heard: what the reader chose, kept in this browser.

import { maybe } from "../page.js";
import { Sounds } from "./sounds.js";

/** @import { Motion } from "./motion.js" */

const HEARD = "imhotep-sounds";

export class Pace {
  /**
   * @param {HTMLElement} root
   * @param {Motion} motion
   */
  constructor(root, motion) {
    this.motion = motion;
    this.choice = maybe(root, "[data-speed]", HTMLSelectElement);
    this.choice?.addEventListener("change", () => this.take());
    this.sounds = new Sounds();
    const sound = maybe(root, "[data-sound]", HTMLInputElement);
    if (sound) {
      sound.checked = kept() === "1";
      this.sounds.wanted = sound.checked;
      sound.addEventListener("change", () => {
        keep(sound.checked ? "1" : "");
        this.sounds.want(sound.checked);
      });
    }
    motion.sounds = this.sounds;
    this.take();
  }

  get speed() {
    return Number(this.choice?.value ?? 1);
  }

  take() {
    this.motion.speed = this.speed;
  }

  /** @param {1 | -1} way */
  faster(way) {
    const { choice } = this;
    if (!choice) return;
    choice.selectedIndex = Math.min(Math.max(choice.selectedIndex + way, 0), choice.length - 1);
    this.take();
  }
}

function kept() {
  try {
    return localStorage.getItem(HEARD);
  } catch {
    return null; // a file on a disk may have no memory
  }
}

/** @param {string} value */
function keep(value) {
  try {
    localStorage.setItem(HEARD, value);
  } catch {
    // kept for this page only
  }
}
