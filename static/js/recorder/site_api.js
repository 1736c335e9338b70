// The site's API as the recorder uses it: drafts, codes, handles. A page stored for offline has an
// old token; the answer to that is a new one, and the same question once more.

import { csrfToken } from "../page.js";
import { inLanguage } from "../board/api.js";

/** @typedef {{ id: string, version: number, seats: string, entries: number, handle: string,
 *   own: boolean, written_at: string }} Row a draft in the list */

/** @typedef {{ text: string, name: string, occasion: string }} FinishedLog `occasion`: what it is
 *   brought for */

/** The site said no; `problem` is its answer (RFC 9457). */
export class Declined extends Error {
  /** @param {{ status: number, type: string, detail: string, [key: string]: unknown }} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }

  /** The last word of the type of the problem. */
  get kind() {
    return this.problem.type.split("/").pop() ?? "";
  }
}

/** The site could not be reached, or cannot answer now. `seconds`: until it may be asked again. */
export class Unreached extends Error {
  constructor(seconds = 0) {
    super("unreached");
    this.seconds = seconds;
  }
}

export class SiteApi {
  /** @param {string} base without a slash at its end @param {() => string} token of the page */
  constructor(base, token = () => csrfToken(document)) {
    this.base = base;
    this.token = token;
    this.newer = "";
  }

  /** @type {Declined | null} the answer to a stranger, who is not asked for more */
  stranger = null;

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} what the answer says, null for nothing
   */
  async ask(method, path, body) {
    const answer = await this.send(method, path, body);
    if (answer.status >= 500 || answer.status === 429) {
      throw new Unreached(Number(answer.headers.get("Retry-After") ?? 0));
    }
    if (answer.status === 204) return null;
    const reply = await answer.json().catch(() => ({}));
    if (answer.ok) return reply;
    const problem = { type: "", detail: "", ...reply, status: answer.status };
    if (problem.type.endsWith("/csrf") && (await this.renew())) {
      return this.ask(method, path, body);
    }
    throw new Declined(problem);
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async send(method, path, body) {
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    const proof = { "X-CSRFToken": this.newer || this.token() };
    try {
      return await fetch(inLanguage(`${this.base}/${path}`), {
        method,
        headers: method === "GET" ? headers : { ...headers, ...proof },
        body: body && JSON.stringify(body),
      });
    } catch {
      throw new Unreached();
    }
  }

  /** Another token from the page as it is now; whether there is one. */
  async renew() {
    const before = this.newer;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      this.newer = csrfToken(page);
    } catch {
      throw new Unreached();
    }
    return Boolean(this.newer) && this.newer !== before;
  }

  // ------------------------------------------------------------------------------ drafts

  /** @returns {Promise<Row[]>} */
  drafts() {
    return this.ask("GET", "drafts");
  }

  /** @param {string} id @returns {Promise<Row & { log: string, occasion: string }>} */
  draft(id) {
    return this.ask("GET", `drafts/${id}`);
  }

  /**
   * @param {string} id
   * @param {{ log: string, version: number, mark: string, occasion: string }} draft
   * @returns {Promise<Row>}
   */
  async write(id, draft) {
    if (this.stranger) throw this.stranger;
    return this.ask("PUT", `drafts/${id}`, draft);
  }

  /** @param {string} id */
  drop(id) {
    return this.ask("DELETE", `drafts/${id}`);
  }

  /** @param {string} id @returns {Promise<{ code: string, ends_at: string }>} */
  code(id) {
    return this.ask("POST", `drafts/${id}/code`);
  }

  /**
   * @param {string} code
   * @returns {Promise<{ id: string | null, version: number, log: string, occasion: string }>}
   */
  openCode(code) {
    return this.ask("POST", "drafts/by-code", { code });
  }

  /** @param {string} begun @returns {Promise<string[]>} */
  async handles(begun) {
    if (this.stranger) return [];
    return (await this.ask("GET", `handles?begun=${encodeURIComponent(begun)}`)).handles;
  }

  /** What the account may bring games for. @returns {Promise<{ mark: string, words: string }[]>} */
  async occasions() {
    return this.stranger ? [] : this.ask("GET", "occasions");
  }

  /** The handle of the account that is logged in; empty without one. @returns {Promise<string>} */
  async fetchHandle() {
    try {
      const { you } = await this.ask("GET", "handles");
      this.stranger = null;
      return you;
    } catch (problem) {
      if (!(problem instanceof Declined)) throw problem;
      this.stranger = problem.problem.status === 401 ? problem : null;
      return "";
    }
  }

  // ----------------------------------------------------------------------------- an upload

  /**
   * Bring a finished log. Gives the address of the page of the upload.
   * @param {string} address of the page that takes it
   * @param {FinishedLog} log
   * @returns {Promise<string>}
   */
  async upload(address, log) {
    const answer = await this.bring(address, log);
    if (answer.status === 403 && (await this.renew())) return this.upload(address, log);
    const reply = await answer.json().catch(() => ({}));
    const [upload = {}] = reply.uploads ?? [];
    if (upload.url) return upload.url;
    if (answer.status >= 500) throw new Unreached();
    throw new Declined({
      type: "", detail: upload.error ?? reply.error ?? "", status: answer.status,
    });
  }

  /** @param {string} address @param {FinishedLog} log */
  async bring(address, { text, name, occasion }) {
    const body = new FormData();
    body.append("logs", new Blob([text], { type: "text/plain" }), name);
    if (occasion) body.append("occasion", occasion);
    const headers = { Accept: "application/json", "X-CSRFToken": this.newer || this.token() };
    try {
      return await fetch(address, { method: "POST", body, headers });
    } catch {
      throw new Unreached();
    }
  }
}
