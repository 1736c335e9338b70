// The games that are being recorded: what this browser has, and what the site has beside it.

import { one } from "../page.js";
import { briefly, playersIn } from "./head.js";
import { fill, made } from "./saying.js";
import { Declined, Unreached } from "./site.js";
import { lastTime } from "./setting.js";

/** @import { Row, Site } from "./site.js" */
/** @import { Game, Store } from "./store.js" */
/** @import { Words } from "./saying.js" */

/** Of an upload that has no connection yet, in the place of its address. */
export const WAITS = "waits";

export class Listing {
  /**
   * @param {HTMLElement} root
   * @param {Words} words
   * @param {Site} site
   * @param {{ open: (id: string) => void, drop: (id: string, game?: Game) => void }} acts
   */
  constructor(root, words, site, acts) {
    this.root = root;
    this.words = words.list;
    this.site = site;
    this.acts = acts;
  }

  /** @param {Store | null} store */
  async show(store) {
    const here = (await store?.games()) ?? [];
    this.put(here, []);
    one(this.root, "[data-again]", HTMLElement).hidden = !(lastTime() || here.length);
    try {
      const known = new Set(here.map(({ id }) => id));
      this.put(here, (await this.site.drafts()).filter(({ id }) => !known.has(id)));
    } catch (problem) {
      if (!(problem instanceof Declined || problem instanceof Unreached)) throw problem;
    }
  }

  /**
   * @param {Game[]} here
   * @param {Row[]} there
   */
  put(here, there) {
    const rows = here.map((game) => {
      const { players, entries } = briefly(game.log);
      const names = players.map(({ name }) => name);
      return this.row(names, entries, this.place(game), game.id, game);
    });
    const others = there.map(({ id, seats, entries }) => {
      const names = playersIn(seats).map(({ name }) => name);
      return this.row(names, entries, this.words.site, id);
    });
    one(this.root, "[data-recordings-list]", HTMLElement).replaceChildren(...rows, ...others);
    one(this.root, "[data-recordings]", HTMLElement).hidden = !(rows.length + others.length);
  }

  /** Where a game of this browser is. @param {Game} game */
  place({ upload }) {
    const { device, sent } = this.words;
    return upload && upload !== WAITS ? made("a", { href: upload }, sent) : device;
  }

  /**
   * @param {string[]} names
   * @param {number} number of entries
   * @param {string | Node} where
   * @param {string} id
   * @param {Game} [game]
   */
  row(names, number, where, id, game) {
    const { open, drop, entries, unnamed } = this.words;
    const act = (/** @type {string} */ words, /** @type {() => void} */ done, looks = "") => {
      const kind = { type: "button", class: `button button--small ${looks}`.trim() };
      const button = made("button", kind, words);
      button.addEventListener("click", done);
      return button;
    };
    return made(
      "li", { class: "recording" },
      made("b", {}, names.filter(Boolean).join(", ") || unnamed), " ",
      made("span", { class: "muted small" }, fill(entries, { number }), " · ", where),
      made("span", { class: "recording__acts" },
        act(open, () => this.acts.open(id)), " ",
        act(drop, () => this.acts.drop(id, game), "button--quiet")),
    );
  }
}
