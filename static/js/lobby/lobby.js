// The lobby as it is now.

import { promiseIn } from "../fair.js";
import { one } from "../page.js";
import { fresh } from "./live_fragment.js";

const root = one(document, "[data-fragment]", HTMLElement);

fresh(root, {
  events: ["lobby", "state"],
  line: one(document, "[data-live-line]", HTMLElement),
  shown: () => promiseIn(root),
});
