// A finished game goes to the site: at once, or as soon as there is a connection.

import { said } from "../page.js";
import { fileName } from "./tally.js";
import { agreedIn } from "./log_head.js";
import { isOf } from "./game_list.js";
import { fill } from "./texts.js";
import { Declined, Unreached } from "./site_api.js";
import { WAITS } from "./store.js";

/** @import { Recorder } from "./recorder.js" */
/** @import { Game } from "./store.js" */

const AGAIN = 30_000; // milliseconds until a site that did not answer is asked again

export class Sending {
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
    if (!waits.length || !(await recorder.know())) return;
    for (const game of waits) {
      const { keeping, who } = recorder;
      if (isOf(game, who)) await this.send(game.id === keeping?.game.id ? keeping.game : game);
    }
  }

  /** Bring a finished game; what is on its way as a draft comes first. @param {Game} game */
  async send(game) {
    const { keeping, site, store, root, ending, words: { end } } = this.recorder;
    game.upload = WAITS; // a page that is closed now sends it when it is opened again
    await store?.keep(game);
    if (game === keeping?.game) await keeping.busy;
    const { played, players = [] } = agreedIn(game.log);
    const name = fileName(played ?? "", players.map((player) => player.name));
    try {
      game.upload = await site.upload(said(root, "upload"), game.log, name);
      ending.say(end.sent, { words: end.look, url: game.upload });
      if (game.version) await site.drop(game.id).catch(() => {});
    } catch (problem) {
      this.declined(game, problem);
    }
    await store?.keep(game);
  }

  /**
   * The site did not take it, or could not be reached.
   * @param {Game} game
   * @param {unknown} problem
   */
  declined(game, problem) {
    const { ending, root, words: { end } } = this.recorder;
    if (problem instanceof Unreached) {
      ending.say(end.later);
      this.waiting = setTimeout(() => this.sendAll(), Math.max(AGAIN, problem.seconds * 1000));
    } else if (problem instanceof Declined && problem.problem.status === 401) {
      const url = `${said(root, "login")}?next=${location.pathname}`;
      ending.say("", { words: end.login, url });
    } else if (problem instanceof Declined) {
      game.upload = "";
      ending.say(fill(end.refused, { why: problem.message }));
    } else {
      throw problem;
    }
  }
}
