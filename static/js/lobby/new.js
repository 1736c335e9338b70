// Who changes a side or a module wants to choose them.

import { all, one } from "../page.js";

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
