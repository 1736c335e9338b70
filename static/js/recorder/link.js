// A log in an address: packed, after the sign #, which no browser sends to a site.

import { decodeBase64, encodeBase64 } from "../bytes.js";

const LOG = "log=";
const CODE = "code=";
const SETUP = "setup=";
const OCCASION = "occasion=";

/**
 * The content of `stream`, up to `limit` bytes. Throws if there is more.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} limit
 */
async function readAll(stream, limit) {
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    size += value.length;
    if (size > limit) {
      await reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}

const MAX_BYTES = 1 << 20; // bytes of a log, as everywhere

/**
 * The end of an address that has the whole log, and what the game will be brought for.
 * @param {string} log
 * @param {string} [occasion]
 */
export async function logFragment(log, occasion = "") {
  const packed = new Blob([log]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const blob = await readAll(/** @type {ReadableStream<Uint8Array>} */ (packed), MAX_BYTES);
  const mark = occasion && `&${OCCASION}${encodeURIComponent(occasion)}`;
  return `#${LOG}${encodeBase64(await blob.arrayBuffer())}${mark}`;
}

/** The end of an address that has a code. @param {string} code */
export function codeFragment(code) {
  return `#${CODE}${code}`;
}

/**
 * The code, the log, or the head of a log to fill in, in the fragment of an address; none of them
 * if a log is damaged or too long. `occasion`: what the game will be brought for.
 * @param {string} hash
 * @returns {Promise<{ code?: string, log?: string, setup?: string, occasion?: string }>}
 */
export async function readFragment(hash) {
  const fragment = hash.replace(/^#/, "");
  if (fragment.startsWith(CODE)) return { code: decodeURIComponent(fragment.slice(CODE.length)) };
  if (fragment.startsWith(SETUP)) {
    const fields = new URLSearchParams(fragment);
    return { setup: fields.get("setup") ?? "", occasion: fields.get("occasion") ?? "" };
  }
  if (!fragment.startsWith(LOG)) return {};
  try {
    const [packedLog, mark = ""] = fragment.slice(LOG.length).split(`&${OCCASION}`);
    const packed = new Blob([decodeBase64(packedLog)]).stream();
    const plain = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    const blob = await readAll(/** @type {ReadableStream<Uint8Array>} */ (plain), MAX_BYTES);
    const log = await blob.text();
    return mark ? { log, occasion: decodeURIComponent(mark) } : { log };
  } catch {
    return {};
  }
}
