// The head of a log: players, sites, modules, edition. The engine checks it; here it is only
// written and read.

/** @typedef {{ colour: string, name: string }} Player `name`: @handle, a guest's name, or empty */

/**
 * `players` in the order in which they sit, `starts` the number of the one who begins, from 0;
 * `sites` and `modules` by their words.
 * @typedef {{ players: Player[], starts: number, sites: { [site: string]: string },
 *   modules: string[], edition: string, profile: string, played: string }} LogHead
 */

const FIRST_LINE = "imhotep 1";
const USUAL_PROFILE = "official";

/** The head of a log, with a blank line at its end. @param {LogHead} agreed */
export function formatHead({ players, starts, sites, modules, edition, profile, played }) {
  const turns = [...players.slice(starts), ...players.slice(0, starts)];
  const pairs = (/** @type {[string, string][]} */ entries) =>
    entries.map(([key, value]) => `${key}=${value}`).join(" ");
  const lines = [
    FIRST_LINE,
    `edition: ${edition}`,
    profile === USUAL_PROFILE ? "" : `profile: ${profile}`,
    `sites: ${pairs(Object.entries(sites))}`,
    modules.length ? `modules: ${modules.join(" ")}` : "",
    `seats: ${pairs(turns.map(({ colour, name }) => [colour, cleanName(name)]))}`,
    played ? `played: ${played}` : "",
  ];
  return `${lines.filter(Boolean).join("\n")}\n\n`;
}

/** A name as a log can have it. @param {string} name */
export function cleanName(name) {
  return name.replace(/[#=\p{C}]/gu, " ").replace(/\s+/gu, " ").trim().slice(0, 80);
}

/** The day on the wall, for `played`. @param {Date} date */
export function today(date = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The fields of a log's head; missing ones are left out. The starting player is the first.
 * @param {string} log
 */
export function parseHead(log) {
  const fields = new Map();
  for (const line of log.split(/\r?\n/)) {
    const [, field, value] = /^\s*(\w+):\s*([^#]*)/.exec(line) ?? [];
    if (field) fields.set(field, value.trim());
    else if (fields.size && line.trim() && !line.trim().startsWith("#")) break;
  }
  /** @type {Partial<LogHead>} */
  const head = {};
  const { seats, sites, modules, edition, profile, played } = Object.fromEntries(fields);
  if (seats) head.players = parsePlayers(seats);
  if (seats) head.starts = 0;
  const sides = [...(sites ?? "").matchAll(/(\w+)=(\w)/g)];
  if (sites) head.sites = Object.fromEntries(sides.map(([, site, side]) => [site, side]));
  if (modules !== undefined) head.modules = modules.split(/\s+/).filter(Boolean);
  if (edition) head.edition = edition;
  if (profile) head.profile = profile;
  if (played) head.played = played;
  return head;
}

/** The players of `black=@ana white=Ben Bo`. @param {string} seats @returns {Player[]} */
export function parsePlayers(seats) {
  return [...seats.matchAll(/(\w+)=(.*?)(?=\s+\w+=|$)/g)]
    .map(([, colour, name]) => ({ colour, name: name.trim() }));
}

/** The players, entries and rounds of a log, counted for a list of games. @param {string} log */
export function summarise(log) {
  const lines = log.split("\n").map((line) => line.split("#")[0].trim()).filter(Boolean);
  const entries = lines.slice(1).filter((line) => !line.includes(":"));
  const rounds = entries.filter((line) => line.startsWith("round ")).length;
  return { players: parseHead(log).players ?? [], entries: entries.length, rounds };
}

/** The last lines of a log. @param {string} log */
export function lastLines(log) {
  return log.trimEnd().split("\n").slice(-8).join("\n");
}
