// The lobby as it is now.

import { promiseIn } from "../fair.js";
import { getElement } from "../page.js";
import { followFragment } from "./live_fragment.js";

const root = getElement(document, "[data-fragment]");

followFragment(root, {
  events: ["lobby", "state"],
  line: getElement(document, "[data-live-line]"),
  shown: () => promiseIn(root),
});
