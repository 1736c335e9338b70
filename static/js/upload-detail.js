// The page of an upload follows the judging by itself.

import { findElement, getElement, dataValue } from "./page.js";
import { createBadge, pollStatus, verdictNode } from "./progress.js";

/** @import { Status } from "./progress.js" */

const table = getElement(document, "[data-progress]");

/** @param {Status} status */
function show(status) {
  for (const log of status.submissions) {
    const row = findElement(table, `[data-log="${log.number}"]`);
    if (!row || row.dataset.status === log.status) continue;
    row.dataset.status = log.status;
    getElement(row, "[data-verdict] > span").replaceChildren(createBadge(...log.badge));
    getElement(row, "[data-came] > span").replaceChildren(verdictNode(log));
  }
}

/** @param {Status} status */
function finish(status) {
  const notice = getElement(document, "[data-waiting]");
  notice.textContent = dataValue(notice, "judged");
  notice.classList.add("notice--good");
  notice.setAttribute("role", "status");
  const isRefused = status.submissions.some((log) => log.status === "refused");
  // the page lists what was refused first, and has more to say of a single log
  if (status.logs > status.submissions.length || isRefused || status.logs === 1) location.reload();
  else getElement(document, "[data-tally]").replaceChildren();
}

pollStatus(dataValue(table, "progress"), show).then(finish, () => {
  const notice = getElement(document, "[data-waiting]");
  notice.textContent = dataValue(notice, "silent");
});
