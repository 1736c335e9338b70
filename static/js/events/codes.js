// The codes of tables as pictures: addresses with the host that this browser sees, drawn in the
// page, so that no network is needed.

import { dataValue, findElements, getElement } from "../page.js";
import { drawCode } from "../recorder/qr.js";

const words = dataValue(getElement(document, "[data-table-codes]"), "codeLabel");

for (const place of findElements(document, "[data-table-code]")) {
  drawCode(place, `${location.origin}${dataValue(place, "tableCode")}`, "M", words);
}
