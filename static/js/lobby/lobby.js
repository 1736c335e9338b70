// The lobby as it is now.

import { promiseIn } from "../fair.js";
import { fresh } from "./fresh.js";

const root = document.querySelector("[data-fragment]");

fresh(root, {
  events: ["lobby", "state"],
  said: document.querySelector("[data-live-line]"),
  shown: () => promiseIn(root),
});
