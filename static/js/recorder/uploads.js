// A finished game goes to the site: at once, or as soon as there is a connection.

import { dataValue, fillWords } from "../page.js";
import { fileName } from "./tally.js";
import { parseHead } from "./log_head.js";
import { isVisible } from "./game_list.js";
import { Declined, Unreached } from "./site_api.js";
import { WAITS } from "./store.js";

/** @import { Recorder } from "./recorder.js" */
/** @import { Game } from "./store.js" */
/** @import { Player } from "./log_head.js" */

const RETRY_DELAY = 30_000; // milliseconds until a site that did not answer is asked again

/**
 * True if another account than that of `handle` is named: it is asked to confirm the game.
 * @param {Player[]} players
 * @param {string} handle
 */
export function namesOpponents(players, handle) {
  return players.some(({ name }) => name.startsWith("@") && name.toLowerCase() !== `@${handle}`);
}

export class Uploads {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  /** @param {Recorder} recorder */
  constructor(recorder) {
    this.recorder = recorder;
  }

  /** Games that wait for a connection; those of another account wait on. */
  async sendAll() {
    clearTimeout(this.waiting);
    const { recorder } = this;
    const games = (await recorder.store?.games()) ?? [];
    const waits = games.filter(({ upload }) => upload === WAITS);
    if (!waits.length || !(await recorder.fetchHandle())) return;
    for (const game of waits) {
      const { draft: keeping, handle } = recorder;
      if (isVisible(game, handle)) {
        await this.send(game.id === keeping?.game.id ? keeping.game : game);
      }
    }
  }

  /** Bring a finished game; what is on its way as a draft comes first. @param {Game} game */
  async send(game) {
    const { draft: keeping, site, store, root, endView: ending, handle } = this.recorder;
    const { end } = this.recorder.words;
    game.upload = WAITS; // a page that is closed now sends it when it is opened again
    await store?.keep(game);
    if (game === keeping?.game) await keeping.busy;
    const { played, players = [] } = parseHead(game.log);
    const name = fileName(played ?? "", players.map((player) => player.name));
    try {
      const log = { text: game.log, name, occasion: game.occasion ?? "" };
      game.upload = await site.upload(dataValue(root, "upload"), log);
      ending.say(
        namesOpponents(players, handle) ? end.sent : end.unnamed,
        { words: end.look, url: game.upload },
      );
      if (game.version) await site.drop(game.id).catch(() => {});
    } catch (problem) {
      this.declined(game, problem);
    }
    await store?.keep(game);
  }

  /** It was refused, or there was no answer. @param {Game} game @param {unknown} problem */
  declined(game, problem) {
    const { endView: ending, root, words: { end } } = this.recorder;
    if (problem instanceof Unreached) {
      ending.say(end.later);
      this.waiting = setTimeout(
        () => this.sendAll(), Math.max(RETRY_DELAY, problem.seconds * 1000),
      );
    } else if (problem instanceof Declined && problem.problem.status === 401) {
      const url = `${dataValue(root, "login")}?next=${location.pathname}`;
      ending.say("", { words: end.login, url });
    } else if (problem instanceof Declined) {
      game.upload = "";
      ending.say(fillWords(end.refused, { why: problem.message }));
    } else {
      throw problem;
    }
  }
}
