// The games that are being recorded: what this browser has, and what the site has beside it.

import { one, tell } from "../page.js";
import { briefly, playersIn } from "./log_head.js";
import { fill, made } from "./texts.js";
import { Declined, Unreached } from "./site_api.js";
import { lastTime } from "./setup.js";
import { WAITS } from "./store.js";

/** @import { Row, Site } from "./site_api.js" */
/** @import { Game, Store } from "./store.js" */
/** @import { Words } from "./texts.js" */

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

  /**
   * @param {Store | null} store
   * @param {string} who is logged in; of other accounts one reads only that there are games
   */
  async show(store, who) {
    const all = (await store?.games()) ?? [];
    const here = all.filter((game) => isOf(game, who));
    this.others(all.filter((game) => !here.includes(game)));
    this.put(here, []);
    one(this.root, "[data-again]", HTMLElement).hidden = !(lastTime() || here.length);
    try {
      const known = new Set(here.map(({ id }) => id));
      this.put(here, (await this.site.drafts()).filter(({ id }) => !known.has(id)));
    } catch (problem) {
      if (!(problem instanceof Declined || problem instanceof Unreached)) throw problem;
    }
  }

  /** @param {Game[]} games of other accounts */
  others(games) {
    const handles = [...new Set(games.map(({ by }) => `@${by}`))].sort().join(", ");
    const words = games.length ? fill(this.words.others, { handles }) : "";
    tell(one(this.root, "[data-others]", HTMLElement), words);
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
    const { device, sent, waits } = this.words;
    if (upload === WAITS) return waits;
    return upload ? made("a", { href: upload }, sent) : device;
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

/**
 * Whether a game is for `who` to see: their own, or a stranger's.
 * @param {Game} game
 * @param {string} who
 */
export const isOf = ({ by }, who) => !by || by === who;
