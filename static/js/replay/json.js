// JSON from the site; an answer that says no is an error.

export async function readJson(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw Object.assign(new Error(`${url}: ${answer.status}`), { status: answer.status });
  return answer.json();
}
