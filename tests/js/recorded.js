// Records a game with the real worker: `engine.js`, `worker.js`, Python in WebAssembly. Reads from
// standard input where things lie and the log; writes what it saw, as JSON.

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import { Engine, Refused } from "../../static/js/recorder/engine.js";
import { createChooser } from "../../static/js/recorder/bank_chooser.js";

const { places, head, entries } = JSON.parse(readFileSync(0, "utf8"));

/** The two ends of what a page and its worker say to each other. */
class End extends EventTarget {
  other = undefined;
  location = new URL(import.meta.url);

  postMessage(data) {
    const { other } = this;
    const copy = JSON.parse(JSON.stringify(data));
    queueMicrotask(() => other.dispatchEvent(Object.assign(new Event("message"), { data: copy })));
  }

  terminate() {}
}

const [page, worker] = [new End(), new End()];
page.other = worker;
worker.other = page;
Object.defineProperty(globalThis, "self", { value: worker });

const began = performance.now();
await import("../../static/js/recorder/worker.js");
const engine = new Engine(places, () => page);
await engine.ready;
const ready = performance.now() - began;

await engine.open(head);
const times = [];
const questions = new Set();
for (const [index, entry] of entries.entries()) {
  if (engine.entries.length > index) continue; // it wrote itself
  const { asked: prompt } = engine.answer;
  questions.add(prompt.question);
  const chooser = createChooser(prompt);
  const words = entry.split(" ");
  if (prompt.naming) {
    const keys = new Map(prompt.naming.values.map(([value, key]) => [value, key]));
    chooser.chooseAll(words.slice(1).map((value) => keys.get(value)));
  } else {
    const option = chooser.options.find((candidate) => entry.endsWith(candidate.entry));
    if (!option) throw new Error(`${entry} is not offered`);
    chooser.chooseAll(option.words);
  }
  const before = performance.now();
  await engine.do(chooser.complete.entry);
  times.push(performance.now() - before);
}
const { text, over } = await engine.log();
const refused = await engine.do("black take").catch(
  (error) => error instanceof Refused && error.message,
);
const steps = engine.payload.steps.length;
const goneBack = performance.now();
await engine.back(5);
times.sort((a, b) => a - b);
console.log(JSON.stringify({
  ready, text, over, refused, steps, left: engine.payload.steps.length,
  back: performance.now() - goneBack, median: times[times.length >> 1], questions: [...questions],
}));
process.exit(0);
