// How fast things move, and whether they are heard: what the reader chose, kept in this browser.

import { maybe } from "../page.js";
import { Sounds } from "./sounds.js";

/** @import { Motion } from "./motion.js" */

const HEARD = "imhotep-sounds";
const SPEED = "imhotep-speed";

export class Pace {
  /** @type {Motion | undefined} */
  motion = undefined;

  /**
   * @param {HTMLElement} root
   * @param {Motion} [motion] what it leads, if that is there already
   */
  constructor(root, motion) {
    this.choice = maybe(root, "[data-speed]", HTMLSelectElement);
    const wanted = [...(this.choice?.options ?? [])].find((one) => one.value === kept(SPEED));
    if (wanted) wanted.selected = true;
    this.choice?.addEventListener("change", () => this.chosen());
    this.sounds = new Sounds();
    const sound = maybe(root, "[data-sound]", HTMLInputElement);
    if (sound) {
      sound.checked = kept(HEARD) === "1";
      this.sounds.wanted = sound.checked;
      sound.addEventListener("change", () => {
        keep(HEARD, sound.checked ? "1" : "");
        this.sounds.want(sound.checked);
      });
    }
    if (motion) this.lead(motion);
  }

  /** Say how fast that motion is, and let it be heard. @param {Motion} motion */
  lead(motion) {
    this.motion = motion;
    motion.sounds = this.sounds;
    this.take();
  }

  get speed() {
    return Number(this.choice?.value ?? 1);
  }

  take() {
    if (this.motion) this.motion.speed = this.speed;
  }

  /** The reader has chosen another speed. */
  chosen() {
    this.take();
    keep(SPEED, this.choice?.value ?? "");
  }

  /** @param {1 | -1} way */
  faster(way) {
    const { choice } = this;
    if (!choice) return;
    choice.selectedIndex = Math.min(Math.max(choice.selectedIndex + way, 0), choice.length - 1);
    this.chosen();
  }
}

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a file on a disk may have no memory
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // kept for this page only
  }
}
