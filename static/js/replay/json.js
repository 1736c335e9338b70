// JSON from the site; an answer that says no is an error.

/** An answer that is no success; `status` is its number. */
export class Refused extends Error {
  /**
   * @param {string} url
   * @param {number} status
   */
  constructor(url, status) {
    super(`${url}: ${status}`);
    this.status = status;
  }
}

/**
 * What `url` answers. Throws `Refused`, or what `fetch` throws without a connection.
 * @param {string} url
 * @param {RequestInit} [options]
 * @returns {Promise<any>} of the shape that the caller knows
 */
export async function readJson(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Refused(url, answer.status);
  return answer.json();
}
