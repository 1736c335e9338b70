// The page of an upload follows the judging by itself.

import { maybe, one, said } from "./page.js";
import { badge, untilJudged, whatCame } from "./progress.js";

/** @import { Status } from "./progress.js" */

const table = one(document, "[data-progress]", HTMLElement);

/** @param {Status} status */
function show(status) {
  for (const log of status.submissions) {
    const row = maybe(table, `[data-log="${log.number}"]`, HTMLElement);
    if (!row || row.dataset.status === log.status) continue;
    row.dataset.status = log.status;
    one(row, "[data-verdict] > span", HTMLElement).replaceChildren(badge(...log.badge));
    one(row, "[data-came] > span", HTMLElement).replaceChildren(whatCame(log));
  }
}

/** @param {Status} status */
function finish(status) {
  const notice = one(document, "[data-waiting]", HTMLElement);
  notice.textContent = said(notice, "judged");
  notice.classList.add("notice--good");
  notice.setAttribute("role", "status");
  if (status.logs > status.submissions.length) location.reload();
  else one(document, "[data-tally]", HTMLElement).replaceChildren();
}

untilJudged(said(table, "progress"), show).then(finish, () => {
  const notice = one(document, "[data-waiting]", HTMLElement);
  notice.textContent = said(notice, "silent");
});
