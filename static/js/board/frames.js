// Frames of a game: marks of turns and rounds, pieces and numbers after every step.

/**
 * A piece on the table: [place, symbol, x, y], or for a word [place, ".class", x, y, word]. A
 * place is 64 times the number of its block, and a layer of it.
 * @typedef {[place: number, symbol: string, x: number, y: number, word?: string]} Piece
 */

/** Changes by key; null: the piece goes. @typedef {{ [key: string]: Piece | null }} Delta */

/** @typedef {[x: number, y: number]} XY */
/** @typedef {ReadonlyMap<string, Piece>} Pieces by key */
/** @typedef {Map<string, Piece | null>} Changes by key; null: the piece goes */
/** @typedef {[row: number, column: number, value: number]} Cell */

/** Rules behind steps, by key. @typedef {{ [key: string]: [words: string, url: string] }} Rules */

/**
 * Movements of a step, in addition to its pieces. `s`: the ship that sailed, the place of its hull
 * at the dock, its stones in the order of unloading, its way; `g`: points by seat, the number of
 * their source, the stone that brought them; `c`: the market space of a card (0: the pile), and the
 * seat that it came to.
 * @typedef {{ s?: [ship: string, place: number, stones: string, path: XY[]],
 *   g?: [seat: number, points: number, source: number, stone: string][],
 *   c?: [space: number, seat: number][] }} Moved
 */

/**
 * The words of a line by "block.line", those of a cell in it by "block.line.cell"; null: it goes.
 * @typedef {{ [key: string]: string | null }} SpokenLines
 */

/**
 * A step, as `drawing/replay/payload.py` writes it. `a`: the seat that acted, -1 the bank; `r`:
 * round, 0 the set-up; `t`: the player's turn in it; `s`: sentences; `f`: nothing else could be
 * done; `d`: pieces; `p`: points by seat and source; `c`: stones by site and seat; `e`: points by
 * seat if it ended here, null if the viewer may not know; `w`: what the stones are worth, by site
 * and seat; `q`: stones in the quarry by seat, null for endless; `b`: how many characters of the
 * sentences are the brief ones; `o`: where the result of the game begins; `y`: keys of rules; `l`:
 * the final scoring, by source. `m`: what moved; `h`: what changes in the lists that say the
 * position.
 * @typedef {{ a: number, r: number, t: number, s: string, f?: number | boolean, d: Delta,
 *   p?: Cell[], c?: Cell[], w?: Cell[], e?: number[] | null, q?: (number | null)[],
 *   b?: number, o?: number, y?: string[], m?: Moved, h?: SpokenLines,
 *   l?: [source: string, title: string, words: string, key: string,
 *     points: [seat: number, points: number][]][] }} Step
 */

/**
 * @typedef {{ seat: string, steps: Step[], opening: { [key: string]: Piece },
 *   names: string[], sources: string[],
 *   first: { c: number[][], w: number[][], e: number[] | null, q: (number | null)[],
 *     p?: number[][] }, heard?: SpokenLines, rules?: Rules }} Payload
 */

const STRIDE = 64; // places of a block, as in drawing/svg/pieces.py

/** The block that a place belongs to. @param {number} place */
export const blockNumber = (place) => Math.floor(place / STRIDE);

export class Frames {
  /** @param {Payload} payload */
  constructor(payload) {
    this.seat = payload.seat;
    this.steps = payload.steps;
    this.opening = payload.opening;
    this.length = payload.steps.length;
    this.rules = payload.rules ?? {};
    this.names = payload.names;
    this.sources = payload.sources;
    this.before = payload.heard ?? {};
    this.back = reversed(payload.opening, payload.steps);
    this.turns = this.marks((step, next) => step.r === next.r && step.t === next.t);
    this.rounds = this.marks((step, next) => step.r === next.r);
    const none = payload.names.map(() => new Array(payload.sources.length).fill(0));
    const { c: stones, w: worth, e: prospects, q: quarry, p: points = none } = payload.first;
    this.points = this.accumulate(points, (table, { p }) => withCells(table, p));
    this.stones = this.accumulate(stones, (table, { c }) => withCells(table, c));
    this.worth = this.accumulate(worth, (table, { w }) => withCells(table, w));
    this.prospects = this.accumulate(prospects, (before, { e = before }) => e);
    this.quarry = this.accumulate(quarry, (before, { q = before }) => q);
  }

  /**
   * Steps after which something is complete, the start and the end included.
   * @param {(step: Step, next: Step) => boolean} joins
   */
  marks(joins) {
    const marks = [0];
    for (let ply = 1; ply < this.length; ply++) {
      if (!joins(this.steps[ply - 1], this.steps[ply])) marks.push(ply);
    }
    marks.push(this.length);
    return marks;
  }

  /**
   * Values by step: the one at the start, and what each step makes of the one before.
   * @template T
   * @param {T} first
   * @param {(before: T, step: Step) => T} change
   */
  accumulate(first, change) {
    const values = [first];
    for (const step of this.steps) values.push(change(values[values.length - 1], step));
    return values;
  }

  /**
   * The seat (not the bank) that writes the next entry after step `ply`; undefined for none.
   * @param {number} ply
   */
  nextSeat(ply) {
    return this.steps.slice(ply).find(({ a }) => a >= 0)?.a;
  }

  /** Every piece on the table after step `ply`, by key. @param {number} ply */
  table(ply) {
    const table = new Map(Object.entries(this.opening));
    for (const step of this.steps.slice(0, ply)) apply(table, step.d);
    return table;
  }

  /** The lines of the lists after step `ply`. @param {number} ply @returns {SpokenLines} */
  heard(ply) {
    return Object.assign({}, this.before, ...this.steps.slice(0, ply).map(({ h }) => h));
  }

  /** The last change of every key on the way. @param {number} from @param {number} target */
  changes(from, target) {
    /** @type {Changes} */
    const changes = new Map();
    const gather = (/** @type {Delta} */ delta) => {
      for (const [key, piece] of Object.entries(delta)) changes.set(key, piece);
    };
    for (let ply = from; ply < target; ply++) gather(this.steps[ply].d);
    for (let ply = from; ply > target; ply--) gather(this.back[ply - 1]);
    return changes;
  }

  /** A jump's target; `skip` forced moves. @param {string | undefined} jump @param {number} ply */
  target(jump, ply, skip = false) {
    switch (jump) {
      case "first": return 0;
      case "last": return this.length;
      case "back": return this.skipForced(ply, -1, skip);
      case "next": return this.skipForced(ply, 1, skip);
      case "turn-back": return markBefore(this.turns, ply);
      case "turn-next": return markAfter(this.turns, ply);
      case "round-back": return markBefore(this.rounds, ply);
      case "round-next": return markAfter(this.rounds, ply);
      default: return ply;
    }
  }

  /** @param {number} ply @param {1 | -1} way @param {boolean} skip */
  skipForced(ply, way, skip) {
    let target = ply + way;
    while (skip && target > 0 && target < this.length && this.steps[target - 1].f) target += way;
    return Math.min(Math.max(target, 0), this.length);
  }

  /** Round and turn of step `ply`, in `words`. @param {number} ply @param {DOMStringMap} words */
  heading(ply, { setUp = "", round = "", turn = "" }) {
    const step = this.steps[ply - 1];
    if (!step?.r) return setUp;
    return step.t ? `${round} ${step.r} · ${turn} ${step.t}` : `${round} ${step.r}`;
  }

  /** True if a round is complete after step `ply`. @param {number} ply */
  endsRound(ply) {
    return ply > 0 && this.rounds.includes(ply);
  }
}

/** `table`, with changed cells. @param {number[][]} table @param {Cell[]} [cells] */
function withCells(table, cells) {
  if (!cells) return table;
  const changed = table.map((row) => row.slice());
  for (const [row, column, value] of cells) changed[row][column] = value;
  return changed;
}

/** @param {number[]} marks @param {number} ply */
function markBefore(marks, ply) {
  return marks.findLast((mark) => mark < ply) ?? 0;
}

/** @param {number[]} marks @param {number} ply */
function markAfter(marks, ply) {
  return marks.find((mark) => mark > ply) ?? marks[marks.length - 1];
}

/** @param {Map<string, Piece>} table @param {Delta} delta */
function apply(table, delta) {
  for (const [key, piece] of Object.entries(delta)) {
    if (piece === null) table.delete(key);
    else table.set(key, piece);
  }
}

/**
 * The delta that undoes each step, in the order of the steps.
 * @param {{ [key: string]: Piece }} opening
 * @param {Step[]} steps
 */
function reversed(opening, steps) {
  const table = new Map(Object.entries(opening));
  return steps.map(({ d }) => {
    /** @type {Delta} */
    const back = {};
    for (const key in d) back[key] = table.get(key) ?? null;
    apply(table, d);
    return back;
  });
}
