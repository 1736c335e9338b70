// Goes on by itself, at a speed, until the game or a round ends or the viewer takes over.

const SECOND = 1000; // a step at speed 1, unless it has more to show
const BREATH = 160; // until it is looked again

export class Autoplay {
  speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /**
   * @param {() => boolean} step goes on, and says whether there is more
   * @param {(playing: boolean) => void} changed is called when it starts and when it stops
   * @param {() => boolean} busy whether the last step is still to be seen
   */
  constructor(step, changed, busy = () => false) {
    this.step = step;
    this.changed = changed;
    this.busy = busy;
  }

  get playing() {
    return this.timer !== undefined;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    if (this.playing) return;
    this.wait(SECOND / this.speed / 4);
    this.changed(true);
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.changed(false);
  }

  /** @param {number} time milliseconds until the next step */
  wait(time) {
    this.timer = setTimeout(() => {
      if (this.busy()) this.wait(BREATH / this.speed);
      else if (this.step()) this.wait(SECOND / this.speed);
      else this.stop();
    }, time);
  }
}
