// Lays the table of a recording: the same elements as `templates/games/replay/blocks.html` has, of
// what the engine says. What is read aloud or shown as a hint comes from the page.

/** @import { Answer, Block } from "./engine.js" */

/**
 * `larger` has a %s for what; `stones` for a name; `colours` by their words.
 * @typedef {{ larger: string, close: string, modules: string, toMove: string, resigned: string,
 *   toDraw: string, discarded: string, quarry: string, points: string, prospect: string,
 *   stones: string, stonesHere: string, worthNow: string, doubt: string,
 *   colours: { [word: string]: string } }} Words
 */

/** @typedef {{ words: string, cells: string[] }} Line */
/** @typedef {{ at: string, letter: string, name: string, stones: number, worth: string,
 *   most: boolean }} Owner */
/** @typedef {{ name: string, title: string, more: string, side: string, doubt: boolean,
 *   owners: Owner[], piles?: { draw: string, discard: number } }} Plate */
/** @typedef {Block & { lines: Line[] | [string, string[]][], plate: Plate | null, seat: number,
 *   player: string, letter: string, colour: string, points: string, prospect: string,
 *   quarry: string | number, resigned: boolean }} Part */

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} form @param {string} word */
const fillSafe = (form, word) => escape(form.replace("%s", word));

/** @param {string} name */
const anchorId = (name) => `at-${escape(name)}`;

/** @param {string} letter @param {string} [label] */
function stoneMarkup(letter, label) {
  const named = `role="img" aria-label="${escape(label ?? "")}"`;
  const role = label === undefined ? 'aria-hidden="true"' : named;
  return `<svg class="replay-stone" viewBox="-9 -9 18 18" ${role}>` +
    `<use href="#i-m${escape(letter)}"/></svg>`;
}

/** @param {Part} part */
function spokenMarkup(part) {
  const lines = part.lines.map((line) => {
    const [words, cells] = Array.isArray(line) ? line : [line.words, line.cells];
    const inside = cells.map((cell) => `<li>${escape(cell)}</li>`).join("");
    const list = inside && `<ul role="list">${inside}</ul>`;
    return `<li><span>${escape(words)}</span>${list}</li>`;
  });
  return `<ul class="spoken" role="list" aria-label="${escape(part.title)}" ` +
    `data-spoken="${escape(part.name)}">${lines.join("")}</ul>`;
}

/** @param {Part} part @param {string} [name] of its class */
const blockMarkup = (part, name = part.name) =>
  `<div class="replay-block replay-${escape(name)}" data-block="${escape(part.name)}">` +
  `${part.svg}</div>`;

/** @param {string} name @param {string} label */
const openLink = (name, label) =>
  `<a class="area-open" href="#${anchorId(name)}" ` +
  `${label || 'tabindex="-1" aria-hidden="true"'}></a>`;

/** @param {Words} words */
const closeLink = (words) =>
  `<a class="area-close" href="#table" data-close aria-label="${escape(words.close)}">×</a>`;

/** @param {Owner} owner @param {Words} words */
function ownerMarkup({ at: key, letter, name, stones, worth, most: leads }, words) {
  const looks = `owner${leads ? " is-most" : ""}${worth ? "" : " has-no-worth"}`;
  const hint = fillSafe(words.stonesHere, name);
  return `<li class="${looks}" data-lead="${escape(key)}" title="${hint}">` +
    `${stoneMarkup(letter)}<span class="owner-name">${escape(name)}</span><b>${stones}</b>` +
    `<span class="visually-hidden"> ${escape(words.stones)}</span>` +
    `<span class="visually-hidden owner-worth"> ${escape(words.worthNow)} </span>` +
    `<small>${escape(worth)}</small></li>`;
}

/** @param {Plate} plate @param {Words} words */
function plateMarkup({ name, title, more: extra, side, doubt, owners, piles }, words) {
  const extraMarkup = extra && `<span class="cart-more"> ${escape(extra)}</span>`;
  const about = doubt ? ` <small title="${escape(words.doubt)}">≈</small>` : "";
  const below = piles
    ? `<p class="owners"><span class="owner"><b data-pile="draw">${escape(piles.draw)}</b> ` +
      `${escape(words.toDraw)}</span> <span class="owner owner-more"><b data-pile="discard">` +
      `${piles.discard}</b> ${escape(words.discarded)}</span></p>`
    : `<ul class="owners">${owners.map((owner) => ownerMarkup(owner, words)).join("")}</ul>`;
  return `<div class="plate plate-${escape(name)}${owners.length === 4 ? " is-four" : ""}">` +
    `<a class="cart" href="#${anchorId(name)}" data-plate="${escape(name)}">` +
    `<span>${escape(title)}${extraMarkup}</span> <i>${escape(side)}</i>${about}</a>${below}</div>`;
}

/** @param {Part} part @param {Part[]} piles @param {Words} words */
function siteMarkup(part, piles, words) {
  const heaps = part.plate?.piles ? piles.map(
    (pile) => blockMarkup(pile, "piles") + spokenMarkup(pile),
  ) : [];
  return `<section class="area area-site area-${escape(part.name)}" id="${anchorId(part.name)}" ` +
    `aria-label="${escape(part.title)}">${openLink(part.name, "")}` +
    `${part.plate ? plateMarkup(part.plate, words) : ""}${blockMarkup(part)}${spokenMarkup(part)}` +
    `${heaps.join("")}${closeLink(words)}</section>`;
}

/** @param {Part} part @param {Words} words */
function harbourMarkup(part, words) {
  const label = `aria-label="${fillSafe(words.larger, part.title)}"`;
  return `<section class="area area-harbour" id="${anchorId(part.name)}" ` +
    `aria-label="${escape(part.title)}">${openLink(part.name, label)}` +
    `${blockMarkup(part, "harbour")}${spokenMarkup(part)}${closeLink(words)}</section>`;
}

/** @param {Part[]} tablets @param {Words} words */
function modulesMarkup(tablets, words) {
  if (!tablets.length) return "";
  const label = `aria-label="${fillSafe(words.larger, words.modules)}"`;
  const drawings = tablets.map((tablet) => blockMarkup(tablet) + spokenMarkup(tablet));
  return '<section class="area quay-tablets" id="at-tablets" ' +
    `aria-label="${escape(words.modules)}">` +
    `${openLink("tablets", label)}${drawings.join("")}` +
    `${closeLink(words)}</section>`;
}

/** @param {Part} part @param {Words} words */
function seatHeadMarkup(part, words) {
  const { seat, letter, colour, player, quarry, points, prospect } = part;
  return `<p class="seat-tab seat-next">${escape(words.toMove)}</p>` +
    `<p class="seat-tab seat-out">${escape(words.resigned)}</p><p class="seat-head">` +
    `${stoneMarkup(letter, words.colours[colour] ?? colour)}` +
    `<b class="seat-name" title="${escape(player)}">${escape(player)}</b>` +
    `<span class="seat-quarry" title="${escape(words.quarry)}">` +
    '<svg viewBox="-24 -20 50 34" aria-hidden="true"><use href="#i-heap"/></svg>' +
    `<span data-quarry="${seat}">${escape(String(quarry))}</span></span>` +
    `<span class="seat-points"><strong data-total="${seat}" title="${escape(words.points)}">` +
    `${escape(points)}</strong><small data-prospect="${seat}" title="${escape(words.prospect)}">` +
    `${escape(prospect)}</small></span></p>`;
}

/** @param {Part} part @param {Words} words */
function seatMarkup(part, words) {
  const label = `aria-label="${fillSafe(words.larger, part.title)}"`;
  const out = part.resigned ? " is-out" : "";
  return `<section class="area area-seat seat-${escape(part.letter)}${out}" ` +
    `id="${anchorId(part.name)}" ` +
    `aria-label="${escape(part.title)}" data-panel="${part.seat}">${openLink(part.name, label)}` +
    `${seatHeadMarkup(part, words)}${blockMarkup(part, "seat")}${spokenMarkup(part)}` +
    `${closeLink(words)}</section>`;
}

/** The table as markup. @param {Part[]} parts @param {Words} words */
export function tableMarkup(parts, words) {
  const select = (/** @type {string} */ kind) => parts.filter((part) => part.kind === kind);
  const tablets = select("module");
  const land = parts.map((part) => {
    if (part.kind === "land") return blockMarkup(part);
    if (part.kind === "harbour") return harbourMarkup(part, words);
    return part.kind === "site" ? siteMarkup(part, select("piles"), words) : "";
  });
  const seats = select("seat");
  const marks = (tablets.length ? " has-tablets" : "") + (seats.length > 3 ? " has-four" : "");
  return `<div class="quay${marks}" data-table>` +
    `<div class="quay-land">${land.join("")}</div>${modulesMarkup(tablets, words)}` +
    `<div class="quay-seats${seats.length > 2 ? " is-many" : ""}">` +
    `${seats.map((part) => seatMarkup(part, words)).join("")}</div></div>`;
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
  const parts = /** @type {Part[]} */ (answer.blocks);
  const count = (/** @type {string} */ kind) => parts.filter((part) => part.kind === kind).length;
  const scene = table.closest(".stage-scene"); // as `scene_class.html`
  scene?.classList.toggle("for-tablets", count("module") > 0);
  scene?.classList.toggle("for-many", count("seat") > 2);
  table.outerHTML = tableMarkup(parts, words);
}
