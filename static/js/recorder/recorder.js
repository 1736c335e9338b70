// The recorder: the list of games, the set-up, the table, the end, the text. One is shown at a
// time. Every entry is kept as it is made; a page that is loaded again goes on where it was.

import { all, hit, maybe, one, said, tell, tellOfPlainHttp } from "../page.js";
import { mark } from "../table/turn.js";
import { Ending, LARGEST, save } from "./end_view.js";
import { EngineFailure, Refused } from "./engine.js";
import { fileName } from "./tally.js";
import { agreedIn } from "./log_head.js";
import { Keeping } from "./draft.js";
import { keepForOffline } from "./offline_copy.js";
import { ofCode, ofLog, read } from "./link.js";
import { Listing, isOf } from "./game_list.js";
import { remember, remembered } from "./memory.js";
import { Playing } from "./recording.js";
import { drawn, qr } from "./qr.js";
import { fill, given, shown } from "./texts.js";
import { Sending } from "./uploads.js";
import { Setting, lastTime } from "./setup.js";
import { Declined, Site, Unreached } from "./site_api.js";
import { Starting } from "./engine_start.js";
import { Store, WAITS, fresh } from "./store.js";
import { Typing } from "./text_editor.js";

/** @import { Game } from "./store.js" */
/** @import { Words } from "./texts.js" */

const CURRENT = "imhotep-recording"; // of this tab
const WHO = "imhotep-record-who"; // of this browser: who was logged in when the site was last asked

export class Recorder {
  /** @type {Store | null} */
  store = null;
  /** @type {Keeping | null} */
  keeping = null;
  /** whose session this is, as far as it is known; empty: a stranger's */
  who = remembered(() => localStorage, WHO);

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} table
   */
  constructor(root, table) {
    /** @type {Words} */
    this.words = given("record-words");
    this.rules = new Starting(given("record-engine"), this.words.engine, (words) => {
      this.problem(words);
    });
    this.root = root;
    this.table = table;
    this.views = all(document, "[data-view]", HTMLElement);
    this.site = new Site(said(root, "api").replace(/\/$/, ""));
    const page = { words: this.words, laid: given("record-laid") };
    this.playing = new Playing(table, page, {
      changed: () => this.changed(),
      failed: (problem) => this.failed(problem),
    });
    this.listing = new Listing(root, this.words, this.site, {
      open: (id) => this.resume(id),
      drop: (id, game) => this.drop(id, game),
    });
    this.ending = new Ending(this.view("end"), this.words, () => this.keeping?.keep());
    this.typing = new Typing(this.view("text"), this.words);
    const form = one(root, 'form[data-view="setup"]', HTMLFormElement);
    this.sending = new Sending(this);
    this.setting = new Setting(form, this.site, this.words, (log) => this.begin(log));
    this.listen();
  }

  // ------------------------------------------------------------------------------- views

  /** @param {string} name */
  view(name) {
    const found = this.views.find(({ dataset }) => dataset.view === name);
    if (!found) throw new Error(`no view ${name}`);
    return found;
  }

  /** @param {string} name */
  show(name) {
    for (const view of this.views) view.hidden = view.dataset.view !== name;
    document.body.classList.toggle("is-table", name === "table");
    this.root.hidden = name === "table";
    this.problem("");
    if (name === "games") this.list();
    if (name === "end") this.end();
    maybe(this.view(name), "h1", HTMLElement)?.focus?.();
    scrollTo(0, 0);
  }

  /** @param {string} words */
  problem(words) {
    tell(one(this.root, "[data-recorder-problem]", HTMLElement), words);
  }

  listen() {
    document.addEventListener("click", (event) => this.click(event));
    const code = one(this.root, "[data-code-form]", HTMLFormElement);
    code.addEventListener("submit", (event) => {
      event.preventDefault();
      this.byCode(one(code, "input", HTMLInputElement).value);
    });
    const file = one(this.root, "#record-file", HTMLInputElement);
    file.addEventListener("change", async () => {
      const log = await file.files?.[0]?.text();
      file.value = "";
      if (log) await this.begin(log, true);
    });
    addEventListener("online", () => {
      this.keeping?.send();
      this.sending.sendAll();
    });
    addEventListener("hashchange", () => this.arrive());
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = hit(event, "[data-go], [data-again], [data-hand-on], [data-keep], "
      + "[data-upload-game], [data-save], [data-photograph], [data-text-take]");
    if (!target) return;
    const { go, keep } = target.dataset;
    if (go) this.go(go);
    else if (keep) this.choose(keep);
    else if ("again" in target.dataset) this.asLastTime();
    else if ("handOn" in target.dataset) this.handOn();
    else if ("uploadGame" in target.dataset) this.upload();
    else if ("save" in target.dataset) this.save();
    else if ("photograph" in target.dataset) this.ending.photograph();
    else this.begin(this.typing.text.value, true, this.keeping?.game);
  }

  /** @param {string} view */
  async go(view) {
    if (view === "setup") this.rules.started(); // the rules come while one types
    if (view === "text") {
      const engine = await this.rules.started();
      if (engine) await this.typing.show(engine, this.keeping?.game.log ?? "imhotep 1\n");
    }
    this.show(view);
    if (view === "text") this.typing.shown();
  }

  // ----------------------------------------------------------------------------- the list

  list() {
    return this.listing.show(this.store, this.who);
  }

  /**
   * Delete a game, here and on the site.
   * @param {string} id
   * @param {Game} [game]
   */
  async drop(id, game) {
    if (!confirm(this.words.list.sure)) return;
    await this.store?.drop(id);
    if (!game || game.version) await this.site.drop(id).catch(() => {});
    if (this.keeping?.game.id === id) this.keeping = null;
    await this.list();
  }

  /** Go on with a game of this browser or of the site. @param {string} id */
  async resume(id) {
    const game = (await this.store?.game(id)) ?? (await this.fetched(id));
    if (game && isOf(game, this.who)) await this.open(game);
  }

  /** @param {string} id @returns {Promise<Game | null>} */
  async fetched(id) {
    try {
      const { log, version } = await this.site.draft(id);
      return { ...fresh(id, log), version, sent: log };
    } catch (problem) {
      this.unreached(problem);
      return null;
    }
  }

  // ------------------------------------------------------------------------------- a game

  /**
   * A game from the head of a log, or from a log; what is wrong with its head.
   * @param {string} log
   * @param {boolean} [loud] tell what is wrong
   * @param {Game} [game] that it goes on with
   */
  async begin(log, loud = false, game) {
    const wrong = await this.open(game ? { ...game, log } : fresh(mark(), log));
    if (loud && wrong) this.problem(wrong);
    return wrong;
  }

  /**
   * Lay the table of a game, and keep it from now on; what is wrong with its head.
   * @param {Game} game
   */
  async open(game) {
    const engine = await this.rules.started();
    if (!engine) return this.rules.why;
    try {
      await this.playing.open(engine, game.log);
    } catch (problem) {
      if (problem instanceof Refused) return `${problem.problem.words}.`;
      this.failed(problem);
      return "";
    }
    game.by ||= this.who;
    this.keeping = new Keeping(game, this.store, this.site, () => this.told());
    navigator.storage?.persist?.();
    this.recall(game);
    this.show("table");
    await this.keeping.write(game.log);
    this.told();
    return "";
  }

  /** Entries were made, or taken back. What waits behind a misfit is kept with them. */
  async changed() {
    const { keeping, rules: { engine } } = this;
    if (!engine || !keeping) return;
    const { text } = await engine.log();
    const rest = engine.answer?.rest ?? [];
    await keeping.write(rest.length ? `${text}${rest.join("\n")}\n` : text);
  }

  /** How it is kept. */
  told() {
    const { keeping, table } = this;
    if (!keeping) return;
    const line = one(table, "[data-keeping]", HTMLElement);
    const words = this.words.keeping[keeping.how] ?? "";
    line.textContent = fill(words, { why: keeping.problem });
    line.dataset.how = keeping.how;
    const { other } = keeping;
    const two = one(table, "[data-two-devices]", HTMLElement);
    two.hidden = !other;
    if (!other) return;
    one(two, "[data-mine]", HTMLElement).textContent = tail(keeping.game.log);
    one(two, "[data-theirs]", HTMLElement).textContent = tail(other.log);
    two.scrollIntoView({ block: "nearest" });
  }

  /** The page goes on with it when it is loaded again. @param {Game} game */
  recall({ id }) {
    remember(() => sessionStorage, CURRENT, id);
  }

  /** Two devices have gone on: which one is right? @param {string} which */
  async choose(which) {
    const { keeping } = this;
    if (!keeping) return;
    if (which === "mine") await keeping.mine();
    else if (which === "both") this.recall(await keeping.both(mark()));
    else {
      const log = await keeping.theirs();
      await this.open({ ...keeping.game, log });
    }
    this.told();
  }

  async asLastTime() {
    const [latest] = (await this.store?.games()) ?? [];
    const agreed = lastTime() ?? (latest ? agreedIn(latest.log) : null);
    if (agreed) this.setting.put(agreed);
    this.show("setup");
  }

  // ------------------------------------------------------------------------- other phones

  /** A code and a picture by which another phone goes on. */
  async handOn() {
    const { keeping, words } = this;
    if (!keeping) return;
    await keeping.send();
    const dialog = one(this.table, '[data-dialog="hand"]', HTMLDialogElement);
    const line = one(dialog, "[data-hand-words]", HTMLElement);
    const place = one(dialog, "[data-hand-qr]", HTMLElement);
    const shownCode = one(dialog, "[data-hand-code]", HTMLElement);
    place.replaceChildren();
    shownCode.textContent = "";
    dialog.showModal();
    try {
      const { code, ends_at: ends } = await this.site.code(keeping.game.id);
      const form = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
      const time = new Date(ends).toLocaleTimeString(document.documentElement.lang, form);
      shownCode.textContent = code;
      line.textContent = fill(words.code.ends, { time });
      this.picture(place, ofCode(code), "M");
    } catch (problem) {
      if (!(problem instanceof Declined || problem instanceof Unreached)) throw problem;
      line.textContent = words.code.copy; // without an account, or without a connection
      this.picture(place, await ofLog(keeping.game.log), "L");
    }
  }

  /**
   * A QR code of this page with that end of its address.
   * @param {HTMLElement} place
   * @param {string} hash
   * @param {"L" | "M"} level
   */
  picture(place, hash, level) {
    const modules = qr(`${location.origin}${location.pathname}${hash}`, level, LARGEST);
    shown(place, modules && drawn(modules), this.words.code.label);
  }

  /** @param {string} code */
  async byCode(code) {
    const place = one(this.root, "[data-code-problem]", HTMLElement);
    tell(place, "");
    try {
      const { id, version, log } = await this.site.byCode(code);
      const game = { ...fresh(id ?? mark(), log), version, sent: id ? log : "", copy: !id };
      tell(place, await this.open(game));
    } catch (problem) {
      const why = problem instanceof Declined ? problem.message : this.words.keeping.waiting;
      tell(place, fill(this.words.code.wrong, { why }));
    }
  }

  /** What the address brings: a code, or a log. Whether it was something. */
  async arrive() {
    const { code, log } = await read(location.hash);
    if (!code && !log) return false;
    history.replaceState(null, "", location.pathname + location.search);
    this.show("games");
    if (code) await this.byCode(code);
    else if (log) await this.begin(log, true);
    return true;
  }

  // ------------------------------------------------------------------------------ the end

  async end() {
    const { keeping, rules: { engine } } = this;
    const { names = [], colours = [] } = this.playing;
    if (!engine || !keeping) return;
    const finished = await engine.log();
    this.ending.show({ finished, names, colours, counted: keeping.game.counted });
    const upload = one(this.view("end"), "[data-upload-game]", HTMLButtonElement);
    const { upload: there } = keeping.game;
    const done = Boolean(there && there !== WAITS);
    if (there === WAITS) this.ending.say(this.words.end.later);
    upload.disabled = !finished.over || done;
    if (done) {
      this.ending.say(this.words.end.sent, { words: this.words.end.look, url: there });
    }
  }

  async upload() {
    if (this.keeping) await this.sending.send(this.keeping.game);
  }

  save() {
    const { keeping } = this;
    if (!keeping) return;
    const { played, players = [] } = agreedIn(keeping.game.log);
    save(keeping.game.log, fileName(played ?? "", players.map(({ name }) => name)));
  }

  // --------------------------------------------------------------------------- the engine

  /** The engine is gone. What was kept is opened in a new one. @param {unknown} problem */
  async failed(problem) {
    if (!(problem instanceof EngineFailure)) throw problem;
    this.playing.beside.problem(this.rules.failed(problem));
    if (problem.reason === "crash" && this.keeping) await this.open(this.keeping.game);
  }

  /** @param {unknown} problem */
  unreached(problem) {
    if (problem instanceof Declined) this.problem(problem.message);
    else if (problem instanceof Unreached) this.problem(this.words.keeping.waiting);
    else throw problem;
  }

  // ------------------------------------------------------------------------------- begin

  async keepForOffline() {
    const isKept = await keepForOffline(document.documentElement.lang);
    if (isKept) tell(one(this.root, "[data-offline]", HTMLElement), this.words.offline.kept);
  }

  async start() {
    this.store = await Store.open();
    this.root.hidden = false;
    this.keepForOffline();
    tellOfPlainHttp(this.root);
    this.show("games");
    this.know().then(() => this.sending.sendAll());
    if (await this.arrive()) return;
    const id = remembered(() => sessionStorage, CURRENT);
    const game = id ? await this.store?.game(id) : undefined;
    if (game && !game.upload && isOf(game, this.who)) await this.open(game);
  }

  /** Ask who is logged in; whether the site answered. Games of another account are not shown. */
  async know() {
    const before = this.who;
    try {
      this.who = await this.site.who();
    } catch (problem) {
      if (problem instanceof Unreached) return false;
      throw problem;
    }
    remember(() => localStorage, WHO, this.who);
    if (this.who === before) return true;
    if (this.keeping && !isOf(this.keeping.game, this.who)) {
      this.keeping = null;
      this.show("games");
    } else if (!this.view("games").hidden) {
      await this.list();
    }
    return true;
  }
}

/** The last lines of a log. @param {string} log */
function tail(log) {
  return log.trimEnd().split("\n").slice(-8).join("\n");
}

for (const root of all(document, "[data-recorder]", HTMLElement)) {
  const recorder = new Recorder(root, one(document, "#table", HTMLElement));
  Object.assign(root, { recorder });
  recorder.start();
}
