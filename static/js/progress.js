// What an upload is doing: asks the status address at growing intervals until all is judged.

/**
 * What became of a log of an upload (`games/views/submission.py`). `line`: where it is refused, 0:
 * nowhere; `differs`: what it says otherwise than the game that was here already.
 * @typedef {{ number: number, member: string, status: string, url: string, line: number,
 *   message: string, differs: string[], seats: string[] }} Verdict
 */

/**
 * How far the judging of an upload is; counts of logs by status among it.
 * @typedef {{ url: string, done: boolean, logs: number, waiting: number, verified: number,
 *   duplicate: number, refused: number, failed: number, submissions: Verdict[] }} Status
 */

const FIRST_WAIT = 150;
const LONGEST_WAIT = 1000;
const PATIENCE = 8; // failed questions in a row

/** @param {number} milliseconds */
export const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/**
 * Calls `show(status)` after each answer; gives the last one. Throws if the site does not answer.
 * @param {string} address
 * @param {(status: Status) => void} show
 * @returns {Promise<Status>}
 */
export async function untilJudged(address, show) {
  let pause = FIRST_WAIT;
  let failures = 0;
  for (;;) {
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const status = await answer.json();
      failures = 0;
      show(status);
      if (status.done) return status;
    } catch (error) {
      failures += 1;
      if (failures >= PATIENCE) throw error;
    }
    await wait(pause);
    pause = Math.min(pause * 1.5, LONGEST_WAIT);
  }
}

/** @type {{ [status: string]: [word: string, kind: string] }} */
const WORDS = {
  queued: ["queued", "info"],
  running: ["verifying", "info"],
  verified: ["verified", "good"],
  duplicate: ["already here", "wait"],
  refused: ["refused", "bad"],
  failed: ["could not be judged", "bad"],
};

/** A badge for the status of a log. @param {string} status */
export function verdictBadge(status) {
  const [word, kind] = WORDS[status] ?? [status, "quiet"];
  return badge(word, kind);
}

/**
 * @param {string} word
 * @param {string} kind
 */
export function badge(word, kind) {
  const made = document.createElement("span");
  made.className = `badge badge--${kind}`;
  made.textContent = word;
  return made;
}

/**
 * What came of a log: a link to the game, or to the place where it is refused; of a game that was
 * here already also what the log says otherwise.
 * @param {Verdict} log
 */
export function whatCame(log) {
  if (!log.url) return document.createTextNode("…");
  const link = document.createElement("a");
  link.href = log.url;
  const place = log.line ? `line ${log.line}: ` : "";
  link.textContent = log.seats.length ? log.seats.join(", ") : place + (log.message || "see more");
  if (!log.differs.length) return link;
  const list = document.createElement("ul");
  list.className = "plain small";
  for (const sentence of log.differs) {
    const item = document.createElement("li");
    item.textContent = `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
    list.append(item);
  }
  const both = document.createElement("div");
  both.append(link, list);
  return both;
}
