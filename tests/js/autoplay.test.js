// A replay that goes on by itself.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Autoplay } from "../../static/js/replay/autoplay.js";

let steps, left, changes;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [steps, left, changes] = [0, 3, []];
});

function autoplay() {
  const step = () => {
    steps += 1;
    left -= 1;
    return left > 0;
  };
  return new Autoplay(step, (playing) => changes.push(playing));
}

test("the first step comes soon, the others each second, until there is no more", () => {
  const play = autoplay();
  play.toggle();
  mock.timers.tick(249);
  assert.equal(steps, 0);
  mock.timers.tick(1);
  assert.equal(steps, 1);
  mock.timers.tick(1000);
  assert.equal(steps, 2);
  assert.equal(play.playing, true);
  mock.timers.tick(5000);
  assert.deepEqual([steps, play.playing, changes], [3, false, [true, false]]);
});

test("at twice the speed it takes half the time", () => {
  const play = autoplay();
  play.speed = 2;
  play.start();
  mock.timers.tick(125);
  mock.timers.tick(500);
  assert.equal(steps, 2);
});

test("it can be stopped, and starting twice starts once", () => {
  const play = autoplay();
  play.start();
  play.start();
  mock.timers.tick(250);
  play.toggle();
  play.stop();
  mock.timers.tick(10_000);
  assert.deepEqual([steps, changes], [1, [true, false]]);
});
