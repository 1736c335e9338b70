// The recorder: the list of games, the set-up, the table, the end, the text. One is shown at a
// time. Every entry is kept as it is made; a page that is loaded again goes on where it was.

import {
  findElements, hitElement, findElement, getElement, dataValue, showMessage, tellOfPlainHttp,
  fillWords, readPageJson,
} from "../page.js";
import { readText, storeText, tab } from "../storage.js";
import { requestMark } from "../table/turn.js";
import { EndView, save } from "./end_view.js";
import { engineStart } from "./early_engine.js";
import { EngineFailure, Refused } from "./engine.js";
import { fileName } from "./tally.js";
import { lastLines, parseHead } from "./log_head.js";
import { Draft } from "./draft.js";
import { storeForOffline } from "./offline_copy.js";
import { codeFragment, logFragment, readFragment } from "./link.js";
import { GameList, isVisible } from "./game_list.js";
import { OccasionField } from "./occasion_field.js";
import { Recording } from "./recording.js";
import { drawCode } from "./qr.js";
import { Uploads, namesOpponents } from "./uploads.js";
import { Setup, readLastSetup } from "./setup.js";
import { Declined, SiteApi, Unreached } from "./site_api.js";
import { GameStore, WAITS, newGame } from "./store.js";
import { TextEditor } from "./text_editor.js";

/** @import { Game } from "./store.js" */
/** @import { Words } from "../page.js" */

const CURRENT = "imhotep-recording"; // of this tab
// of this browser: who was logged in when the site was last asked
const HANDLE_KEY = "imhotep-record-who";

export class Recorder {
  /** @type {GameStore | null} */
  store = null;
  /** @type {Draft | null} */
  draft = null;
  /** whose session this is, as far as it is known; empty: a stranger's */
  handle = readText(HANDLE_KEY) ?? "";

  /** @param {HTMLElement} root @param {HTMLElement} table */
  constructor(root, table) {
    /** @type {Words} */
    this.words = readPageJson("record-words");
    this.engineStart = engineStart;
    const bar = getElement(root, "[data-engine-bar] progress", HTMLProgressElement);
    this.engineStart.listener = {
      problem: (words) => this.problem(words),
      progress: (share) => { bar.value = share; },
    };
    bar.value = engineStart.progress;
    this.root = root;
    this.table = table;
    this.views = findElements(document, "[data-view]");
    this.site = new SiteApi(dataValue(root, "api").replace(/\/$/, ""));
    const page = { words: this.words, laid: readPageJson("record-laid") };
    this.recording = new Recording(table, page, {
      changed: () => this.changed(),
      failed: (problem) => this.failed(problem),
    });
    this.gameList = new GameList(root, this.words, this.site, {
      open: (id) => this.resume(id),
      drop: (id, game) => this.drop(id, game),
    });
    this.endView = new EndView(this.view("end"), this.words, () => this.draft?.keep());
    this.textEditor = new TextEditor(this.view("text"), this.words);
    const form = getElement(root, 'form[data-view="setup"]', HTMLFormElement);
    this.uploads = new Uploads(this);
    this.setup = new Setup(form, this.site, this.words, (log, occasion) => this.begin(
      log, false, newGame(requestMark(), log, occasion)));
    const field = getElement(this.view("end"), "[data-occasion]");
    this.endOccasion = new OccasionField(field, this.site, (mark) => this.draft?.bringFor(mark));
    this.listen();
  }

  // ------------------------------------------------------------------------------- views

  /** @param {string} name */
  view(name) {
    const view = this.views.find(({ dataset }) => dataset.view === name);
    if (!view) throw new Error(`no view ${name}`);
    return view;
  }

  /** @param {string} name */
  show(name) {
    for (const view of this.views) view.hidden = view.dataset.view !== name;
    document.body.classList.toggle("is-table", name === "table");
    this.root.hidden = name === "table";
    this.problem("");
    if (name === "games") this.list();
    if (name === "setup") this.setup.occasion.show(this.setup.occasion.chosen);
    if (name === "end") this.end();
    findElement(this.view(name), "h1")?.focus?.();
    scrollTo(0, 0);
  }

  /** @param {string} words */
  problem(words) {
    showMessage(getElement(this.root, "[data-recorder-problem]"), words);
  }

  listen() {
    document.addEventListener("click", (event) => this.click(event));
    const code = getElement(this.root, "[data-code-form]", HTMLFormElement);
    code.addEventListener("submit", (event) => {
      event.preventDefault();
      this.openCode(getElement(code, "input", HTMLInputElement).value);
    });
    const file = getElement(this.root, "#record-file", HTMLInputElement);
    file.addEventListener("change", async () => {
      const log = await file.files?.[0]?.text();
      file.value = "";
      if (log) await this.begin(log, true);
    });
    addEventListener("online", () => {
      this.draft?.send();
      this.uploads.sendAll();
    });
    addEventListener("hashchange", () => this.arrive());
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = hitElement(event, "[data-go], [data-again], [data-hand-on], [data-keep], "
      + "[data-upload-game], [data-save], [data-photograph], [data-text-take]");
    if (!target) return;
    const { go, keep } = target.dataset;
    if (go) this.go(go);
    else if (keep) this.choose(keep);
    else if ("again" in target.dataset) this.repeatSetup();
    else if ("handOn" in target.dataset) this.shareCode();
    else if ("uploadGame" in target.dataset) this.upload();
    else if ("save" in target.dataset) this.save();
    else if ("photograph" in target.dataset) this.endView.photograph(this.draft?.game.occasion);
    else this.begin(this.textEditor.text.value, true, this.draft?.game);
  }

  /** @param {string} view */
  async go(view) {
    if (view === "setup") this.engineStart.getEngine(); // if it could not start before
    if (view === "text") {
      const engine = await this.awaitEngine();
      if (engine) await this.textEditor.show(engine, this.draft?.game.log ?? "imhotep 1\n");
    }
    this.show(view);
    if (view === "text") this.textEditor.reveal();
  }

  /** The engine, with a bar in sight as long as it is waited for; null if it cannot be. */
  async awaitEngine() {
    const place = getElement(this.root, "[data-engine-bar]");
    place.hidden = false;
    try {
      return await this.engineStart.getEngine();
    } finally {
      place.hidden = true;
    }
  }

  // ----------------------------------------------------------------------------- the list

  list() {
    return this.gameList.show(this.store, this.handle);
  }

  /** Delete a game, here and on the site. @param {string} id @param {Game} [game] */
  async drop(id, game) {
    if (!confirm(this.words.list.sure)) return;
    await this.store?.drop(id);
    if (!game || game.version) await this.site.drop(id).catch(() => {});
    if (this.draft?.game.id === id) this.draft = null;
    await this.list();
  }

  /** Go on with a game of this browser or of the site. @param {string} id */
  async resume(id) {
    const game = (await this.store?.game(id)) ?? (await this.fetchGame(id));
    if (game && isVisible(game, this.handle)) await this.open(game);
  }

  /** @param {string} id @returns {Promise<Game | null>} */
  async fetchGame(id) {
    try {
      const { log, version, occasion } = await this.site.draft(id);
      return { ...newGame(id, log, occasion), version, sent: log };
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
    const wrong = await this.open({ ...(game ?? newGame(requestMark(), log)), log });
    if (loud && wrong) this.problem(wrong);
    return wrong;
  }

  /**
   * Lay the table of a game and store it. Returns what is wrong with its head in words, else "".
   * @param {Game} game
   */
  async open(game) {
    const engine = await this.awaitEngine();
    if (!engine) return this.engineStart.problem;
    try {
      await this.recording.open(engine, game.log);
    } catch (problem) {
      if (problem instanceof Refused) return `${problem.problem.words}.`;
      this.failed(problem);
      return "";
    }
    game.by ||= this.handle;
    this.draft = new Draft(game, this.store, this.site, () => this.showStatus());
    navigator.storage?.persist?.();
    this.recall(game);
    this.show("table");
    await this.draft.write(game.log);
    this.showStatus();
    return "";
  }

  /** Entries were made, or taken back. What waits behind a misfit is kept with them. */
  async changed() {
    const { draft, engineStart: { engine } } = this;
    if (!engine || !draft) return;
    const { text } = await engine.log();
    const waiting = engine.answer?.rest ?? [];
    await draft.write(waiting.length ? `${text}${waiting.join("\n")}\n` : text);
  }

  /** Show the status of the draft. */
  showStatus() {
    const { draft, table } = this;
    if (!draft) return;
    const line = getElement(table, "[data-keeping]");
    const words = this.words.keeping[draft.status] ?? "";
    line.textContent = fillWords(words, { why: draft.problem });
    line.dataset.how = draft.status;
    const { other } = draft;
    const two = getElement(table, "[data-two-devices]");
    two.hidden = !other;
    if (!other) return;
    getElement(two, "[data-mine]").textContent = lastLines(draft.game.log);
    getElement(two, "[data-theirs]").textContent = lastLines(other.log);
    two.scrollIntoView({ block: "nearest" });
  }

  /** The page goes on with it when it is loaded again. @param {Game} game */
  recall({ id }) {
    storeText(CURRENT, id, tab);
  }

  /** Two devices have gone on: which one is right? @param {string} choice */
  async choose(choice) {
    const { draft } = this;
    if (!draft) return;
    if (choice === "mine") await draft.keepLocal();
    else if (choice === "both") this.recall(await draft.keepCopies(requestMark()));
    else {
      const log = await draft.keepRemote();
      await this.open({ ...draft.game, log });
    }
    this.showStatus();
  }

  async repeatSetup() {
    const [latest] = (await this.store?.games()) ?? [];
    const agreed = readLastSetup() ?? (latest ? parseHead(latest.log) : null);
    if (agreed) this.setup.put(agreed);
    this.show("setup");
  }

  // ------------------------------------------------------------------------- other phones

  /** A code and a picture by which another phone goes on. */
  async shareCode() {
    const { draft, words } = this;
    if (!draft) return;
    await draft.send();
    const dialog = getElement(this.table, '[data-dialog="hand"]', HTMLDialogElement);
    const line = getElement(dialog, "[data-hand-words]");
    const place = getElement(dialog, "[data-hand-qr]");
    const codeBox = getElement(dialog, "[data-hand-code]");
    place.replaceChildren();
    codeBox.textContent = "";
    dialog.showModal();
    try {
      const { code, ends_at: ends } = await this.site.code(draft.game.id);
      const form = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
      const time = new Date(ends).toLocaleTimeString(document.documentElement.lang, form);
      codeBox.textContent = code;
      line.textContent = fillWords(words.code.ends, { time });
      await this.picture(place, codeFragment(code), "M");
    } catch (problem) {
      if (!(problem instanceof Declined || problem instanceof Unreached)) throw problem;
      line.textContent = words.code.copy; // without an account, or without a connection
      await this.picture(place, await logFragment(draft.game.log, draft.game.occasion), "L");
    }
  }

  /** QR code of `hash`. @param {HTMLElement} place @param {string} hash @param {"L" | "M"} level */
  picture(place, hash, level) {
    const address = `${location.origin}${location.pathname}${hash}`;
    return drawCode(place, address, level, this.words.code.label);
  }

  /** @param {string} code */
  async openCode(code) {
    const place = getElement(this.root, "[data-code-problem]");
    showMessage(place, "");
    try {
      const { id, version, log, occasion } = await this.site.openCode(code);
      const game = newGame(id ?? requestMark(), log, occasion);
      Object.assign(game, { version, sent: id ? log : "", copy: !id });
      showMessage(place, await this.open(game));
    } catch (problem) {
      const reason = problem instanceof Declined ? problem.message : this.words.keeping.waiting;
      showMessage(place, fillWords(this.words.code.wrong, { why: reason }));
    }
  }

  /** Open the code, the log or the set-up of the address; true if it has one. */
  async arrive() {
    const { code, log, setup, occasion = "" } = await readFragment(location.hash);
    if (!code && !log && !setup) return false;
    history.replaceState(null, "", location.pathname + location.search);
    this.show(setup ? "setup" : "games");
    if (setup) this.setup.fill(parseHead(setup), occasion);
    else if (code) await this.openCode(code);
    else if (log) await this.begin(log, true, newGame(requestMark(), log, occasion));
    return true;
  }

  // ------------------------------------------------------------------------------ the end

  async end() {
    const { draft, engineStart: { engine } } = this;
    const { names = [], colours = [] } = this.recording;
    if (!engine || !draft) return;
    const finished = await engine.log();
    this.endView.show({ finished, names, colours, counted: draft.game.counted });
    const upload = getElement(this.view("end"), "[data-upload-game]", HTMLButtonElement);
    const { upload: address } = draft.game;
    const done = Boolean(address && address !== WAITS);
    if (address === WAITS) this.endView.say(this.words.end.later);
    upload.disabled = !finished.over || done;
    this.endOccasion.show(draft.game.occasion ?? "");
    if (done) {
      const { players = [] } = parseHead(draft.game.log);
      const { sent, unnamed, look } = this.words.end;
      const words = namesOpponents(players, this.handle) ? sent : unnamed;
      this.endView.say(words, { words: look, url: address });
    }
  }

  async upload() {
    if (this.draft) await this.uploads.send(this.draft.game);
  }

  save() {
    const { draft } = this;
    if (!draft) return;
    const { played, players = [] } = parseHead(draft.game.log);
    save(draft.game.log, fileName(played ?? "", players.map(({ name }) => name)));
  }

  // --------------------------------------------------------------------------- the engine

  /** The engine is gone. What was kept is opened in a new one. @param {unknown} problem */
  async failed(problem) {
    if (!(problem instanceof EngineFailure)) throw problem;
    this.recording.sidePanel.problem(this.engineStart.failed(problem));
    if (problem.reason === "crash" && this.draft) await this.open(this.draft.game);
  }

  /** @param {unknown} problem */
  unreached(problem) {
    if (problem instanceof Declined) this.problem(problem.message);
    else if (problem instanceof Unreached) this.problem(this.words.keeping.waiting);
    else throw problem;
  }

  // ------------------------------------------------------------------------------- begin

  async keepForOffline() {
    const isStored = await storeForOffline(document.documentElement.lang);
    if (isStored) {
      showMessage(getElement(this.root, "[data-offline]"), this.words.offline.kept);
    }
  }

  async start() {
    this.store = await GameStore.open();
    this.root.hidden = false;
    // one after the other: the same files, and the same two hands of a phone
    this.engineStart.getEngine().finally(() => this.keepForOffline());
    tellOfPlainHttp(this.root);
    this.show("games");
    if (this.handle || findElement(document, "[data-turns]")) {
      this.fetchHandle().then(() => this.uploads.sendAll());
    } else { // the page is a stranger's: it asks nothing that the site only refuses
      this.site.stranger = new Declined({ status: 401, type: "", detail: "" });
      this.uploads.sendAll();
    }
    if (await this.arrive()) return;
    const id = readText(CURRENT, tab);
    const game = id ? await this.store?.game(id) : undefined;
    if (game && !game.upload && isVisible(game, this.handle)) await this.open(game);
  }

  /** Ask for the current account; true if the site answered. Hides games of other accounts. */
  async fetchHandle() {
    const before = this.handle;
    try {
      this.handle = await this.site.fetchHandle();
    } catch (problem) {
      if (problem instanceof Unreached) return false;
      throw problem;
    }
    storeText(HANDLE_KEY, this.handle);
    this.setup.offerPeople(this.handle);
    if (this.handle === before) return true;
    if (this.draft && !isVisible(this.draft.game, this.handle)) {
      this.draft = null;
      this.show("games");
    } else if (!this.view("games").hidden) {
      await this.list();
    }
    return true;
  }
}

for (const root of findElements(document, "[data-recorder]")) {
  const recorder = new Recorder(root, getElement(document, "#table"));
  Object.assign(root, { recorder });
  recorder.start();
}
