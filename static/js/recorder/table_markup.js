// Lays the table of a recording: the same elements as `templates/games/replay/blocks.html` has, of
// what the engine says. What is read aloud or shown as a hint comes from the page.

/** @import { Answer, Block } from "./engine.js" */

/**
 * `larger` has a %s for what; `stones` for a name; `colours` by their words.
 * @typedef {{ larger: string, close: string, modules: string, toMove: string, toDraw: string,
 *   discarded: string, quarry: string, points: string, prospect: string, stones: string,
 *   stonesHere: string, worthNow: string, doubt: string,
 *   colours: { [word: string]: string } }} Words
 */

/** @typedef {{ words: string, cells: string[] }} Line */
/** @typedef {{ at: string, letter: string, name: string, stones: number, worth: string,
 *   most: boolean }} Owner */
/** @typedef {{ name: string, title: string, more: string, side: string, doubt: boolean,
 *   owners: Owner[], piles?: { draw: string, discard: number } }} Plate */
/** @typedef {Block & { lines: Line[] | [string, string[]][], plate: Plate | null, seat: number,
 *   player: string, letter: string, colour: string, points: string, prospect: string,
 *   quarry: string | number }} Part */

/** @param {string} text */
const safe = (text) => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

/** @param {string} form @param {string} word */
const filled = (form, word) => safe(form.replace("%s", word));

/** @param {string} name */
const at = (name) => `at-${safe(name)}`;

/** @param {string} letter @param {string} [label] */
function stone(letter, label) {
  const named = `role="img" aria-label="${safe(label ?? "")}"`;
  const role = label === undefined ? 'aria-hidden="true"' : named;
  return `<svg class="replay-stone" viewBox="-9 -9 18 18" ${role}>` +
    `<use href="#i-m${safe(letter)}"/></svg>`;
}

/** @param {Part} part */
function spoken(part) {
  const lines = part.lines.map((line) => {
    const [words, cells] = Array.isArray(line) ? line : [line.words, line.cells];
    const inside = cells.map((cell) => `<li>${safe(cell)}</li>`).join("");
    const list = inside && `<ul role="list">${inside}</ul>`;
    return `<li><span>${safe(words)}</span>${list}</li>`;
  });
  return `<ul class="spoken" role="list" aria-label="${safe(part.title)}" ` +
    `data-spoken="${safe(part.name)}">${lines.join("")}</ul>`;
}

/** @param {Part} part @param {string} [name] of its class */
const drawn = (part, name = part.name) =>
  `<div class="replay-block replay-${safe(name)}" data-block="${safe(part.name)}">` +
  `${part.svg}</div>`;

/** @param {string} name @param {string} label */
const opened = (name, label) =>
  `<a class="area-open" href="#${at(name)}" ${label || 'tabindex="-1" aria-hidden="true"'}></a>`;

/** @param {Words} words */
const closed = (words) =>
  `<a class="area-close" href="#table" data-close aria-label="${safe(words.close)}">×</a>`;

/** @param {Owner} owner @param {Words} words */
function owned({ at: key, letter, name, stones, worth, most }, words) {
  const looks = `owner${most ? " is-most" : ""}${worth ? "" : " has-no-worth"}`;
  const hint = filled(words.stonesHere, name);
  return `<li class="${looks}" data-lead="${safe(key)}" title="${hint}">` +
    `${stone(letter)}<span class="owner-name">${safe(name)}</span><b>${stones}</b>` +
    `<span class="visually-hidden"> ${safe(words.stones)}</span>` +
    `<span class="visually-hidden owner-worth"> ${safe(words.worthNow)} </span>` +
    `<small>${safe(worth)}</small></li>`;
}

/** @param {Plate} plate @param {Words} words */
function plated({ name, title, more, side, doubt, owners, piles }, words) {
  const rest = more && `<span class="cart-more"> ${safe(more)}</span>`;
  const about = doubt ? ` <small title="${safe(words.doubt)}">≈</small>` : "";
  const below = piles
    ? `<p class="owners"><span class="owner"><b data-pile="draw">${safe(piles.draw)}</b> ` +
      `${safe(words.toDraw)}</span> <span class="owner owner-more"><b data-pile="discard">` +
      `${piles.discard}</b> ${safe(words.discarded)}</span></p>`
    : `<ul class="owners">${owners.map((owner) => owned(owner, words)).join("")}</ul>`;
  return `<div class="plate plate-${safe(name)}${owners.length === 4 ? " is-four" : ""}">` +
    `<a class="cart" href="#${at(name)}" data-plate="${safe(name)}"><span>${safe(title)}${rest}` +
    `</span> <i>${safe(side)}</i>${about}</a>${below}</div>`;
}

/** @param {Part} part @param {Part[]} piles @param {Words} words */
function site(part, piles, words) {
  const heaps = part.plate?.piles ? piles.map((one) => drawn(one, "piles") + spoken(one)) : [];
  return `<section class="area area-site area-${safe(part.name)}" id="${at(part.name)}" ` +
    `aria-label="${safe(part.title)}">${opened(part.name, "")}` +
    `${part.plate ? plated(part.plate, words) : ""}${drawn(part)}${spoken(part)}` +
    `${heaps.join("")}${closed(words)}</section>`;
}

/** @param {Part} part @param {Words} words */
function harbour(part, words) {
  const label = `aria-label="${filled(words.larger, part.title)}"`;
  return `<section class="area area-harbour" id="${at(part.name)}" ` +
    `aria-label="${safe(part.title)}">${opened(part.name, label)}${drawn(part, "harbour")}` +
    `${spoken(part)}${closed(words)}</section>`;
}

/** @param {Part[]} tablets @param {Words} words */
function modules(tablets, words) {
  if (!tablets.length) return "";
  const label = `aria-label="${filled(words.larger, words.modules)}"`;
  return `<section class="area quay-tablets" id="at-tablets" aria-label="${safe(words.modules)}">` +
    `${opened("tablets", label)}${tablets.map((one) => drawn(one) + spoken(one)).join("")}` +
    `${closed(words)}</section>`;
}

/** @param {Part} part @param {Words} words */
function headed(part, words) {
  const { seat, letter, colour, player, quarry, points, prospect } = part;
  return `<p class="seat-tab">${safe(words.toMove)}</p><p class="seat-head">` +
    `${stone(letter, words.colours[colour] ?? colour)}` +
    `<b class="seat-name" title="${safe(player)}">${safe(player)}</b>` +
    `<span class="seat-quarry" title="${safe(words.quarry)}">` +
    '<svg viewBox="-24 -20 50 34" aria-hidden="true"><use href="#i-heap"/></svg>' +
    `<span data-quarry="${seat}">${safe(String(quarry))}</span></span>` +
    `<span class="seat-points"><strong data-total="${seat}" title="${safe(words.points)}">` +
    `${safe(points)}</strong><small data-prospect="${seat}" title="${safe(words.prospect)}">` +
    `${safe(prospect)}</small></span></p>`;
}

/** @param {Part} part @param {Words} words */
function seated(part, words) {
  const label = `aria-label="${filled(words.larger, part.title)}"`;
  return `<section class="area area-seat seat-${safe(part.letter)}" id="${at(part.name)}" ` +
    `aria-label="${safe(part.title)}" data-panel="${part.seat}">${opened(part.name, label)}` +
    `${headed(part, words)}${drawn(part, "seat")}${spoken(part)}${closed(words)}</section>`;
}

/**
 * The table as markup.
 * @param {Part[]} parts
 * @param {Words} words
 */
export function tableOf(parts, words) {
  const of = (/** @type {string} */ kind) => parts.filter((part) => part.kind === kind);
  const tablets = of("module");
  const land = parts.map((part) => {
    if (part.kind === "land") return drawn(part);
    if (part.kind === "harbour") return harbour(part, words);
    return part.kind === "site" ? site(part, of("piles"), words) : "";
  });
  const seats = of("seat");
  return `<div class="quay${tablets.length ? " has-tablets" : ""}" data-table>` +
    `<div class="quay-land">${land.join("")}</div>${modules(tablets, words)}` +
    `<div class="quay-seats${seats.length < 3 ? " is-two" : ""}">` +
    `${seats.map((part) => seated(part, words)).join("")}</div></div>`;
}

/**
 * Put the table of a whole answer into the page, in the place of the one that is there.
 * @param {ParentNode} root has `[data-table]` and `.replay-symbols`
 * @param {Answer} answer
 * @param {Words} words
 */
export function layTable(root, answer, words) {
  const table = root.querySelector("[data-table]");
  const symbols = root.querySelector(".replay-symbols");
  if (!table || !symbols || !answer.blocks) throw new Error("nowhere to lay the table");
  symbols.innerHTML = `<defs>${answer.symbols}</defs>`;
  table.outerHTML = tableOf(/** @type {Part[]} */ (answer.blocks), words);
}
