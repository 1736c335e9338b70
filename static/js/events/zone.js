// The time zone of a new event: that of the browser, where the page knows it.

import { getElement } from "../page.js";

const field = getElement(document, "[data-zone]", HTMLInputElement);
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const hasZone = [...document.querySelectorAll("#time-zones option")]
  .some((option) => option instanceof HTMLOptionElement && option.value === timeZone);

if (hasZone && field.value === "UTC") field.value = timeZone;
