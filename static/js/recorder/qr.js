// A QR code of some text, after ISO/IEC 18004: bytes, versions 1 to 40, levels L (7 % may be lost)
// and M (15 %). For codes that a page shows without a network.

/** @typedef {"L" | "M"} Level */

const LAST_VERSION = 40;
const QUIET = 4; // modules of light around it

/** Table 9: codewords for correction in a block, and blocks, by version from 1. */
const CORRECTION = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30,
    30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
};
const BLOCKS = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14,
    15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23,
    25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
};
const LEVEL_BITS = { L: 1, M: 0 };

/** Table 10: where a module is turned round, by row and column. */
const MASKS = [
  (/** @type {number} */ r, /** @type {number} */ c) => (r + c) % 2,
  (/** @type {number} */ r) => r % 2,
  (/** @type {number} */ _, /** @type {number} */ c) => c % 3,
  (/** @type {number} */ r, /** @type {number} */ c) => (r + c) % 3,
  (/** @type {number} */ r, /** @type {number} */ c) => ((r >> 1) + Math.floor(c / 3)) % 2,
  (/** @type {number} */ r, /** @type {number} */ c) => ((r * c) % 2) + ((r * c) % 3),
  (/** @type {number} */ r, /** @type {number} */ c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (/** @type {number} */ r, /** @type {number} */ c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

/**
 * The modules of the code: rows of true (dark) and false; null if `text` does not fit below version
 * `most`.
 * @param {string} text
 * @param {Level} [level]
 * @param {number} [most]
 * @returns {boolean[][] | null}
 */
export function qr(text, level = "M", most = LAST_VERSION) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= most && room(version, level) < bytes.length) version += 1;
  if (version > most) return null;
  const words = interleaved(codewords(bytes, version, level), version, level);
  const plain = new Symbol_(version).with(words);
  const masked = MASKS.map((_, mask) => plain.masked(mask, level));
  const penalties = masked.map(penalty);
  return masked[penalties.indexOf(Math.min(...penalties))];
}

/**
 * The same as the `d` of an SVG path, a unit a module, and the length of a side with its quiet
 * zone.
 * @param {boolean[][]} modules
 */
export function drawn(modules) {
  let d = "";
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark && !row[x - 1]) {
        let wide = 1;
        while (row[x + wide]) wide += 1;
        d += `M${x + QUIET} ${y + QUIET}h${wide}v1h-${wide}z`;
      }
    });
  });
  return { d, side: modules.length + 2 * QUIET };
}

// ------------------------------------------------------------------------------- how much

/** Codewords of a version, data and correction together. @param {number} version */
function allWords(version) {
  const side = 17 + 4 * version;
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2;
  let bits = side * side - 3 * 64 - 31 - 2 * (side - 16); // finders, format, timing
  if (aligned) bits -= 25 * (aligned * aligned - 3) - 10 * (aligned - 2); // some lie on the timing
  if (version >= 7) bits -= 36;
  return Math.floor(bits / 8);
}

/**
 * @param {number} version
 * @param {Level} level
 */
function dataWords(version, level) {
  return allWords(version) - CORRECTION[level][version - 1] * BLOCKS[level][version - 1];
}

/**
 * Bytes that fit.
 * @param {number} version
 * @param {Level} level
 */
function room(version, level) {
  return dataWords(version, level) - (version < 10 ? 2 : 3);
}

// ------------------------------------------------------------------------------- the data

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 * @param {Level} level
 */
function codewords(bytes, version, level) {
  const bits = [0, 1, 0, 0, ...binary(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  const most = dataWords(version, level) * 8;
  bits.push(...Array(Math.min(4, most - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) bits.push(...binary(pad, 8));
  const words = new Uint8Array(most / 8);
  bits.forEach((bit, at) => {
    words[at >> 3] |= bit << (7 - (at & 7));
  });
  return words;
}

/**
 * The bits of `value`, the highest first.
 * @param {number} value
 * @param {number} length
 */
function binary(value, length) {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

/**
 * The blocks with their correction, a codeword of each in turn.
 * @param {Uint8Array} words
 * @param {number} version
 * @param {Level} level
 */
function interleaved(words, version, level) {
  const count = BLOCKS[level][version - 1];
  const extra = CORRECTION[level][version - 1];
  const short = Math.floor(words.length / count);
  const long = words.length % count; // so many of the last blocks have a word more
  const blocks = [];
  for (let at = 0, from = 0; at < count; at += 1) {
    const to = from + short + (at >= count - long ? 1 : 0);
    blocks.push(words.slice(from, to));
    from = to;
  }
  const checks = blocks.map((block) => remainder(block, divisor(extra)));
  return [...inTurn(blocks, short + 1), ...inTurn(checks, extra)];
}

/**
 * @param {Uint8Array[]} blocks
 * @param {number} longest
 */
function inTurn(blocks, longest) {
  const found = [];
  for (let at = 0; at < longest; at += 1) {
    for (const block of blocks) if (at < block.length) found.push(block[at]);
  }
  return found;
}

// --------------------------------------------------------------------- Reed and Solomon

/**
 * The product in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1.
 * @param {number} some
 * @param {number} other
 */
function times(some, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * some;
  }
  return product;
}

/** Coefficients of (x - 1)(x - 2)(x - 4)…, without the first, which is 1. @param {number} degree */
function divisor(degree) {
  const found = new Uint8Array(degree);
  found[degree - 1] = 1;
  for (let round = 0, root = 1; round < degree; round += 1, root = times(root, 2)) {
    for (let at = 0; at < degree; at += 1) {
      found[at] = times(found[at], root) ^ (found[at + 1] ?? 0);
    }
  }
  return found;
}

/**
 * @param {Uint8Array} block
 * @param {Uint8Array} by
 */
function remainder(block, by) {
  const left = new Uint8Array(by.length);
  for (const word of block) {
    const factor = word ^ left[0];
    left.copyWithin(0, 1);
    left[left.length - 1] = 0;
    by.forEach((one, at) => {
      left[at] ^= times(one, factor);
    });
  }
  return left;
}

// ------------------------------------------------------------------------------ the square

/** The square of a version: what is fixed, and the way that the data takes through the rest. */
class Symbol_ {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.side = 17 + 4 * version;
    this.dark = Array.from({ length: this.side }, () => Array(this.side).fill(false));
    this.fixed = Array.from({ length: this.side }, () => Array(this.side).fill(false));
    this.patterns();
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean | number} dark
   */
  fix(row, column, dark) {
    if (!(row in this.dark) || !(column in this.dark)) return;
    this.dark[row][column] = Boolean(dark);
    this.fixed[row][column] = true;
  }

  patterns() {
    const { side, version } = this;
    for (let at = 0; at < side; at += 1) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) this.rings(row, column, 4);
    const places = this.aligned();
    const last = places.length - 1;
    places.forEach((row, i) => places.forEach((column, j) => {
      const atFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!atFinder) this.rings(row, column, 2);
    }));
    this.format(0);
    if (version >= 7) this.numbered();
  }

  /**
   * Squares around a middle: dark, light, dark; a finder (4) has a light one around it.
   * @param {number} row
   * @param {number} column
   * @param {number} reach
   */
  rings(row, column, reach) {
    for (let r = -reach; r <= reach; r += 1) {
      for (let c = -reach; c <= reach; c += 1) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        this.fix(row + r, column + c, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
    }
  }

  /** Rows, and columns, of the middles of alignment patterns. */
  aligned() {
    const { version, side } = this;
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
    const found = [6];
    for (let at = side - 7; found.length < count; at -= step) found.splice(1, 0, at);
    return found;
  }

  /** Level and mask, with their correction, twice. @param {number} data five bits */
  format(data) {
    const { side } = this;
    const bits = ((data << 10) | check(data, 10, 0x537)) ^ 0x5412;
    const bit = (/** @type {number} */ at) => (bits >> at) & 1;
    for (let at = 0; at < 15; at += 1) {
      const down = at < 6 ? at : at < 8 ? at + 1 : side - 15 + at;
      const left = at < 8 ? side - 1 - at : at === 8 ? 7 : 14 - at;
      this.fix(down, 8, bit(at));
      this.fix(8, left, bit(at));
    }
    this.fix(side - 8, 8, true);
  }

  /** The number of the version, with its correction, twice. */
  numbered() {
    const bits = (this.version << 12) | check(this.version, 12, 0x1f25);
    for (let at = 0; at < 18; at += 1) {
      const near = Math.floor(at / 3);
      const far = this.side - 11 + (at % 3);
      this.fix(near, far, (bits >> at) & 1);
      this.fix(far, near, (bits >> at) & 1);
    }
  }

  /** Lay the codewords, in columns of two, up and down, from the right. @param {number[]} words */
  with(words) {
    let at = 0;
    for (let right = this.side - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5; // the timing is no place for them
      for (let step = 0; step < this.side; step += 1) {
        const row = up ? this.side - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.fixed[row][column]) continue;
          this.dark[row][column] = Boolean(((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
          at += 1;
        }
      }
    }
    return this;
  }

  /**
   * Its rows under a mask.
   * @param {number} mask
   * @param {Level} level
   */
  masked(mask, level) {
    this.format((LEVEL_BITS[level] << 3) | mask);
    return this.dark.map((row, r) =>
      row.map((dark, c) => (this.fixed[r][c] ? dark : dark !== (MASKS[mask](r, c) === 0))),
    );
  }
}

/**
 * The remainder of a code of Bose, Chaudhuri and Hocquenghem.
 * @param {number} data
 * @param {number} length of the remainder, in bits
 * @param {number} by
 */
function check(data, length, by) {
  let left = data;
  for (let round = 0; round < length; round += 1) {
    left = (left << 1) ^ ((left >> (length - 1)) * by);
  }
  return left;
}

// ------------------------------------------------------------------------------- the mask

const LIKE_A_FINDER = /(?=00001011101|10111010000)/g;

/** How hard it is to read (7.8.3.1): runs, squares, what looks like a finder, too dark or light.
 *  @param {boolean[][]} modules */
function penalty(modules) {
  const side = modules.length;
  const rows = modules.map((row) => row.map(Number).join(""));
  const columns = rows.map((_, c) => rows.map((row) => row[c]).join(""));
  let found = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) found += run.length - 2;
    found += 40 * [...line.matchAll(LIKE_A_FINDER)].length;
  }
  for (let r = 1; r < side; r += 1) {
    for (let c = 1; c < side; c += 1) {
      const sum = Number(rows[r].slice(c - 1, c + 1)) + Number(rows[r - 1].slice(c - 1, c + 1));
      if (sum === 0 || sum === 22) found += 3;
    }
  }
  const dark = rows.join("").replaceAll("0", "").length / (side * side);
  return found + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
