// QR codes of addresses, drawn in the page, so that no network is needed.

import { createShape } from "../page.js";

const LARGEST = 30; // the last version that a phone still reads off a phone
const QUIET = 4; // light modules around a code

/**
 * A QR code as the `d` of an SVG path, one unit a module, and its side with the quiet zone; null
 * if `text` is too long.
 * @param {string} text
 * @param {"L" | "M"} level of correction
 */
export async function codePath(text, level) {
  const { qrcode } = await import("../../vendor/qrcode-generator.js");
  qrcode.stringToBytes = (words) => [...new TextEncoder().encode(words)];
  const code = qrcode(0, level);
  code.addData(text);
  try {
    code.make();
  } catch {
    return null;
  }
  const count = code.getModuleCount();
  if (count > 17 + 4 * LARGEST) return null;
  let d = "";
  for (let row = 0; row < count; row += 1) {
    const dark = Array.from({ length: count }, (_, column) => Number(code.isDark(row, column)));
    for (const { 0: { length }, index } of dark.join("").matchAll(/1+/g)) {
      d += `M${index + QUIET} ${row + QUIET}h${length}v1h-${length}z`;
    }
  }
  return { d, side: count + 2 * QUIET };
}

/**
 * Draw a QR code; false if the text is too long.
 * @param {HTMLElement} place
 * @param {string} text
 * @param {"L" | "M"} level
 * @param {string} label
 */
export async function drawCode(place, text, level, label) {
  const path = await codePath(text, level);
  place.replaceChildren();
  if (!path) return false;
  const svg = createShape("svg", {
    viewBox: `0 0 ${path.side} ${path.side}`, role: "img", "aria-label": label,
    "shape-rendering": "crispEdges",
  }, place);
  createShape("path", { d: path.d }, svg);
  return true;
}
