// Writes the codes of the levels and texts that it reads, as lists of SVG paths.

import { readFileSync } from "node:fs";

import { codePath } from "../../static/js/recorder/qr.js";

const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(
  texts.map(([level, text]) => codePath(text, level)),
)));
