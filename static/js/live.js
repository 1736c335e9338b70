// Hears when something happens, from a stream of the site. Events: "news" (something to ask for),
// "talk", and "connection" with how it hears: "live", "polling", "offline"; "gone" when the reader
// may not look any longer; on the document "turns", when those of the reader may have changed.
// What is heard is only a hint; the page asks for what it has not got, so nothing is lost when the
// line breaks.

/** True if the data of an event is news to the page. @typedef {(data: string) => boolean} IsNews */

export class Live extends EventTarget {
  how = "";
  /** @type {EventSource | undefined} */
  source = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  reopening = undefined;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  polling = undefined;

  /**
   * @param {string} address of the stream
   * @param {{ [event: string]: IsNews }} events of the stream that may be news
   * @param {{ poll: number, reopen: number }} times milliseconds between questions without a
   *   stream, and until one that the site has closed is tried again
   */
  constructor(address, events, times) {
    super();
    this.address = address;
    this.events = events;
    this.times = times;
    window.addEventListener("online", () => this.open());
    window.addEventListener("offline", () => this.become("offline"));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.news();
    });
    window.addEventListener("pagehide", () => this.source?.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.open(); });
    this.open();
  }

  open() {
    this.source?.close();
    clearTimeout(this.reopening);
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("open", () => this.become("live"));
    for (const [name, isNews] of Object.entries(this.events)) {
      source.addEventListener(name, (event) => { if (isNews(event.data)) this.news(); });
    }
    source.addEventListener("turns", turns);
    source.addEventListener("talk", () => this.dispatchEvent(new Event("talk")));
    source.addEventListener("bye", (event) => this.bye(source, JSON.parse(event.data).why));
    source.addEventListener("error", () => {
      this.fail(source, source.readyState === EventSource.CLOSED);
    });
  }

  /** @param {EventSource} source @param {string} reason */
  bye(source, reason) {
    this.fail(source, true);
    if (reason === "gone") this.dispatchEvent(new Event("gone"));
  }

  /**
   * The line is down: poll. The browser opens it again, unless it is `closed`: then we do.
   * @param {EventSource} source
   * @param {boolean} closed
   */
  fail(source, closed) {
    if (source !== this.source) return;
    this.become(navigator.onLine ? "polling" : "offline");
    if (!closed) return;
    source.close();
    clearTimeout(this.reopening);
    this.reopening = setTimeout(() => this.open(), this.times.reopen);
  }

  /** @param {"live" | "polling" | "offline"} how */
  become(how) {
    clearInterval(this.polling);
    if (how === "polling") {
      this.polling = setInterval(() => {
        this.news();
        this.dispatchEvent(new Event("talk"));
        turns();
      }, this.times.poll);
    }
    if (how === this.how) return;
    if (how === "live") turns(); // what was said before is lost
    this.how = how;
    this.dispatchEvent(new CustomEvent("connection", { detail: how }));
  }

  /** The page is not in sight: ask now and then, and keep no line open. */
  pause() {
    this.source?.close();
    clearTimeout(this.reopening);
    this.become("polling");
  }

  news() {
    this.dispatchEvent(new Event("news"));
  }
}

/** Tell every script of the page that the reader's turns may have changed. */
function turns() {
  document.dispatchEvent(new Event("turns"));
}
