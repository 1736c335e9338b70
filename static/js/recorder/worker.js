// The rules and the drawing in the browser: Python in a worker. It is told where runtime and
// modules lie, and then calls `tables.recorder.engine.bridge` with the names and arguments that it
// is sent.

/** @typedef {{ pyodide: string, python: string }} Places folder of the runtime, archive of ours */
/** @typedef {{ id: number, name: string, args: unknown[] }} Call */
/** @typedef {(name: string, args: string) => string} Face */
/**
 * The part of Pyodide that is used here.
 * @typedef {{ unpackArchive(data: ArrayBuffer, format: string, to: { extractDir: string }): void,
 *   runPython(code: string): unknown, makeMemorySnapshot(): Uint8Array }} Python
 * @typedef {(options: { indexURL: string, _makeSnapshot?: boolean, _loadSnapshot?: Uint8Array
 *   }) => Promise<Python>} LoadPyodide
 */

const HOME = "/home/imhotep";
const IMPORT = `
import sys
sys.path.insert(0, "${HOME}")
from tables.recorder.engine.bridge import Face
`;
const START = "Face().called";

const MEMORY = "python-memory"; // the cache that has it; `static/js/worker.js` leaves it alone
const STEPS = 4; // that a start reports: runtime's script, Python, archive, modules

/** Why it could not be started. */
class Unstarted extends Error {
  /** @param {string} reason @param {unknown} cause */
  constructor(reason, cause) {
    super(`${reason}: ${cause}`);
    this.reason = reason;
  }
}

/** @type {Face | undefined} */
let face = undefined;

/**
 * The result of some work; throws `Unstarted` with `reason` if it fails.
 * @template T
 * @param {string} reason
 * @param {() => T | Promise<T>} work
 */
async function or(reason, work) {
  try {
    return await work();
  } catch (problem) {
    throw new Unstarted(reason, problem);
  }
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

// ----------------------------------------------------------------------------- memory

/**
 * The memory of a Python that has our modules, as a start before has left it; undefined: none.
 * Caches are missing on plain HTTP, and a browser may refuse them: then each start is a first one.
 * @param {string} address
 */
async function readMemory(address) {
  try {
    const answer = await (await caches.open(MEMORY)).match(address);
    return answer && new Uint8Array(await answer.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** @param {Python} runtime */
function takeMemory(runtime) {
  try {
    return runtime.makeMemorySnapshot();
  } catch {
    return undefined; // no room
  }
}

/** Store the only memory, or none. @param {string} address @param {Uint8Array} [memory] */
async function storeMemory(address, memory) {
  try {
    await caches.delete(MEMORY);
    if (!memory) return;
    const copy = new Response(new Blob([/** @type {BlobPart} */ (memory)]));
    await (await caches.open(MEMORY)).put(address, copy);
  } catch { /* no caches, or no room */ }
}

/**
 * Python from its memory; undefined if there is none, or if it is of another build.
 * @param {LoadPyodide} loadPyodide
 * @param {string} indexURL
 * @param {string} address of the memory
 */
async function restore(loadPyodide, indexURL, address) {
  const memory = await readMemory(address);
  if (!memory) return undefined;
  try {
    return await loadPyodide({ indexURL, _loadSnapshot: memory });
  } catch {
    await storeMemory(address);
    return undefined;
  }
}

// ------------------------------------------------------------------------------ start

/** @param {Places} places @param {(step: number) => void} report */
async function start({ pyodide, python }, report) {
  if (typeof WebAssembly !== "object") throw new Unstarted("webassembly", "none here");
  const home = new URL(pyodide, self.location.href).href;
  const memory = `${home}memory?of=${encodeURIComponent(python)}`;
  const archive = or("network", () => fetched(python));
  archive.catch(() => {}); // it is waited for below
  const { loadPyodide } = await or("network", () => import(`${home}pyodide.mjs`));
  report(1);
  const restored = await restore(loadPyodide, home, memory);
  const runtime = restored
    ?? (await or("start", () => loadPyodide({ indexURL: home, _makeSnapshot: true })));
  report(2);
  runtime.unpackArchive(await archive, "zip", { extractDir: HOME }); // files are no part of memory
  report(3);
  if (!restored) {
    await or("start", () => runtime.runPython(IMPORT));
    storeMemory(memory, takeMemory(runtime)); // before there is a game in it
  }
  face = /** @type {Face} */ (await or("start", () => runtime.runPython(START)));
  report(STEPS);
}

/** @param {Call} call */
async function answered({ id, name, args }) {
  if (name === "start") {
    await start(/** @type {Places} */ (args[0]), (step) => {
      self.postMessage({ id, progress: step / STEPS });
    });
    return { answer: null };
  }
  if (!face) throw new Unstarted("start", "not started");
  return JSON.parse(face(name, JSON.stringify(args)));
}

/** One call after the other. @type {Promise<void>} */
let before = Promise.resolve();

self.addEventListener("message", (event) => {
  const call = /** @type {Call} */ (event.data);
  before = before.then(async () => {
    try {
      self.postMessage({ id: call.id, ...(await answered(call)) });
    } catch (problem) {
      const reason = problem instanceof Unstarted ? problem.reason : "crash";
      self.postMessage({ id: call.id, failed: reason, said: String(problem) });
    }
  });
});
