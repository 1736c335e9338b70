// The page of an upload follows the judging by itself.

import { follow, verdictBadge, whatCame } from "./progress.js";

const table = document.querySelector("[data-progress]");

function show(status) {
  for (const log of status.submissions) {
    const row = table.querySelector(`[data-log="${log.number}"]`);
    if (!row || row.dataset.status === log.status) continue;
    row.dataset.status = log.status;
    row.querySelector("[data-verdict] > span").replaceChildren(verdictBadge(log.status));
    row.querySelector("[data-came] > span").replaceChildren(whatCame(log));
  }
}

function finish(status) {
  const notice = document.querySelector("[data-waiting]");
  notice.textContent = "All logs are judged.";
  notice.classList.add("notice--good");
  notice.setAttribute("role", "status");
  if (status.logs > status.submissions.length) location.reload();
  else document.querySelector("[data-tally]").replaceChildren();
}

follow(table.dataset.progress, show).then(finish, () => {
  document.querySelector("[data-waiting]").textContent =
    "The site does not answer. Reload the page to look again.";
});
