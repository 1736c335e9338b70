// Hears when something happens at a table. Events: "news" (something to ask for), "talk", and
// "connection" with how it hears: "live", "polling", "offline"; "gone" when whoever opened the page
// may not look any longer. What is heard is only a hint; the page asks for what it has not got, so
// nothing is lost when the line breaks.

const POLL = 3000;
const AGAIN = 20_000; // until the stream is tried again

export class Live extends EventTarget {
  /** `address` of the stream; `last()`: the number of the last entry that the page has. */
  constructor(address, last) {
    super();
    this.address = address;
    this.last = last;
    this.how = "";
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
    clearTimeout(this.again);
    const source = new EventSource(`${this.address}?only=look`);
    this.source = source;
    source.addEventListener("open", () => this.become("live"));
    source.addEventListener("look", (event) => this.hear(JSON.parse(event.data)));
    source.addEventListener("talk", () => this.dispatchEvent(new Event("talk")));
    source.addEventListener("bye", (event) => this.bye(source, JSON.parse(event.data).why));
    source.addEventListener("error", () => this.fail(source, source.readyState === EventSource.CLOSED));
  }

  bye(source, why) {
    this.fail(source, true);
    if (why === "gone") this.dispatchEvent(new Event("gone"));
  }

  /** The line is down: ask every few seconds. The browser opens it again by itself, unless it is
   *  `closed`: then it is tried again later. */
  fail(source, closed) {
    if (source !== this.source) return;
    this.become(navigator.onLine ? "polling" : "offline");
    if (!closed) return;
    source.close();
    clearTimeout(this.again);
    this.again = setTimeout(() => this.open(), AGAIN);
  }

  /** Worth a question, unless it is for entries that the page has. */
  hear({ plies }) {
    if (plies === undefined || plies > this.last()) this.news();
  }

  become(how) {
    clearInterval(this.polling);
    if (how === "polling") {
      this.polling = setInterval(() => {
        this.news();
        this.dispatchEvent(new Event("talk"));
      }, POLL);
    }
    if (how === this.how) return;
    this.how = how;
    this.dispatchEvent(new CustomEvent("connection", { detail: how }));
  }

  news() {
    this.dispatchEvent(new Event("news"));
  }
}
