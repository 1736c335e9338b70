// This browser's share of the shuffle: made here, kept here, promised first and shown later.
// docs/fair-dealing.md says why. Nothing of it leaves before it has been kept.
//
// Kept under the promise, so that it is found again whatever table it was for:
//   { promise, share, table, commitment, promises: { colour: promise } }
// `commitment` and `promises` are added as the page shows them: together they are the receipt.

const PREFIX = "imhotep-share:";
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
  for (const one of receipts().slice(MOST_KEPT)) localStorage.removeItem(PREFIX + one.promise);
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
    field.form.addEventListener("submit", () => {
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

/**
 * What this browser has to do at a table, from what the table's page shows:
 * { table, phase, commitment, sits, mine, opened, promises, token }. `sits`: whether this player has
 * a seat; `mine`: the promise that he gave; `promises`: those of all, by colour. Says "promised",
 * "opened", "lost" (promised elsewhere: another browser has the share) or "" (nothing to do).
 */
export async function takePart(seen) {
  if (seen.phase === "open" && seen.sits && !seen.mine && able()) {
    const { table, commitment } = seen;
    const drawn = await draw();
    keep({ ...drawn, table, commitment });
    const address = `/api/v1/tables/${table}/promise`;
    return (await post(address, { promise: drawn.promise }, seen.token)) ? "promised" : "";
  }
  const receipt = kept(seen.mine);
  if (receipt) {
    const { table, commitment } = receipt;
    if (!table) keep({ ...receipt, table: seen.table, commitment: seen.commitment });
    else if (table !== seen.table || commitment !== seen.commitment) return "";
    keep({ promise: seen.mine, promises: { ...receipt.promises, ...seen.promises } });
  }
  if (seen.phase !== "dealing" || !seen.mine || seen.opened) return "";
  if (!receipt) return "lost";
  const address = `/api/v1/tables/${seen.table}/share`;
  if (!(await post(address, { share: receipt.share }, seen.token))) return "";
  keep({ promise: seen.mine, opened: true });
  return "opened";
}

// ------------------------------------------------------------------ checking afterwards

function fieldOf(log, name) {
  const line = log.split("\n").find((one) => one.startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : "";
}

const pairs = (text) => Object.fromEntries(text.split(/\s+/).filter(Boolean).map((one) => one.split("=")));

/**
 * Compares a log with the receipt: { held, problems }. `problems` are "secret" (the digest that
 * was shown is not that of the secret), "share" (one's own share is not in the log) and "promise"
 * (somebody else's share is not what was promised).
 */
export async function compare(log, receipt) {
  const secret = fieldOf(log, "secret");
  const entropy = pairs(fieldOf(log, "entropy"));
  const problems = [];
  if (!HEX.test(secret) || (await digest(secret)) !== receipt.commitment) problems.push("secret");
  const own = Object.values(entropy).includes(receipt.share);
  if (receipt.opened && !own) problems.push("share");
  for (const [colour, promise] of Object.entries(receipt.promises ?? {})) {
    const shown = entropy[colour] ?? "";
    if (shown && promise && promise !== receipt.promise && (await digest(shown)) !== promise) {
      problems.push("promise");
    }
  }
  return { held: !problems.length, own, problems };
}

/**
 * What became of this browser's share at a table that is over: null without a receipt, else
 * { held, own, problems }. `log`: the address of the game's log.
 */
export async function checkReceipt(tableId, log) {
  const receipt = receipts().find((one) => one.table === tableId && one.commitment);
  if (!receipt || !able()) return null;
  const answer = await fetch(log, { headers: { Accept: "text/plain" } });
  if (!answer.ok) return null;
  return compare(await answer.text(), receipt);
}

/** Shows in `root` (its data-… are the sentences) what `checkReceipt` found. */
export async function showReceipt(root) {
  const found = await checkReceipt(root.dataset.receipt, root.dataset.log);
  if (!found) return;
  const said = found.held ? (found.own ? "held" : "heldWithout") : `broken-${found.problems[0]}`;
  const words = root.dataset[said.replace(/-(.)/, (_, letter) => letter.toUpperCase())];
  const line = document.createElement("p");
  line.className = `notice notice--${found.held ? "good" : "bad"}`;
  line.setAttribute("role", found.held ? "status" : "alert");
  line.textContent = words;
  root.querySelector("[data-receipt-line]").replaceChildren(line);
}

promiseIn(document);
for (const root of document.querySelectorAll("[data-receipt]")) showReceipt(root);
