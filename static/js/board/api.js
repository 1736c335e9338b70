// JSON from the site; an answer that says no is an error.

/** An answer that is no success; `status` is its number. */
export class Refused extends Error {
  /** @param {string} url @param {number} status */
  constructor(url, status) {
    super(`${url}: ${status}`);
    this.status = status;
  }
}

/**
 * `url` with the language of the page, so that its answer is in it; English needs no word.
 * @param {string} url
 */
export function inLanguage(url) {
  const lang = globalThis.document?.documentElement?.lang;
  if (!lang || lang === "en" || /[?&]lang=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}lang=${lang}`;
}

/**
 * The JSON answer of `url`, in the language of the page. Throws `Refused`, or as `fetch`
 * does without a connection.
 * @param {string} url
 * @param {RequestInit} [options]
 * @returns {Promise<any>} of the shape that the caller knows
 */
export async function readJson(url, options) {
  const answer = await fetch(inLanguage(url), options);
  if (!answer.ok) throw new Refused(url, answer.status);
  return answer.json();
}
