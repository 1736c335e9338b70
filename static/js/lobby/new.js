// Who changes a side or a module wants to choose them. In a rated game each computer player sits
// once: what another seat has cannot be chosen.

import { all, maybe, one } from "../page.js";
import { taken } from "./taken.js";

const custom = one(document, "#custom", HTMLDetailsElement);
const choice = one(document, 'input[name="preset"][value="custom"]', HTMLInputElement);

custom.addEventListener("change", () => {
  choice.checked = true;
});

for (const preset of all(document, 'input[name="preset"]', HTMLInputElement)) {
  preset.addEventListener("change", () => {
    if (choice.checked) custom.open = true;
  });
}

const rated = one(document, 'input[name="rated"]', HTMLInputElement);
const opponents = all(document, "[data-opponents] select", HTMLSelectElement);

function levels() {
  const seats = one(document, 'input[name="seats"]:checked', HTMLInputElement);
  const chosen = opponents.map((select) => select.value);
  const gone = taken(chosen, Number(seats.value) - 1, rated.checked);
  opponents.forEach((select, seat) => {
    for (const option of select.options) option.disabled = gone[seat].includes(option.value);
  });
}

one(document, "form.new-table", HTMLFormElement).addEventListener("change", levels);
levels();
maybe(document, "[data-wrong]", HTMLElement)?.focus();
