// A new table. A changed side or module chooses the custom set-up. In a rated game each computer
// player sits once: a level that another seat has cannot be chosen.

import { findElements, findElement, getElement } from "../page.js";

/**
 * For each of the first `seats` opponents the levels that others have, if the game is rated.
 * @param {string[]} levels a level for each opponent, empty for a person
 * @param {number} seats how many opponents there are
 * @param {boolean} rated
 */
export function unavailableLevels(levels, seats, rated) {
  const sits = (/** @type {number} */ seat) => rated && seat < seats && levels[seat] !== "";
  return levels.map((_, seat) =>
    seat < seats ? levels.filter((_level, other) => other !== seat && sits(other)) : [],
  );
}

/** @param {Document} page */
function followForm(page) {
  const custom = getElement(page, "#custom", HTMLDetailsElement);
  const choice = getElement(page, 'input[name="preset"][value="custom"]', HTMLInputElement);
  custom.addEventListener("change", () => {
    choice.checked = true;
  });
  for (const preset of findElements(page, 'input[name="preset"]', HTMLInputElement)) {
    preset.addEventListener("change", () => {
      if (choice.checked) custom.open = true;
    });
  }
  const rated = getElement(page, 'input[name="rated"]', HTMLInputElement);
  const opponents = findElements(page, "[data-opponents] select", HTMLSelectElement);
  const guests = getElement(page, 'input[name="access"][value="guests"]', HTMLInputElement);
  let isChosen = false; // whether it is rated: until then a computer player unticks it
  rated.addEventListener("change", () => { isChosen = true; });
  const disableLevels = () => {
    const seats = getElement(page, 'input[name="seats"]:checked', HTMLInputElement);
    const levels = opponents.map((select) => select.value);
    const opponentCount = Number(seats.value) - 1;
    if (!isChosen) rated.checked = !levels.slice(0, opponentCount).some(Boolean);
    rated.disabled = guests.checked;
    if (guests.checked) rated.checked = false;
    const unavailable = unavailableLevels(levels, opponentCount, rated.checked);
    opponents.forEach((select, seat) => {
      for (const option of select.options) {
        option.disabled = unavailable[seat].includes(option.value);
      }
    });
  };
  getElement(page, "form.new-table", HTMLFormElement).addEventListener("change", disableLevels);
  disableLevels();
  findElement(page, "[data-wrong]")?.focus();
}

if (globalThis.document) followForm(document);
