// This browser's share of the shuffle: made here, kept here, promised first and shown later.
// docs/fair-dealing.md says why. Nothing of it leaves before it has been kept.
//
// A draft is kept under its promise: { promise, share, at, table?, commitment? }. Before the share
// is sent, all that the table shows is frozen beside it as a receipt, which is written once:
//   { "imhotep-receipt": 1, terms, table, edition, profile, sites, modules, commitment,
//     colour, share, promises: { colour: promise } }
// Whatever the table shows later, and whatever came of the sending: the log has to keep to it.

const PREFIX = "imhotep-share:";
const FROZEN = "imhotep-receipt:";
const CHANGED = "imhotep-changed:";
const SHARE_BYTES = 32;
const MOST_KEPT = 200;
const HEX = /^[0-9a-f]{64}$/;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** SHA-256 of the bytes written in hexadecimal, in hexadecimal. */
export async function digest(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))));
}

/** Whether this browser can give a share: not on a page that came over plain HTTP. */
export function able() {
  return Boolean(globalThis.crypto?.subtle && keeps());
}

function keeps() {
  try {
    localStorage.setItem(`${PREFIX}test`, "1");
    localStorage.removeItem(`${PREFIX}test`);
    return true;
  } catch {
    return false;
  }
}

/** A new share and the promise of it; nothing is kept yet. */
export async function draw() {
  const share = hex(crypto.getRandomValues(new Uint8Array(SHARE_BYTES)));
  return { share, promise: await digest(share), at: Date.now() };
}

/** Writes a receipt, or adds to the one with that promise. */
export function keep(receipt) {
  forgetOldest();
  const key = PREFIX + receipt.promise;
  localStorage.setItem(key, JSON.stringify({ ...read(key), ...receipt }));
}

/** The receipt with that promise, or null. */
export function kept(promise) {
  return promise ? read(PREFIX + promise) : null;
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Every receipt, the newest first. */
export function receipts() {
  if (!keeps()) return [];
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  return keys.map(read).filter((one) => one?.promise).sort((a, b) => b.at - a.at);
}

function forgetOldest() {
  for (const one of receipts().slice(MOST_KEPT)) {
    for (const kind of [PREFIX, FROZEN, CHANGED]) localStorage.removeItem(kind + one.promise);
  }
}

/** Writes the receipt of that promise, if there is none; gives the one that is there then. */
function freeze(promise, receipt) {
  const key = FROZEN + promise;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(receipt));
  return read(key);
}

/** The receipt that was frozen at that table, or null. */
export function frozen(table) {
  if (!keeps()) return null;
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(FROZEN));
  return keys.map(read).find((one) => one?.table === table) ?? null;
}

// ------------------------------------------------------------------ promising

/** Fills the empty `promise` of every form in `root`; the share is kept before the form goes. */
export async function promiseIn(root) {
  for (const field of root.querySelectorAll("input[data-promise]")) {
    if (field.value) continue;
    if (!able()) {
      for (const note of root.querySelectorAll("[data-no-share]")) note.hidden = false;
      return;
    }
    const drawn = await draw();
    if (field.value) continue;
    field.value = drawn.promise;
    field.form.addEventListener("submit", (event) => {
      if (field.form.dataset.sent === field.value) event.preventDefault(); // a promise goes once
      field.form.dataset.sent = field.value;
      const { table, commitment } = field.dataset;
      keep({ ...drawn, ...(table && { table, commitment }) });
    });
  }
}

// A page that comes back from the browser's memory would promise the same share twice.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const field of document.querySelectorAll("input[data-promise]")) field.value = "";
  promiseIn(document);
});

// ------------------------------------------------------------------ opening

async function post(address, data, token) {
  const answer = await fetch(address, {
    method: "POST",
    body: JSON.stringify(data),
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token,
    },
  });
  return answer.ok;
}

/** What a table shows, as a receipt has it; of `seen` as in `takePart`. */
function receiptOf(seen, draft) {
  const { table, terms, commitment, colour, promises, agreed } = seen;
  const { edition = "", profile = "", sites = "", modules = "" } = agreed;
  return {
    "imhotep-receipt": 1,
    terms: Number(terms),
    table,
    edition,
    profile,
    sites,
    modules,
    commitment,
    colour,
    share: draft.share,
    promises,
  };
}

/** Why no share may be sent to a table that shows this: "twins", "mine", "digest", or "". */
function refusal(receipt, draft) {
  const told = Object.values(receipt.promises).filter(Boolean);
  if (new Set(told).size < told.length) return "twins";
  if (receipt.promises[receipt.colour] !== draft.promise) return "mine";
  const { table, commitment } = draft;
  if (table && (table !== receipt.table || commitment !== receipt.commitment)) return "digest";
  return "";
}

const sorted = (one) =>
  JSON.stringify(one, (_, value) =>
    value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value,
  );

/**
 * What this browser has to do at a table, from what the table's page shows:
 * { table, phase, terms, commitment, agreed, sits, colour, mine, opened, promises, token }. `sits`:
 * whether this player has a seat; `mine`: the promise that they gave; `promises`: those of all
 * seats, by colour; `agreed`: edition, profile, sites, modules as a log has them. Says "promised",
 * "opened", "lost" (promised elsewhere: another browser has the share), "" (nothing to do), a reason
 * of `refusal`, or "changed" (the table no longer shows what the receipt froze).
 */
export async function takePart(seen) {
  if (seen.phase === "open" && seen.sits && !seen.mine && able()) {
    const { table, commitment } = seen;
    const drawn = await draw();
    keep({ ...drawn, table, commitment });
    const address = `/api/v1/tables/${table}/promise`;
    return (await post(address, { promise: drawn.promise }, seen.token)) ? "promised" : "";
  }
  if (seen.phase !== "dealing" || !seen.sits) return "";
  const before = frozen(seen.table);
  if (before) return sendAgain(seen, before);
  if (!seen.mine) return own(seen.table) ? "mine" : "";
  if (seen.opened) return "";
  const draft = kept(seen.mine);
  if (!draft) return own(seen.table) ? "mine" : "lost";
  const receipt = receiptOf(seen, draft);
  const no = refusal(receipt, draft);
  if (no) return no;
  // From here on nothing is changed: the share is known to others as soon as it is on its way.
  return send(seen, freeze(draft.promise, receipt));
}

/** The draft that this browser promised at that table, if any. */
function own(table) {
  return receipts().find((one) => one.table === table) ?? null;
}

/** The share may have been lost on its way: it is sent as often as the table does not have it. */
async function sendAgain(seen, before) {
  const now = receiptOf(seen, before);
  if (sorted(now) !== sorted(before)) {
    localStorage.setItem(CHANGED + before.promises[before.colour], "yes");
    return "changed";
  }
  return seen.opened ? "" : send(seen, before);
}

async function send(seen, receipt) {
  const address = `/api/v1/tables/${receipt.table}/share`;
  return (await post(address, { share: receipt.share }, seen.token)) ? "opened" : "";
}

// ------------------------------------------------------------------ checking afterwards

function fieldOf(log, name) {
  const header = log.split("\n\n")[0].split("\n");
  const line = header.find((one) => one.startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : "";
}

const pairs = (text) => Object.fromEntries(text.split(/\s+/).filter(Boolean).map((one) => one.split("=")));

const COLOURS = ["black", "white", "brown", "gray"];

/** HMAC-SHA256 of a text under a key in hexadecimal, in hexadecimal. */
async function hmac(key, text) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", bytesOf(key), algorithm, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", made, text)));
}

/** The colours in the turn order that follows from what a log reveals. */
async function drawnSeats(terms, agreed, secret, shares, promises) {
  const items = COLOURS.filter((colour) => colour in shares);
  const fields = ["edition", "profile", "sites", "modules"].filter((one) => agreed[one]);
  const said = items.map((one) => `${terms === 1 ? "" : "share "}${one}=${shares[one]}`);
  const told = terms === 1 ? [] : items.map((one) => `promise ${one}=${promises[one]}`);
  const head = fields.map((one) => `${one}: ${agreed[one]}`);
  const lines = [`imhotep-deal-${terms}`, ...head, ...told, ...said];
  const encoded = new TextEncoder();
  const key = await hmac(secret, encoded.encode(lines.map((line) => `${line}\n`).join("")));
  const words = [];
  for (let block = 0; block < 8; block += 1) {
    const place = new Uint8Array([...encoded.encode("seats"), 0, 0, 0, 0, block]);
    words.push(...(await hmac(key, place)).match(/.{8}/g).map((one) => parseInt(one, 16)));
  }
  for (let last = items.length - 1; last > 0; last -= 1) {
    const count = last + 1;
    let word = words.shift();
    while (word >= 2 ** 32 - (2 ** 32 % count)) word = words.shift();
    const chosen = word % count;
    [items[last], items[chosen]] = [items[chosen], items[last]];
  }
  return items;
}

/**
 * Compares a log with a frozen receipt: { held, problems, withheld }. A problem is [kind, colours];
 * the kinds are those of engine/receipt.py and "seats" (the turn order does not follow from what
 * the log reveals). That every outcome follows as well, `python -m engine check` finds out.
 */
export async function compare(log, receipt) {
  const field = (name) => fieldOf(log, name);
  const colours = [...field("seats").matchAll(/(\w+)=/g)].map((one) => one[1]);
  const problems = [];
  const found = (kind, named = []) => problems.push([kind, named]);
  const some = (kind, named) => named.length && found(kind, named);
  const agreed = ["edition", "profile", "sites", "modules"];
  if (agreed.some((one) => field(one) !== receipt[one])) found("agreed");
  if ([...colours].sort().join() !== Object.keys(receipt.promises).sort().join()) found("players");
  const secret = field("secret");
  const terms = field("promises") ? 2 : 1;
  if (secret && terms !== receipt.terms) found("terms");
  if (field("chance") !== `committed sha256:${receipt.commitment}`) found("chance");
  if (!HEX.test(secret)) {
    found("unrevealed");
    return { held: false, problems, withheld: [] };
  }
  if ((await digest(secret)) !== receipt.commitment) found("secret");
  const shares = pairs(field("entropy"));
  const shown = Object.fromEntries(colours.map((one) => [one, receipt.promises[one] ?? ""]));
  const promised = terms === 2 ? pairs(field("promises")) : shown;
  some("promise", colours.filter((one) => promised[one] !== shown[one]));
  const told = Object.values(promised).filter(Boolean);
  some("twins", colours.filter((one) => told.filter((p) => p === promised[one]).length > 1));
  some("unpromised", colours.filter((one) => shares[one] && !promised[one]));
  const digests = await Promise.all(colours.map((one) => digest(shares[one] ?? "")));
  const broken = (one, at) => shares[one] && promised[one] && digests[at] !== promised[one];
  some("share", colours.filter(broken));
  if (shares[receipt.colour] !== receipt.share) found("own", [receipt.colour]);
  const header = Object.fromEntries(agreed.map((one) => [one, field(one)]));
  const drawn = await drawnSeats(terms, header, secret, shares, promised);
  if (drawn.join() !== colours.join()) found("seats");
  const withheld = colours.filter((one) => promised[one] && !shares[one]);
  return { held: !problems.length, problems, withheld };
}

/**
 * What became of this browser's share at a table that is over: null without a receipt, else as
 * `compare`. `log`: the address of the game's log.
 */
export async function checkReceipt(tableId, log) {
  const receipt = able() ? frozen(tableId) : null;
  if (!receipt) return null;
  const answer = await fetch(log, { cache: "no-store", headers: { Accept: "text/plain" } });
  if (!answer.ok) return null;
  const found = await compare(await answer.text(), receipt);
  const changed = localStorage.getItem(CHANGED + receipt.promises[receipt.colour]);
  if (changed) found.problems.push(["changed", []]);
  return { ...found, held: found.held && !changed };
}

/** Shows in `root` what `checkReceipt` found, in the sentences that stand in it. */
export async function showReceipt(root) {
  const line = root.querySelector("[data-receipt-line]");
  if (able() && !frozen(root.dataset.receipt)) {
    line.replaceChildren(notice("info", [root.dataset.none]));
    return;
  }
  const found = await checkReceipt(root.dataset.receipt, root.dataset.log);
  if (!found) return;
  const words = JSON.parse(root.dataset.receiptWords);
  const named = (colours) => colours.map((one) => words.colours[one] ?? one).join(", ");
  if (found.held) {
    const but = found.withheld.length ? [`${words.withheld} ${named(found.withheld)}.`] : [];
    line.replaceChildren(notice("good", [words.held, ...but, words.further]));
    return;
  }
  const said = found.problems.map(([kind, colours]) => {
    const sentence = words.problems[kind] ?? kind;
    return colours.length ? `${sentence} (${named(colours)}).` : `${sentence}.`;
  });
  line.replaceChildren(notice("bad", [words.broken, ...said]));
}

function notice(kind, sentences) {
  const box = document.createElement("div");
  box.className = `notice notice--${kind} receipt`;
  box.setAttribute("role", kind === "bad" ? "alert" : "status");
  for (const sentence of sentences) {
    const line = document.createElement("p");
    line.textContent = sentence;
    box.append(line);
  }
  return box;
}

// ------------------------------------------------------------------ saving

/** Shows the buttons in `root` that save the receipt of a table as a file, if there is one. */
export function offerReceipt(root) {
  for (const button of root.querySelectorAll("[data-save-receipt]")) {
    const receipt = frozen(button.dataset.saveReceipt);
    button.hidden = !receipt;
    if (!receipt || button.dataset.ready) continue;
    button.dataset.ready = "yes";
    button.addEventListener("click", () => {
      const file = new Blob([`${JSON.stringify(receipt, null, 1)}\n`], { type: "application/json" });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = `imhotep-${receipt.table}.receipt`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
}

promiseIn(document);
for (const root of document.querySelectorAll("[data-receipt]")) showReceipt(root);
offerReceipt(document);
