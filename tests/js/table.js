// Writes the table that `recorder/table_markup.js` makes of the blocks and words that it reads.

import { readFileSync } from "node:fs";

import { tableMarkup } from "../../static/js/recorder/table_markup.js";

const { blocks, words } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(tableMarkup(blocks, words));
