// Writes the table that `record/table.js` makes of the blocks and words that it reads.

import { readFileSync } from "node:fs";

import { tableOf } from "../../static/js/recorder/table_markup.js";

const { blocks, words } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(tableOf(blocks, words));
