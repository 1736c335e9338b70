// Speed and sound of animations: the reader's settings, stored in this browser.

import { findElement } from "../page.js";
import { readText, storeText } from "../storage.js";
import { Sounds } from "./sounds.js";

/** @import { Motion } from "./motion.js" */

const HEARD = "imhotep-sounds";
const SPEED = "imhotep-speed";

export class SpeedControl {
  /** @type {Motion | undefined} */
  motion = undefined;

  /** @param {HTMLElement} root @param {Motion} [motion] what it leads, if that is there already */
  constructor(root, motion) {
    this.choice = findElement(root, "[data-speed]", HTMLSelectElement);
    const option = [...(this.choice?.options ?? [])].find(
      (candidate) => candidate.value === readText(SPEED),
    );
    if (option) option.selected = true;
    this.choice?.addEventListener("change", () => this.storeSpeed());
    this.sounds = new Sounds();
    const sound = findElement(root, "[data-sound]", HTMLInputElement);
    if (sound) {
      sound.checked = readText(HEARD) === "1";
      this.sounds.enabled = sound.checked;
      sound.addEventListener("change", () => {
        storeText(HEARD, sound.checked ? "1" : "");
        this.sounds.setEnabled(sound.checked);
      });
    }
    if (motion) this.attach(motion);
  }

  /** Set speed and sounds of a motion. @param {Motion} motion */
  attach(motion) {
    this.motion = motion;
    motion.sounds = this.sounds;
    this.applySpeed();
  }

  get speed() {
    return Number(this.choice?.value ?? 1);
  }

  applySpeed() {
    if (this.motion) this.motion.speed = this.speed;
  }

  /** The reader has chosen another speed. */
  storeSpeed() {
    this.applySpeed();
    storeText(SPEED, this.choice?.value ?? "");
  }

  /** @param {1 | -1} way */
  changeSpeed(way) {
    const { choice } = this;
    if (!choice) return;
    choice.selectedIndex = Math.min(Math.max(choice.selectedIndex + way, 0), choice.length - 1);
    this.storeSpeed();
  }
}
