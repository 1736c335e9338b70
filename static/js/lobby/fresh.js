// Keeps a part of a page as it is on the site: told by the stream when to ask, or else asking
// again and again, and saying so.

const POLL = 10_000;
const BETWEEN = 250; // several events at once are one question
const LATER = 2_000; // somebody types just now

const NOW_ANOTHER_PAGE = 205;

/** The HTML without its tokens, which differ each time. */
const bare = (html) => html.replace(/<input[^>]*csrfmiddlewaretoken[^>]*>/g, "");

/** By what a link or a button is found again when it has been written anew. */
const marked = (one) => `${one.localName} ${one.href ?? one.form?.action ?? ""} ${one.textContent}`;

/**
 * Keeps what is in `root` fresh. Of `root.dataset`: `fragment` (address of the HTML), `stream`
 * (address of the events), `live` and `polling` (what to say). `events`: names of the events after
 * which to ask; `said`: where to say how it is kept fresh; `shown` is called after each change, and
 * once at the beginning. Gives a target that tells of `talk`, for talk.js.
 */
export function fresh(root, { events, said, shown = () => {} }) {
  let last = "";
  let waiting = 0;
  let timer = 0;
  let source = null;
  const told = new EventTarget();
  const tellTalk = () => told.dispatchEvent(new Event("talk"));

  function soon(pause = BETWEEN) {
    waiting ||= setTimeout(ask, pause);
  }

  async function ask() {
    waiting = 0;
    try {
      const answer = await fetch(root.dataset.fragment, { headers: { Accept: "text/html" } });
      if (answer.status === NOW_ANOTHER_PAGE) location.reload();
      else if (answer.ok && !answer.redirected) show(await answer.text());
    } catch {
      // no connection: the next event, or the next round, asks again
    }
  }

  function show(html) {
    if (bare(html) === last) return;
    if (busy()) return soon(LATER);
    last = bare(html);
    const made = new DOMParser().parseFromString(html, "text/html");
    const open = [...root.querySelectorAll("details[open][id]")].map((one) => one.id);
    const held = root.contains(document.activeElement) ? marked(document.activeElement) : "";
    root.replaceChildren(...made.body.childNodes);
    for (const id of open) root.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
    const places = [...root.querySelectorAll("a, button, summary")];
    if (held) places.find((one) => marked(one) === held)?.focus({ preventScroll: true });
    shown();
  }

  function busy() {
    const active = document.activeElement;
    return root.contains(active) && active.matches("input:not([readonly]), select, textarea");
  }

  function poll(on) {
    clearInterval(timer);
    timer = on ? setInterval(round, POLL) : 0;
    said.textContent = on ? root.dataset.polling : root.dataset.live;
    said.classList.toggle("live--polling", on);
  }

  function round() {
    ask();
    tellTalk();
  }

  function listen() {
    source = new EventSource(root.dataset.stream);
    source.addEventListener("open", () => {
      poll(false);
      soon();
    });
    source.addEventListener("error", lost);
    source.addEventListener("bye", lost);
    source.addEventListener("talk", tellTalk);
    for (const name of events) source.addEventListener(name, () => soon());
  }

  /** The browser tries again by itself, unless the site refused: then we do, after a while. */
  function lost(event) {
    if (event.data && JSON.parse(event.data).why === "gone") location.reload();
    if (!timer) poll(true);
    if (event.type === "error" && source.readyState !== EventSource.CLOSED) return;
    source.close();
    setTimeout(listen, POLL);
  }

  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && listen());
  addEventListener("online", () => soon());
  shown();
  listen();
  return told;
}
