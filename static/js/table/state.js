// Types of a table's state, in the stream and with the steps of its game.

/** @import { Payload } from "../board/frames.js" */

/**
 * A seat of a table; `turn`: its number, `clock`: milliseconds left, null without a clock.
 * @typedef {{ turn: number, handle: string, stand_in: string | null, consents: boolean,
 *   computer: string, clock: number | null }} Place
 */

/**
 * The facts of a table (`tables/play/reading.py`). `awaited`: the seat that is to act;
 * `viewer`: the seat of the reader.
 * @typedef {{ phase: string, plies: number, places: Place[], awaited: number | null,
 *   viewer: number | null, deadline: string | null, now: string, terms: { pace: string },
 *   outage?: { ended_at: string, seconds: number } | null, game: string | null,
 *   rematch: string | null,
 *   take_back: { first: number, seat: number, agree: number[] } | null }} State
 */

/** An entry, the words that lead to it, how many of those come in an order.
 * @typedef {[entry: string, words: string[], ordered: number]} Option */

/**
 * The entries that the reader may write (`drawing/play/asked.py`): options by the keys of their
 * words, what the words read as, and where they lie: block, x, y, width, height; a shape, if it is
 * no rectangle.
 * @typedef {{ ply: number, question: string, letter: string, words: { [key: string]: string },
 *   options: Option[],
 *   spots: { [key: string]: [block: string, x: number, y: number, width: number, height: number,
 *     shape?: string] }
 * }} Prompt
 */

/**
 * An answer; a whole one, to a page that has nothing yet, is a payload too.
 * @typedef {Omit<Payload, "seat"> & { plies: number, layout: string, over: boolean,
 *   asked: Prompt | null, state: State }} Moments
 */

export {};
