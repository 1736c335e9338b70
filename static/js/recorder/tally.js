// The end: what the entries give beside what the players counted.

/** @typedef {{ seat: number, counted: number, given: number }} Difference */

/**
 * Where the two differ; a seat that was not counted is no difference.
 * @param {(number | null)[]} counted by seat
 * @param {number[]} given by seat
 * @returns {Difference[]}
 */
export function differences(counted, given) {
  return given.flatMap((points, seat) => {
    const one = counted[seat];
    return one === null || one === undefined || one === points
      ? [] : [{ seat, counted: one, given: points }];
  });
}

/** What was typed as points: a whole number, null for nothing that is one. @param {string} typed */
export function pointsIn(typed) {
  const found = /^\s*([-−]?)\s*(\d{1,4})\s*$/.exec(typed);
  return found ? Number(found[2]) * (found[1] ? -1 : 1) : null;
}

/**
 * A table of points: a row a source that gave any, by seat; then the totals.
 * @param {{ sources: [string, string][], seats: number[][], totals: number[] }} points
 * @returns {{ title: string, points: number[] }[]}
 */
export function bySource({ sources, seats }) {
  return sources
    .map(([, title], at) => ({ title, points: seats.map((row) => row[at]) }))
    .filter((row) => row.points.some(Boolean));
}

/** A name for the file of a log. @param {string} played @param {string[]} names */
export function fileName(played, names) {
  const said = names.map((name) => name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, ""));
  return `${["imhotep", played, ...said].filter(Boolean).join("-").slice(0, 80)}.imh`;
}
