// The panels of the rail, one at a time; sheets that a tap beside them closes; the labels of what
// is on the table, which are fetched when they are asked for.

import { dataValue, findElement, findElements, hitElement } from "../page.js";

/** @param {HTMLElement} root */
export function followRail(root) {
  root.addEventListener("click", (event) => {
    const tab = hitElement(event, "[data-open]");
    if (tab) openPanel(root, dataValue(tab, "open"));
    else if (hitElement(event, "[data-legend-open]")) void toggleLegend(root);
  });
  document.addEventListener("click", (event) => closeSheet(root, event), { capture: true });
}

/**
 * Show one panel; "rail:panel" tells others which.
 * @param {HTMLElement} root
 * @param {string} name
 */
export function openPanel(root, name) {
  const rail = findElement(root, "[data-tab]");
  if (!rail) return;
  rail.dataset.tab = name;
  for (const tab of findElements(rail, "[data-open]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.open === name));
  }
  findElement(rail, ".rail-moves [aria-current]")?.scrollIntoView({ block: "nearest" });
  root.dispatchEvent(new CustomEvent("rail:panel", { bubbles: true, detail: name }));
}

/** A tap beside what was enlarged closes it. @param {HTMLElement} root @param {MouseEvent} event */
function closeSheet(root, event) {
  const sheet = root.querySelector(".area:target");
  if (!sheet || getComputedStyle(sheet).position !== "fixed") return;
  if (event.target instanceof Node && sheet.contains(event.target)) return;
  location.hash = root.id;
  if (hitElement(event, ".rail")) return; // what stands beside it may be used at once
  event.preventDefault();
  event.stopPropagation();
}

/** Show what is what on the table, or hide it. @param {HTMLElement} root */
export async function toggleLegend(root) {
  const { Legend } = await import("./legend.js");
  Legend.toggle(root);
}
