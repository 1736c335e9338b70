// Every letter that a catalogue has is in the fonts of the pages, and in those of the pictures.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";

const ROOT = new URL("../../", import.meta.url);
const LOCALE = new URL("locale/", ROOT);
const PAGES = new URL("static/fonts/", ROOT);
const PICTURES = new URL("drawing/export/fonts/", ROOT);
const MAX_BYTES = 60 * 1024; // bytes of the fonts of the pages
const TAG_COUNT = 63; // WOFF2, section 5: tables with a number of their own
const CMAP = 0, GLYF = 10, LOCA = 11;

/** What letters the translations have; signs that no font of ours has are drawn by the system. */
function letters() {
  const letterSet = new Set();
  for (const language of readdirSync(LOCALE).filter((name) => !name.startsWith("."))) {
    const file = new URL(`${language}/LC_MESSAGES/django.po`, LOCALE);
    const text = readFileSync(file, "utf-8").replace(/^(?!msgstr|").*$/gm, "");
    for (const letter of text.match(/[\p{L}\p{N}„“”‚‘’«»‹›¿¡–]/gu) ?? []) letterSet.add(letter);
  }
  return letterSet;
}

/** The `cmap` of a font in WOFF2 (W3C Recommendation of 2024), which keeps it as it is. */
function cmapOfWoff2(bytes) {
  const tables = bytes.readUInt16BE(12);
  let position = 48, place = 0, cmap = null;
  const number = () => {
    let value = 0, byte;
    do { byte = bytes[position++]; value = value * 128 + (byte & 127); } while (byte & 128);
    return value;
  };
  for (let n = 0; n < tables; n += 1) {
    const flags = bytes[position++];
    const tag = flags & 63;
    if (tag === TAG_COUNT) position += 4;
    const length = number();
    const version = flags >> 6;
    const changed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    const stored = changed ? number() : length;
    if (tag === CMAP) cmap = [place, stored];
    place += stored;
  }
  const data = brotliDecompressSync(bytes.subarray(position));
  return data.subarray(cmap[0], cmap[0] + cmap[1]);
}

/** The `cmap` of a font in TrueType. */
function cmapOfTrueType(bytes) {
  for (let n = 0; n < bytes.readUInt16BE(4); n += 1) {
    const row = 12 + 16 * n;
    if (bytes.toString("latin1", row, row + 4) !== "cmap") continue;
    const start = bytes.readUInt32BE(row + 8);
    return bytes.subarray(start, start + bytes.readUInt32BE(row + 12));
  }
  throw new Error("no cmap");
}

/** The letters of a `cmap`: its segments (format 4). */
function lettersIn(cmap) {
  const covered = new Set();
  for (let n = 0; n < cmap.readUInt16BE(2); n += 1) {
    const start = cmap.readUInt32BE(4 + 8 * n + 4);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const segments = cmap.readUInt16BE(start + 6);
    for (let segment = 0; segment < segments; segment += 2) {
      const last = cmap.readUInt16BE(start + 14 + segment);
      const first = cmap.readUInt16BE(start + 16 + segments + segment);
      for (let code = first; code <= last && code < 0xffff; code += 1) {
        covered.add(String.fromCodePoint(code));
      }
    }
  }
  return covered;
}

const fonts = (folder, ending) => readdirSync(folder).filter((name) => name.endsWith(ending));

test("every letter of the catalogues is in the fonts of the pages", () => {
  for (const family of ["quay-text", "quay-title"]) {
    const has = new Set();
    for (const name of fonts(PAGES, ".woff2").filter((file) => file.startsWith(family))) {
      lettersIn(cmapOfWoff2(readFileSync(new URL(name, PAGES)))).forEach(
        (letter) => has.add(letter),
      );
    }
    assert.ok(has.size > 150);
    assert.deepEqual([...letters()].filter((letter) => !has.has(letter)), [], family);
  }
});

test("every letter of the catalogues is in the fonts of the pictures", () => {
  const files = fonts(PICTURES, ".ttf");
  assert.equal(files.length, 4);
  for (const name of files) {
    const has = lettersIn(cmapOfTrueType(readFileSync(new URL(name, PICTURES))));
    assert.deepEqual([...letters()].filter((letter) => !has.has(letter)), [], name);
  }
});

test("the fonts of the pages are small", () => {
  const bytes = fonts(PAGES, ".woff2").map((name) => readFileSync(new URL(name, PAGES)).length);
  assert.ok(bytes.reduce((sum, size) => sum + size) <= MAX_BYTES);
});
