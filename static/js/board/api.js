// Questions to the site, in the language of the page.

/** An answer that is no success; `status` is its number. */
export class HttpError extends Error {
  /** @param {string} url @param {number} status */
  constructor(url, status) {
    super(`${url}: ${status}`);
    this.status = status;
  }
}

/** `url` with the language of the page; English needs none. @param {string} url */
export function inLanguage(url) {
  const lang = globalThis.document?.documentElement?.lang;
  if (!lang || lang === "en" || /[?&]lang=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}lang=${lang}`;
}

const ACCEPT_JSON = { Accept: "application/json" };

/**
 * The JSON answer of `url`. Throws `HttpError`, or as `fetch` does without a connection.
 * @param {string} url
 * @param {RequestInit} [options]
 * @returns {Promise<any>} of the shape that the caller knows
 */
export async function readJson(url, options) {
  const answer = await fetch(inLanguage(url), { headers: ACCEPT_JSON, ...options });
  if (!answer.ok) throw new HttpError(url, answer.status);
  return answer.json();
}

/**
 * The page at `url`; null if it is refused, or leads to another page.
 * @param {string} url
 */
export async function readPage(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * Send a form, or its fields. `token`: of the page, if it is none of the fields.
 * @param {string} url
 * @param {FormData | URLSearchParams} body
 * @param {string} [token]
 */
export function sendForm(url, body, token) {
  const headers = { ...ACCEPT_JSON, ...(token && { "X-CSRFToken": token }) };
  return fetch(inLanguage(url), { method: "POST", body, headers });
}

/**
 * Send JSON, with the `token` of the page.
 * @param {string} url
 * @param {object} content
 * @param {string} token
 * @param {AbortSignal} [signal]
 */
export function sendJson(url, content, token, signal) {
  const headers = { ...ACCEPT_JSON, "Content-Type": "application/json", "X-CSRFToken": token };
  return fetch(inLanguage(url), { method: "POST", body: JSON.stringify(content), headers, signal });
}

/** `run`, one at a time; calls made meanwhile are one more run. @param {() => Promise<void>} run */
export function runSerially(run) {
  let isBusy = false;
  let isDue = false;
  return async () => {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    try {
      while (isDue) {
        isDue = false;
        await run();
      }
    } finally {
      isBusy = false;
    }
  };
}
