// Goes on by itself, at a speed, until the game or a round ends or somebody takes over.

const SECOND = 1000; // a step at speed 1

export class Autoplay {
  /** `step()` goes on and says whether there is more; `told(playing)` hears of every change. */
  constructor(step, told) {
    this.step = step;
    this.told = told;
    this.speed = 1;
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
    this.told(true);
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.told(false);
  }

  wait(time) {
    this.timer = setTimeout(() => {
      if (this.step()) this.wait(SECOND / this.speed);
      else this.stop();
    }, time);
  }
}
