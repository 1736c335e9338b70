// Which computer players a seat cannot have.

/**
 * For each opponent the levels that another one has; none where the game is not rated, none of
 * seats beyond the first `seats`.
 * @param {string[]} chosen a level for each opponent, empty for a person
 * @param {number} seats how many opponents there are
 * @param {boolean} rated
 * @returns {string[][]}
 */
export function taken(chosen, seats, rated) {
  /** @param {number} seat */
  const sits = (seat) => rated && seat < seats && chosen[seat] !== "";
  return chosen.map((_, own) =>
    own < seats ? chosen.filter((_level, other) => other !== own && sits(other)) : [],
  );
}
