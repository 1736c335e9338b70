// Parts of the page as the server draws them now, in the place of those that are here.

/** The table's part of the page as it is now; nothing if the page is another one by now. */
export async function anew() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[data-play]");
}

/** Put `parts` (selectors) of `fresh` in the place of those in `root`. */
export function adopt(root, fresh, parts) {
  for (const part of parts) root.querySelector(part)?.replaceWith(fresh.querySelector(part));
}
