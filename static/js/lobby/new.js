// Who changes a side or a module wants to choose them.

const custom = document.querySelector("#custom");
const choice = document.querySelector('input[name="preset"][value="custom"]');

custom.addEventListener("change", () => {
  choice.checked = true;
});

for (const one of document.querySelectorAll('input[name="preset"]')) {
  one.addEventListener("change", () => {
    if (choice.checked) custom.open = true;
  });
}
