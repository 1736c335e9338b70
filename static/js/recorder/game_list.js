// The list of recordings: games of this browser, and other drafts on the site.

import { createNode, getElement, showMessage, fillWords } from "../page.js";
import { summarise, parsePlayers } from "./log_head.js";
import { Declined, Unreached } from "./site_api.js";
import { readLastSetup } from "./setup.js";
import { WAITS } from "./store.js";

/** @import { Row, SiteApi } from "./site_api.js" */
/** @import { Game, GameStore } from "./store.js" */
/** @import { Words } from "../page.js" */

export class GameList {
  /**
   * @param {HTMLElement} root
   * @param {Words} words
   * @param {SiteApi} site
   * @param {{ open: (id: string) => void, drop: (id: string, game?: Game) => void }} acts
   */
  constructor(root, words, site, acts) {
    this.root = root;
    this.words = words.list;
    this.site = site;
    this.acts = acts;
  }

  /** @param {GameStore | null} store @param {string} handle whose games are shown by name */
  async show(store, handle) {
    const all = (await store?.games()) ?? [];
    const localGames = all.filter((game) => isVisible(game, handle));
    this.showForeign(all.filter((game) => !localGames.includes(game)));
    this.put(localGames, []);
    const repeat = getElement(this.root, "[data-again]");
    repeat.hidden = !(readLastSetup() || localGames.length);
    if (!handle) return; // a stranger has no drafts at the site
    try {
      const ids = new Set(localGames.map(({ id }) => id));
      this.put(localGames, (await this.site.drafts()).filter(({ id }) => !ids.has(id)));
    } catch (problem) {
      if (!(problem instanceof Declined || problem instanceof Unreached)) throw problem;
    }
  }

  /** @param {Game[]} games of other accounts */
  showForeign(games) {
    const handles = [...new Set(games.map(({ by: handle }) => `@${handle}`))].sort().join(", ");
    const words = games.length ? fillWords(this.words.others, { handles }) : "";
    showMessage(getElement(this.root, "[data-others]"), words);
  }

  /** @param {Game[]} localGames @param {Row[]} siteGames */
  put(localGames, siteGames) {
    const rows = localGames.map((game) => {
      const { players, entries } = summarise(game.log);
      const names = players.map(({ name }) => name);
      return this.row(names, entries, this.place(game), game.id, game);
    });
    const remoteRows = siteGames.map(({ id, seats, entries }) => {
      const names = parsePlayers(seats).map(({ name }) => name);
      return this.row(names, entries, this.words.site, id);
    });
    const list = getElement(this.root, "[data-recordings-list]");
    list.replaceChildren(...rows, ...remoteRows);
    const section = getElement(this.root, "[data-recordings]");
    section.hidden = !list.children.length;
  }

  /** The place of a game of this browser, in words. @param {Game} game */
  place({ upload, version }) {
    const { device, both: deviceAndSite, sent, waits } = this.words;
    if (upload === WAITS) return waits;
    if (!upload) return version ? deviceAndSite : device;
    return createNode("a", { href: upload }, sent);
  }

  /**
   * @param {string[]} names
   * @param {number} number of entries
   * @param {string | Node} place
   * @param {string} id
   * @param {Game} [game]
   */
  row(names, number, place, id, game) {
    const { open, drop, entries, unnamed } = this.words;
    const act = (/** @type {string} */ words, /** @type {() => void} */ done, looks = "") => {
      const kind = { type: "button", class: `button button--small ${looks}`.trim() };
      const button = createNode("button", kind, words);
      button.addEventListener("click", done);
      return button;
    };
    return createNode(
      "li", { class: "recording" },
      createNode("b", {}, names.filter(Boolean).join(", ") || unnamed), " ",
      createNode("span", { class: "muted small" }, fillWords(entries, { number }), " · ", place),
      createNode("span", { class: "recording__acts" },
        act(open, () => this.acts.open(id)), " ",
        act(drop, () => this.acts.drop(id, game), "button--quiet")),
    );
  }
}

/** True for a game of `handle`, or of a guest. @param {Game} game @param {string} handle */
export const isVisible = ({ by: owner }, handle) => !owner || owner === handle;
