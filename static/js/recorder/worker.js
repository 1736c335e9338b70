// The rules and the drawing in the browser: Python in a worker. It is told where runtime and
// modules lie, and then calls `tables.recorder.engine.bridge` with the names and arguments that it
// is sent.

/** @typedef {{ pyodide: string, python: string }} Places folder of the runtime, archive of ours */
/** @typedef {{ id: number, name: string, args: unknown[] }} Call */
/** @typedef {(name: string, args: string) => string} Face */
/**
 * The part of Pyodide that is used here.
 * @typedef {{ unpackArchive(data: ArrayBuffer, format: string, to: { extractDir: string }): void,
 *   runPython(code: string): unknown }} Python
 */

const HOME = "/home/imhotep";
const START = `
import sys
sys.path.insert(0, "${HOME}")
from tables.recorder.engine.bridge import Face
Face().called
`;

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

/** @param {Places} places */
async function start({ pyodide, python }) {
  if (typeof WebAssembly !== "object") throw new Unstarted("webassembly", "none here");
  const home = new URL(pyodide, self.location.href).href;
  const archive = or("network", () => fetched(python));
  archive.catch(() => {}); // it is waited for below
  const { loadPyodide } = await or("network", () => import(`${home}pyodide.mjs`));
  /** @type {Python} */
  const runtime = await or("start", () => loadPyodide({ indexURL: home }));
  runtime.unpackArchive(await archive, "zip", { extractDir: HOME });
  const called = await or("start", () => runtime.runPython(START));
  face = /** @type {Face} */ (called);
}

/** @param {Call} call */
async function answered({ name, args }) {
  if (name === "start") {
    await start(/** @type {Places} */ (args[0]));
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
