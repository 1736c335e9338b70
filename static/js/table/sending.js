// Sending an entry to the table.

/**
 * `sent`: { ply, text, key }. Gives { came, problem, stale }: `came` is "sent", "refused" or, if it
 * may have got lost, "unsent"; `problem` says why in words; `stale`: the table has gone on meanwhile.
 */
export async function sendEntry(root, sent) {
  const words = root.dataset;
  let answer;
  try {
    answer = await fetch(`${words.api}/entries`, {
      method: "POST",
      body: JSON.stringify(sent),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-CSRFToken": root.querySelector("[name=csrfmiddlewaretoken]").value,
      },
    });
  } catch {
    return { came: "unsent", problem: words.unsent, stale: false };
  }
  if (answer.ok) return { came: "sent", problem: "", stale: false };
  const told = await answer.json().catch(() => ({}));
  const stale = answer.status === 409;
  const problem = stale ? words.stale : (told.detail ?? told.title ?? words.unsent);
  return { came: answer.status >= 500 ? "unsent" : "refused", problem, stale };
}
