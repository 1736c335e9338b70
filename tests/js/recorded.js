// Records a game with the real worker: `engine.js`, `worker.js`, Python in WebAssembly. Reads from
// standard input where things lie and the log; writes what it saw, as JSON.

import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import { Engine, Refused } from "../../static/js/recorder/engine.js";
import { createChooser } from "../../static/js/recorder/bank_chooser.js";

const parameters = JSON.parse(readFileSync(0, "utf8"));
const { places, head, entries } = parameters;

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

/** A browser's caches, as far as the worker asks for them. */
const caches = new Map();
Object.defineProperty(globalThis, "caches", { value: {
  delete: async (name) => caches.delete(name),
  async open(name) {
    const answers = caches.get(name) ?? new Map();
    caches.set(name, answers);
    return {
      match: async (address) => answers.get(address)?.clone(),
      put: async (address, answer) => { answers.set(address, answer); },
    };
  },
} });
const storedMemory = async () => {
  const [[address, answer] = []] = [...(caches.get("python-memory") ?? [])];
  return address ? { address, bytes: Buffer.from(await answer.clone().arrayBuffer()) } : null;
};

/** An engine with a worker of its own; its steps to the start, and how long it took. */
async function startEngine(name) {
  const [page, worker] = [new End(), new End()];
  page.other = worker;
  worker.other = page;
  Object.defineProperty(globalThis, "self", { value: worker, configurable: true });
  const began = performance.now();
  await import(`../../static/js/recorder/worker.js?${name}`);
  const steps = [];
  const startedEngine = new Engine(places, () => page, (share) => steps.push(share));
  await startedEngine.ready;
  return { engine: startedEngine, steps, ready: performance.now() - began };
}

const first = await startEngine("first");
const { engine } = first;
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
const back = performance.now() - goneBack;

const memory = await storedMemory();
const second = await startEngine("again");
await second.engine.open(text);
const { text: secondText } = await second.engine.log(); // the next worker is the one that answers
const spoilt = await storedMemory();
spoilt.bytes[0] ^= 255; // it is no memory any more
caches.get("python-memory").set(memory.address, new Response(spoilt.bytes));
const third = await startEngine("spoilt");
await third.engine.open(head);
const renewed = await storedMemory();
console.log(JSON.stringify({
  text, over, refused, steps, left: engine.payload.steps.length, back,
  median: times[times.length >> 1], questions: [...questions],
  starts: globalThis.starts,
  ready: [first.ready, second.ready, third.ready],
  progress: [first.steps, second.steps, third.steps],
  again: secondText,
  ofThisArchive: memory.address.endsWith(encodeURIComponent(places.python)),
  has: parameters.names.filter((name) => memory.bytes.includes(name)),
  renewed: renewed.bytes.length > 1_000_000 && renewed.bytes[0] !== spoilt.bytes[0],
}));
process.exit(0);
