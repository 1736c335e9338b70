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
      const { players, entries, rounds } = summarise(game.log);
      const names = players.map(({ name }) => name);
      const words = this.describe(new Date(game.at).toISOString(), entries, rounds);
      return { entries, node: this.row(names, [...words, this.place(game)], game.id, game) };
    });
    const remoteRows = siteGames.map(({ id, seats, entries, written_at: moment }) => {
      const names = parsePlayers(seats).map(({ name }) => name);
      const words = this.describe(moment, entries);
      return { entries, node: this.row(names, [...words, this.words.site], id) };
    });
    const nodes = [...rows, ...remoteRows];
    const begun = nodes.filter(({ entries }) => entries).map(({ node }) => node);
    const empty = nodes.filter(({ entries }) => !entries).map(({ node }) => node);
    getElement(this.root, "[data-recordings-list]").replaceChildren(...begun);
    getElement(this.root, "[data-recordings]").hidden = !begun.length;
    const emptySection = getElement(this.root, "[data-recordings-empty]");
    emptySection.hidden = !empty.length;
    getElement(emptySection, "summary").textContent = fillWords(
      this.words.empty, { number: empty.length },
    );
    getElement(emptySection, "ul").replaceChildren(...empty);
  }

  /**
   * When a recording was last written, and how far it is.
   * @param {string} moment
   * @param {number} number of entries
   * @param {number} [rounds] 0 if they are not known
   */
  describe(moment, number, rounds = 0) {
    const { entries, round } = this.words;
    const { lang } = document.documentElement;
    const form = new Intl.DateTimeFormat(
      lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeStyle: "short" },
    );
    return [
      form.format(new Date(moment)),
      rounds ? fillWords(round, { round: rounds }) : "",
      number ? fillWords(entries, { number }) : "",
    ].filter(Boolean);
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
   * @param {(string | Node)[]} about
   * @param {string} id
   * @param {Game} [game]
   */
  row(names, about, id, game) {
    const { open, drop, unnamed } = this.words;
    const act = (/** @type {string} */ words, /** @type {() => void} */ done, looks = "") => {
      const kind = { type: "button", class: `button button--small ${looks}`.trim() };
      const button = createNode("button", kind, words);
      button.addEventListener("click", done);
      return button;
    };
    return createNode(
      "li", { class: "recording" },
      createNode("b", {}, names.filter(Boolean).join(", ") || unnamed), " ",
      createNode("span", { class: "recording__about muted small" },
        ...about.map((part) => createNode("span", {}, part))),
      createNode("span", { class: "recording__acts" },
        act(open, () => this.acts.open(id)), " ",
        act(drop, () => this.acts.drop(id, game), "button--quiet recording__drop")),
    );
  }
}

/** True for a game of `handle`, or of a guest. @param {Game} game @param {string} handle */
export const isVisible = ({ by: owner }, handle) => !owner || owner === handle;
