// The plan of a step's animation: from the pieces before it, the changes and the movements, a list
// of phases. Pure: knows no page, and no rules. Times are milliseconds at speed 1.

import { blockNumber } from "./frames.js";

/** @import { Changes, Moved, Piece, Pieces, XY } from "./frames.js" */

/** @typedef {[place: number, x: number, y: number]} Point in the units of the place's block */

/**
 * A part of what is seen. `glide`: along `path`; `unload`, `travel`: from `from` to where the piece
 * `key` lies now; `card`: a card flies to a seat; `gain`: points float to a seat, from the stone
 * `key` or from what gives `source`; `tick`: a word changes; `appear`, `vanish`: as they say.
 * `copy`: a picture of the piece as it was is shown, on place `place`; else the piece itself.
 * @typedef {{ kind: "glide" | "unload" | "travel" | "card" | "gain" | "tick" | "appear" | "vanish",
 *   start: number, duration: number, ease: string, key: string, piece?: Piece, place?: number,
 *   copy?: boolean, from?: Point, to?: Point, path?: XY[], order?: number,
 *   seat?: number, points?: number, source?: number }} Phase
 */

/** @typedef {{ phases: Phase[], settled: number, length: number }} Plan `settled`: when numbers
 *   next to the table change */

export const TIMES = {
  glide: 720,
  pause: 120, // at the dock
  gap: 230, // from one stone to the next
  hop: 380,
  gain: 950,
  tick: 280,
  card: 480,
  between: 260, // from one card to the next, and between points that no stone brought
  travel: 400,
  stagger: 90,
  back: 240,
  appear: 220,
  round: 620,
};

const EASE = {
  glide: "cubic-bezier(.5,.05,.2,1)",
  hop: "ease-in-out",
  gain: "cubic-bezier(.2,.7,.4,1)",
  plain: "ease-out",
};

const STONE = /^[kwbg]\d+$/;
const SHIP = /^(?:ship|bow)\d$/;
const RING = /^ring/;
const TURN = /^\d\.(?:active|moves)$/;
// halos, whose turn, round numbers, lines: what is only there or not
const STILL = /^(R[a-z]$|W\d|A\d|past$|n\d|f\d|slot$|next$)/;

/** True if a piece is a word. @param {Piece} piece */
const isWord = (piece) => piece.length > 4;

/**
 * The kind of change from `old`, the piece before a step, to `piece`, after it.
 * @param {string} key
 * @param {Piece | undefined} old
 * @param {Piece | null} piece
 * @returns {"travels" | "appears" | "goes" | "says" | ""}
 */
export function changeKind(key, old, piece) {
  if (key.includes(".of")) return "";
  if (piece === null) return old && !isWord(old) && !STILL.test(old[1]) ? "goes" : "";
  if (isWord(piece) && old) return old[4] !== piece[4] ? "says" : "";
  if (!old || STILL.test(piece[1])) return "appears";
  const [place, , x, y] = piece;
  const moved = blockNumber(old[0]) !== blockNumber(place) || old[2] !== x || old[3] !== y;
  return moved ? "travels" : "";
}

/** The point where a piece lies. @param {Piece} piece @returns {Point} */
const piecePoint = ([place, , x, y]) => [place, x, y];

class Planner {
  /** @type {Phase[]} */
  phases = [];
  /** @type {Set<string>} keys that are seen to already */
  done = new Set();
  /** @type {Map<string, number>} when a stone has landed */
  landed = new Map();
  /** @type {Map<number, number>} when the last points of a seat arrive */
  arrived = new Map();
  time = 0;

  /** @param {Pieces} before @param {Changes} changes @param {Moved} moved */
  constructor(before, changes, moved) {
    this.before = before;
    this.changes = changes;
    this.moved = moved;
  }

  /** @returns {Plan} */
  plan() {
    this.sail();
    this.travel();
    this.cards();
    this.gains();
    this.finish();
    const ends = this.phases.map(({ start, duration }) => start + duration);
    return { phases: this.phases, settled: this.time, length: Math.max(0, ...ends) };
  }

  /** @param {Phase} phase */
  add(phase) {
    this.phases.push(phase);
    if (phase.key && phase.kind !== "gain") this.done.add(phase.key);
  }

  // ------------------------------------------------------------------------- ships, stones

  /** A ship keeps its stones and glides to the dock; there it is unloaded from the front. */
  sail() {
    if (!this.moved.s) return;
    const [ship, place, names, path] = this.moved.s;
    const hull = this.before.get(`ship${ship}`);
    const cargo = names.split(" ").filter(Boolean);
    if (hull) this.glide(ship, hull, place, path);
    const arrived = hull ? TIMES.glide + TIMES.pause : 0;
    cargo.forEach((key, index) => this.unload(key, hull, place, path, arrived + index * TIMES.gap));
    this.time = Math.max(this.time, hull ? TIMES.glide : 0, ...this.landed.values());
  }

  /** @param {string} ship @param {Piece} hull @param {number} place @param {XY[]} path */
  glide(ship, hull, place, path) {
    for (const key of [`ship${ship}`, `bow${ship}`]) {
      const piece = this.before.get(key);
      if (!piece) continue;
      const gone = !this.changes.get(key);
      this.add({ kind: "glide", start: 0, duration: TIMES.glide, ease: EASE.glide, key, piece,
        place: place + piece[0] - hull[0], copy: gone, path });
    }
  }

  /**
   * A stone of a ship: with it to the dock, and at `start` to where it lies then.
   * @param {string} key
   * @param {Piece | undefined} hull
   * @param {number} place
   * @param {XY[]} path
   * @param {number} start
   */
  unload(key, hull, place, path, start) {
    const piece = this.before.get(key);
    const target = this.changes.get(key);
    if (!piece || target === undefined) return;
    const [end] = path.slice(-1);
    const stays = Boolean(target && blockNumber(target[0]) === blockNumber(place));
    if (hull && blockNumber(piece[0]) === blockNumber(hull[0])) {
      const [dx, dy] = [piece[2] - hull[2], piece[3] - hull[3]];
      const way = /** @type {XY[]} */ (path.map(([x, y]) => [x + dx, y + dy]));
      const duration = stays ? TIMES.glide : start;
      this.add({ kind: "glide", start: 0, duration, ease: EASE.glide, key, piece, place: place + 1,
        copy: !stays, path: way });
      if (stays || !target) return;
      const from = /** @type {Point} */ ([place + 1, end[0] + dx, end[1] + dy]);
      this.add({ kind: "unload", start, duration: TIMES.hop, ease: EASE.hop, key, from,
        to: piecePoint(target) });
      this.landed.set(key, start + TIMES.hop);
    } else if (target) {
      this.add({ kind: "unload", start, duration: TIMES.hop, ease: EASE.hop, key,
        from: piecePoint(piece), to: piecePoint(target) });
      this.landed.set(key, start + TIMES.hop);
    }
  }

  /** Move the other pieces: stones one after the other, and ships that come in. */
  travel() {
    let order = 0;
    for (const [key, piece] of this.changes) {
      if (this.done.has(key)) continue;
      const old = this.before.get(key);
      const way = changeKind(key, old, piece);
      if (way === "travels" && old && piece) {
        const start = this.time + (STONE.test(key) ? TIMES.stagger * order : 0);
        if (STONE.test(key) && blockNumber(old[0]) !== blockNumber(piece[0])) order += 1;
        this.add({ kind: "travel", start, duration: key === "sun" ? TIMES.round : TIMES.travel,
          ease: EASE.hop, key, from: piecePoint(old), to: piecePoint(piece) });
        this.landed.set(key, start + TIMES.travel);
      } else if (way === "appears" && piece && SHIP.test(key)) {
        const late = (Number(key.slice(-1)) - 1) * TIMES.stagger;
        this.add({ kind: "travel", start: this.time + late, duration: TIMES.round,
          ease: EASE.glide, key, from: [piece[0], piece[2] - 300, piece[3]],
          to: piecePoint(piece) });
      }
    }
    if (order) this.time += TIMES.travel + TIMES.stagger * (order - 1);
  }

  // ------------------------------------------------------------------------- cards, points

  cards() {
    for (const [space, seat] of this.moved.c ?? []) {
      const key = space ? `market${space}` : "draw";
      const piece = this.before.get(key);
      const successor = this.changes.get(key);
      const rugPiece = this.rug(seat, piece);
      if (!piece || !rugPiece) continue;
      if (!isWord(piece) && successor !== null) continue; // something lies there still
      this.add({ kind: "card", start: this.time, duration: TIMES.card, ease: EASE.hop, key,
        piece, copy: true, from: piecePoint(piece), to: piecePoint(rugPiece), seat });
      this.time += TIMES.between;
      this.arrived.set(seat, this.time + TIMES.card - TIMES.between);
    }
    if (this.moved.c) this.time += TIMES.card - TIMES.between;
  }

  /** The piece that a new card lies on. @param {number} seat @param {Piece | undefined} card */
  rug(seat, card) {
    const like = `${seat}.d${card?.[1].slice(1)}`;
    const pile = this.changes.get(like) ?? this.before.get(like);
    if (pile) return pile;
    for (const [key, piece] of this.changes) {
      if (piece && !isWord(piece) && key.startsWith(`${seat}.`) && !TURN.test(key)) return piece;
    }
    return this.before.get(`${seat}.points`);
  }

  gains() {
    let start = this.time;
    for (const [seat, points, source, stone] of this.moved.g ?? []) {
      const landed = this.landed.get(stone);
      const begun = landed ?? start;
      if (landed === undefined) start += TIMES.between;
      this.add({ kind: "gain", start: begun, duration: TIMES.gain, ease: EASE.gain, key: stone,
        seat, points, source });
      const arrival = begun + TIMES.gain * 0.85;
      this.arrived.set(seat, Math.max(this.arrived.get(seat) ?? 0, arrival));
    }
    this.time = Math.max(this.time, ...this.arrived.values());
  }

  // ------------------------------------------------------------------------------ the rest

  /** Add new pieces, removed pieces and changed words; the turn marker comes last. */
  finish() {
    const settled = Math.max(this.time, ...this.landed.values());
    for (const [key, piece] of this.changes) {
      if (this.done.has(key)) continue;
      const old = this.before.get(key);
      const way = changeKind(key, old, piece);
      if (way === "says" && old && settled > 0) {
        const seat = this.arrived.get(Number(/^(\d)\.points$/.exec(key)?.[1] ?? -1));
        this.add({ kind: "tick", start: seat ?? settled, duration: TIMES.tick, ease: EASE.plain,
          key, piece: old, copy: true });
      } else if (way === "goes" && old && !RING.test(key)) {
        this.add({ kind: "vanish", start: settled, duration: TIMES.appear, ease: EASE.plain, key,
          piece: old, place: old[0], copy: true });
      } else if (way === "appears" && piece) {
        this.add({ kind: "appear", start: this.startTime(key, settled), duration: TIMES.appear,
          ease: EASE.plain, key });
      }
    }
    this.time = settled;
  }

  /** @param {string} key @param {number} settled */
  startTime(key, settled) {
    if (/^(?:berth|ring\.ship)/.test(key)) return 0;
    const ship = /^(?:needs|status)(\d)$/.exec(key)?.[1]; // not before its ship
    const came = this.phases.find(
      ({ key: shipKey, kind }) => shipKey === `ship${ship}` && kind === "travel",
    );
    return came ? came.start + came.duration : settled;
  }
}

/**
 * The phases of a step. `moved`: the ways in it; null: all goes back at once.
 * @param {Pieces} before
 * @param {Changes} changes
 * @param {Moved | null} moved
 */
export function planStep(before, changes, moved) {
  if (moved) return new Planner(before, changes, moved).plan();
  /** @type {Phase[]} */
  const phases = [];
  for (const [key, piece] of changes) {
    const old = before.get(key);
    if (changeKind(key, old, piece) !== "travels" || !old || !piece) continue;
    phases.push({ kind: "travel", start: 0, duration: TIMES.back, ease: EASE.hop, key,
      from: piecePoint(old), to: piecePoint(piece) });
  }
  return { phases, settled: 0, length: phases.length ? TIMES.back : 0 };
}

/** The same plan, at another speed. @param {Plan} plan @param {number} speed @returns {Plan} */
export function scaled({ phases, settled, length }, speed) {
  return {
    phases: phases.map((phase) => (
      { ...phase, start: phase.start / speed, duration: phase.duration / speed }
    )),
    settled: settled / speed,
    length: length / speed,
  };
}

/** Movements in order, for a still with numbered arrows. @param {Plan} plan */
export function listArrows({ phases }) {
  /** @type {{ from: Point, to: Point, start: number }[]} */
  const arrows = [];
  for (const { kind, key, from, to: end, path, place, piece, start } of phases) {
    if (kind === "glide" && key.startsWith("ship") && path && piece) {
      const [x, y] = path[path.length - 1];
      arrows.push({ from: [piece[0], piece[2] + 50, piece[3] - 12],
        to: [place ?? piece[0], x + 50, y - 12], start: -1 });
    } else if ((kind === "unload" || kind === "card") && from && end) {
      arrows.push({ from, to: end, start });
    } else if (kind === "travel" && STONE.test(key) && from && end) {
      if (blockNumber(from[0]) !== blockNumber(end[0])) arrows.push({ from, to: end, start });
    }
  }
  return arrows.sort((arrow, other) => arrow.start - other.start).map(
    ({ from, to: end }) => ({ from, to: end }),
  );
}

