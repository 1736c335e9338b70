// A log in an address: packed, after the sign #, which no browser sends to a site.

const LOG = "log=";
const CODE = "code=";

/** @param {Uint8Array} bytes */
function toText(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws if it is no such text. @param {string} text */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/**
 * What comes out of `stream`, no more than `most` bytes. Throws if there is more.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
async function all(stream, most) {
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    size += value.length;
    if (size > most) {
      await reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}

const MOST = 1 << 20; // bytes of a log, as everywhere

/**
 * The end of an address that has the whole log.
 * @param {string} log
 */
export async function ofLog(log) {
  const packed = new Blob([log]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const whole = await all(/** @type {ReadableStream<Uint8Array>} */ (packed), MOST);
  return `#${LOG}${toText(new Uint8Array(await whole.arrayBuffer()))}`;
}

/** The end of an address that has a code. @param {string} code */
export function ofCode(code) {
  return `#${CODE}${code}`;
}

/**
 * What the end of an address has: a code, or a log; neither if it is spoilt.
 * @param {string} hash
 * @returns {Promise<{ code?: string, log?: string }>}
 */
export async function read(hash) {
  const said = hash.replace(/^#/, "");
  if (said.startsWith(CODE)) return { code: decodeURIComponent(said.slice(CODE.length)) };
  if (!said.startsWith(LOG)) return {};
  try {
    const packed = new Blob([toBytes(said.slice(LOG.length))]).stream();
    const plain = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    const whole = await all(/** @type {ReadableStream<Uint8Array>} */ (plain), MOST);
    return { log: await whole.text() };
  } catch {
    return {};
  }
}
