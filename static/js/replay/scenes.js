// The final scoring as scenes: what is counted, who gets how many points, how the seats stand then,
// and when. Pure: knows no page. Times are milliseconds at speed 1.

/** @import { Step } from "../board/frames.js" */

/**
 * One scene. `count`: when the stones of a site begin to be counted, from the start of the
 * scene, and 0 where none are; `gains`: by seat the points and when they begin to float, from
 * there too; `totals` by seat and `order` of the seats after it.
 * @typedef {{ source: string, title: string, words: string, start: number, duration: number,
 *   count: number, gains: { seat: number, points: number, at: number }[],
 *   totals: number[], order: number[] }} Scene
 */

export const BEATS = { light: 700, count: 1300, each: 650, rest: 900, last: 1600 };

const BUILT = new Set(["pyramid", "temple", "burial_chamber", "obelisks"]);

/**
 * The scenes of the last step of a game; none where nothing is counted.
 * @param {Step | undefined} step
 * @param {number[]} totals by seat, with the final scoring
 * @returns {Scene[]}
 */
export function planScenes(step, totals) {
  const ending = step?.l ?? [];
  const sums = totals.slice();
  for (const [, , , , points] of ending) for (const [seat, gain] of points) sums[seat] -= gain;
  let start = 0;
  return ending.map(([source, title, words, , points], index) => {
    const count = BUILT.has(source) ? BEATS.light : 0;
    const countEnd = count ? count + BEATS.count : BEATS.light;
    const gains = points.map(([seat, gain], nth) => (
      { seat, points: gain, at: countEnd + nth * BEATS.each }
    ));
    for (const [seat, gain] of points) sums[seat] += gain;
    const pause = index === ending.length - 1 ? BEATS.last : BEATS.rest;
    const duration = countEnd + gains.length * BEATS.each + pause;
    const scene = { source, title, words, start, duration, count, gains, totals: sums.slice(),
      order: rankSeats(sums) };
    start += duration;
    return scene;
  });
}

/** The seats by points; of equals the earlier one comes first. @param {number[]} totals */
export function rankSeats(totals) {
  return totals.map((_, seat) => seat).sort((left, right) => totals[right] - totals[left]);
}
