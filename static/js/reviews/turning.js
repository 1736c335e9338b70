// Where the key for turning points leads.

/**
 * The next of `points` after the step `from`, or the one before it; round the ends to the other.
 * @param {number[]} points in their order
 * @param {number} from
 * @param {1 | -1} way
 * @returns {number | undefined} none if there are no points
 */
export function turningFrom(points, from, way) {
  if (way > 0) return points.find((point) => point > from) ?? points[0];
  return points.findLast((point) => point < from) ?? points.at(-1);
}
