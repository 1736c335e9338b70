// Points that the players counted, compared with the engine's.

/** @typedef {{ seat: number, counted: number, given: number }} Difference */

/**
 * Seats whose counted points differ; a seat that was not counted is left out.
 * @param {(number | null)[]} tallies by seat
 * @param {number[]} computed by seat
 * @returns {Difference[]}
 */
export function comparePoints(tallies, computed) {
  return computed.flatMap((points, seat) => {
    const tally = tallies[seat];
    return tally === null || tally === undefined || tally === points
      ? [] : [{ seat, counted: tally, given: points }];
  });
}

/** Typed points as a whole number; null for anything else. @param {string} typed */
export function parsePoints(typed) {
  const match = /^\s*([-−]?)\s*(\d{1,4})\s*$/.exec(typed);
  return match ? Number(match[2]) * (match[1] ? -1 : 1) : null;
}

/**
 * A table of points: a row a source that gave any, by seat; then the totals.
 * @param {{ sources: [string, string][], seats: number[][], totals: number[] }} points
 */
export function sourceRows({ sources, seats }) {
  return sources
    .map(([, title], index) => ({ title, points: seats.map((row) => row[index]) }))
    .filter((row) => row.points.some(Boolean));
}

/** A name for the file of a log. @param {string} played @param {string[]} names */
export function fileName(played, names) {
  const slugs = names.map((name) => name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, ""));
  return `${["imhotep", played, ...slugs].filter(Boolean).join("-").slice(0, 80)}.imh`;
}
