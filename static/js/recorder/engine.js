// The engine of a recording: asks the worker in which Python has the rules, and keeps what it said.
// Knows no rules. The shapes are those of `tables/recorder/engine/answer.py`.

/** @import { Payload, Step } from "../board/frames.js" */
/** @import { Prompt as PlayerPrompt } from "../table/state.js" */

/** Addresses of worker, runtime and modules, from the page.
 * @typedef {{ worker: string, pyodide: string, python: string }} Places */

/**
 * An entry of the bank that names things: `values` are a word of the log, the key of its label, how
 * often it may be named now, and how often more from place `turned` on.
 * @typedef {{ verb: string, due: number, set: boolean, turned: number,
 *   values: [value: string, key: string, now: number, then: number][] }} BankNaming
 */

/** A picture of a word, in symbols of the drawing.
 * @typedef {[viewBox: string, markup: string]} Picture */

/** @typedef {PlayerPrompt & { seat: number, turn: boolean, verb: string, written: string | null,
 *   pictures: { [key: string]: Picture }, naming: BankNaming | null }} Prompt */

/** @typedef {{ kind: string, ply: number, line: number, field: string, tried: string,
 *   words: string, rule: string, place: string, url: string, legal: string[] }} Problem */

/** @typedef {{ sources: [word: string, title: string][], seats: number[][],
 *   totals: number[] }} Points */

/** @typedef {{ name: string, kind: string, title: string, svg: string, [more: string]: unknown
 * }} Block */

/** @typedef {{ whole: boolean, kept: number, plies: number, at: number, layout: string,
 *   over: boolean, steps: Step[], rules: Payload["rules"], awaited: number | null,
 *   resigns: number[],
 *   entries: [line: string, forced: boolean][], asked: Prompt | null, points: Points,
 *   problem: Problem | null, rest: string[] }} Common */

/** @typedef {Common & Partial<Payload> & { colours?: string[], symbols?: string,
 *   header?: { [field: string]: string }, blocks?: Block[] }} Answer */

/** @typedef {{ text: string, over: boolean, points: Points, winners: number[] }} Finished */

/** @typedef {{ id: number, answer?: unknown, refused?: Problem, failed?: string, said?: string,
 *   progress?: number }} WorkerMessage */

/** @typedef {Pick<Worker, "postMessage" | "addEventListener" | "terminate">} Talker */

/** Something is against the rules; nothing has changed. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.words);
    this.name = new.target.name;
    this.problem = problem;
  }
}

/** The engine could not start, or stopped. `reason`: "webassembly", "network", "start", "crash". */
export class EngineFailure extends Error {
  /** @param {string} reason @param {string} [message] */
  constructor(reason, message = reason) {
    super(message);
    this.name = new.target.name;
    this.reason = reason;
  }
}

/** True if this browser can run the engine: WebAssembly, and workers that are modules. */
function isPossible() {
  if (typeof WebAssembly !== "object" || typeof globalThis.Worker !== "function") return false;
  let hasModules = false;
  const options = { get type() { hasModules = true; return /** @type {const} */ ("module"); } };
  try {
    new Worker("blob:", options).terminate();
  } catch { /* of no use as an address */ }
  return hasModules;
}

/** @param {string} address @returns {Talker} */
const worker = (address) => new Worker(address, { type: "module" });

export class Engine {
  /** @type {Answer | null} the last one */
  answer = null;
  /** @type {Payload | null} all steps, for a `Record` */
  payload = null;
  /** @type {[line: string, forced: boolean][]} all entries */
  entries = [];
  /** @type {Map<number, { resolve(value: unknown): void, reject(why: Error): void }>} */
  waiting = new Map();
  /** @type {EngineFailure | null} the reason that it stopped */
  failure = null;
  calls = 0;

  /**
   * @param {Places} places
   * @param {(address: string) => Talker} [createWorker] how a worker is made
   * @param {(share: number) => void} [onProgress] the share of the start that is done, 0 to 1
   */
  constructor(places, createWorker = worker, onProgress = () => {}) {
    this.onProgress = onProgress;
    /** @type {Talker | null} */
    this.worker = null;
    /** resolves when it can be asked; what is asked before waits */
    this.ready = this.start(places, createWorker);
    this.ready.catch(() => {}); // who asks for something hears of it
  }

  /** @param {string} text a log, or its head */
  open(text) {
    return this.request("open", text);
  }

  /** @param {string} entry */
  do(entry) {
    return this.request("do", entry);
  }

  back(count = 1) {
    return this.request("back", count);
  }

  /** @param {number} ply */
  jump(ply) {
    return this.request("jump", ply);
  }

  /** Try what is left once more. */
  retryRemaining() {
    return this.request("again");
  }

  /** The log as it is now. */
  log() {
    return /** @type {Promise<Finished>} */ (this.ask("log", []));
  }

  // ------------------------------------------------------------------------- the worker

  /** @param {Places} places @param {(address: string) => Talker} createWorker */
  async start({ worker: address, pyodide, python }, createWorker) {
    if (typeof WebAssembly !== "object") this.fail(new EngineFailure("webassembly"));
    else this.listen(address, createWorker);
    await this.ask("start", [{ pyodide, python }]).catch((problem) => {
      this.fail(problem);
      throw problem;
    });
  }

  /** @param {string} address @param {(address: string) => Talker} createWorker */
  listen(address, createWorker) {
    try {
      this.worker = createWorker(address);
    } catch (problem) {
      this.fail(new EngineFailure("start", String(problem)));
      return;
    }
    this.worker.addEventListener("message", (event) => {
      this.hear(/** @type {MessageEvent<WorkerMessage>} */ (event).data);
    });
    const reason = () => (this.calls > 1 && !this.waiting.has(1) ? "crash" : "network");
    this.worker.addEventListener("error", () => this.fail(new EngineFailure(reason())));
  }

  /** @param {string} name @param {...unknown} args */
  request(name, ...args) {
    return /** @type {Promise<Answer>} */ (this.ask(name, args));
  }

  /**
   * The worker's answer to a call.
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Promise<unknown>}
   */
  ask(name, args) {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage({ id, name, args });
    });
  }

  /** @param {WorkerMessage} message */
  hear({ id, answer, refused, failed, said: message, progress }) {
    if (progress !== undefined) {
      this.onProgress(progress);
      return;
    }
    const pending = this.waiting.get(id);
    this.waiting.delete(id);
    if (refused) pending?.reject(new Refused(refused));
    else if (failed) {
      const failure = new EngineFailure(failed, message);
      pending?.reject(failure);
      this.fail(failure);
    } else {
      if (isAnswer(answer)) this.learn(answer);
      pending?.resolve(answer);
    }
  }

  /** Nothing can be asked any more. @param {EngineFailure} failure */
  fail(failure) {
    this.failure ??= failure;
    this.worker?.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(this.failure);
  }

  /** Keep what an answer says. @param {Answer} answer */
  learn(answer) {
    this.answer = answer;
    this.entries = [...this.entries.slice(0, answer.kept), ...answer.entries];
    const before = answer.whole ? null : this.payload;
    this.payload = {
      ...(before ?? /** @type {Payload} */ (answer)),
      steps: [...(before?.steps.slice(0, answer.kept) ?? []), ...answer.steps],
      rules: { ...before?.rules, ...answer.rules },
    };
  }
}

/** @param {unknown} answer @returns {answer is Answer} */
function isAnswer(answer) {
  return typeof answer === "object" && answer !== null && "kept" in answer;
}

/** Addresses of the engine; `ready`: the site has the runtime.
 * @typedef {Places & { ready: boolean }} Offered */

/**
 * `problem` is told why there is no engine (empty: there is), `progress` how far its start is.
 * @typedef {{ problem(words: string): void, progress(share: number): void }} StartListener */

/** The engine, started when it is asked for, and again when it stopped. */
export class EngineStart {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Promise<Engine | null> | null} */
  busy = null;
  /** why there is no engine */
  problem = "";
  /** the share of the start that is done, 0 to 1 */
  progress = 0;
  /** @type {StartListener} */
  listener = { problem() {}, progress() {} };

  /**
   * @param {Offered} offered
   * @param {{ [reason: string]: string }} words
   */
  constructor(offered, words) {
    this.offered = offered;
    this.words = words;
  }

  /** The engine, started if it is not; null if it cannot be. */
  getEngine() {
    if (this.engine && !this.engine.failure) return Promise.resolve(this.engine);
    this.busy ??= this.begin().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async begin() {
    const { words } = this;
    if (!this.offered.ready || !isPossible()) {
      this.problem = isPossible() ? words.missing : words.webassembly;
      this.listener.problem(this.problem);
      return null;
    }
    this.report(0);
    const engine = new Engine(this.offered, worker, (share) => this.report(share));
    try {
      await engine.ready;
    } catch (problem) {
      if (!(problem instanceof EngineFailure)) throw problem;
      this.failed(problem);
      return null;
    }
    this.listener.problem("");
    this.engine = engine;
    return engine;
  }

  /** @param {number} share */
  report(share) {
    this.progress = share;
    this.listener.progress(share);
  }

  /** The engine stopped; returns the words for the reason. @param {EngineFailure} failure */
  failed({ reason }) {
    this.problem = this.words[reason] ?? this.words.start;
    this.engine = null;
    this.listener.problem(this.problem);
    return this.problem;
  }
}
