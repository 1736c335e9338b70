// The set-up of a recording: players, colours, sides, modules; also as last time.

import { createNode, findElements, getElement, showMessage, fillWords } from "../page.js";
import { readStoredJson, storeText, tab } from "../storage.js";
import { Declined, Unreached } from "./site_api.js";
import { formatHead, today } from "./log_head.js";
import { OccasionField } from "./occasion_field.js";

/** @import { LogHead } from "./log_head.js" */
/** @import { SiteApi } from "./site_api.js" */
/** @import { Words } from "../page.js" */

const LAST = "imhotep-record-last";
const UNSENT = "imhotep-record-set-up"; // of this tab: a page that leads back finds it
const PATIENCE = 1500; // milliseconds until a game begins without an answer about its names
const PAUSE = 200; // milliseconds without a key until the site is asked

export class Setup {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asking = undefined;
  /** @type {Set<string>} handles that the site knows */
  siteHandles = new Set();
  /** @type {Promise<void>} the last question about a bare name */
  handleOffer = Promise.resolve();
  /** the names about which the form has asked before it began */
  promptedNames = "";
  /**
   * @param {HTMLFormElement} form
   * @param {SiteApi} site
   * @param {Words} words
   * @param {(log: string, occasion: string) => Promise<string>} begin with the head of a log, and
   *   what the game will be brought for; what is wrong with it
   */
  constructor(form, site, words, begin) {
    this.form = form;
    this.site = site;
    this.words = words;
    this.begin = begin;
    this.occasion = new OccasionField(getElement(form, "[data-occasion]"), site);
    this.rows = findElements(form, "[data-seat]");
    this.problem = getElement(form, "[data-setup-problem]");
    this.peopleBox = getElement(form, "[data-known]");
    /** @type {string[]} one's own handle, and those of opponents */
    this.people = [];
    this.handles = getElement(form, "datalist", HTMLDataListElement);
    form.addEventListener("submit", (event) => this.submit(event));
    for (const button of findElements(form, "[data-all-sides]", HTMLButtonElement)) {
      button.addEventListener("click", () => this.sides(button.dataset.allSides ?? ""));
    }
    for (const radio of findElements(form, '[name="count"]')) {
      radio.addEventListener("change", () => this.showPeople());
    }
    this.rows.forEach((row) => {
      const name = getElement(row, "[data-name]", HTMLInputElement);
      name.addEventListener("input", () => this.complete(name.value));
      name.addEventListener("change", () => {
        this.handleOffer = this.offerHandle(row, name);
        this.showPeople();
      });
      const colour = getElement(row, "[data-colour]", HTMLSelectElement);
      colour.dataset.was = colour.value;
      colour.addEventListener("change", () => this.swap(colour));
    });
    this.field("played").value = today();
    const unsent = readStoredJson(UNSENT, tab);
    if (unsent) this.put(unsent);
    form.addEventListener("change", () => storeText(UNSENT, JSON.stringify(this.agreed), tab));
  }

  /** @param {string} name */
  field(name) {
    const field = this.form.elements.namedItem(name);
    return /** @type {HTMLInputElement} */ (field);
  }

  /** The value of the radio button of that name that is chosen. @param {string} name */
  chosen(name) {
    return getElement(this.form, `input[name="${name}"]:checked`, HTMLInputElement).value;
  }

  /** The log's head that the form describes. @returns {LogHead} */
  get agreed() {
    const count = Number(this.chosen("count"));
    const players = this.rows.slice(0, count).map((row) => ({
      colour: getElement(row, "[data-colour]", HTMLSelectElement).value,
      name: getElement(row, "[data-name]", HTMLInputElement).value,
    }));
    const sides = findElements(this.form, "[data-site]:checked", HTMLInputElement);
    const modules = findElements(this.form, '[name="module"]:checked', HTMLInputElement);
    return {
      players,
      starts: Math.min(Number(this.chosen("starts")), count - 1),
      sites: Object.fromEntries(sides.map((radio) => [radio.dataset.site ?? "", radio.value])),
      modules: modules.map(({ value }) => value),
      edition: this.field("edition").value,
      profile: this.field("profile").value,
      played: this.field("played").value,
    };
  }

  /** Fill the form. @param {Partial<LogHead>} agreed */
  put({ players = [], starts = 0, sites = {}, modules = [], edition, profile }) {
    this.check("count", String(Math.max(2, players.length)));
    this.check("starts", String(starts));
    players.forEach(({ colour, name }, seat) => {
      getElement(this.rows[seat], "[data-name]", HTMLInputElement).value = name;
      const select = getElement(this.rows[seat], "[data-colour]", HTMLSelectElement);
      select.value = colour;
      this.swap(select);
    });
    this.showPeople();
    for (const [site, side] of Object.entries(sites)) this.check(`side-${site}`, side);
    for (const box of findElements(this.form, '[name="module"]', HTMLInputElement)) {
      box.checked = modules.includes(box.value);
    }
    if (edition) this.field("edition").value = edition;
    if (profile) this.field("profile").value = profile;
  }

  /**
   * Fill the form for a table of an event.
   * @param {Partial<LogHead>} agreed
   * @param {string} occasion
   */
  fill(agreed, occasion) {
    this.put(agreed);
    this.occasion.show(occasion);
    storeText(UNSENT, JSON.stringify(this.agreed), tab);
  }

  /** Choose a radio button. @param {string} name @param {string} value */
  check(name, value) {
    for (const radio of findElements(this.form, `input[name="${name}"]`, HTMLInputElement)) {
      radio.checked = radio.value === value;
    }
  }

  /** @param {string} side */
  sides(side) {
    for (const radio of findElements(this.form, "[data-site]", HTMLInputElement)) {
      radio.checked = radio.value === side;
    }
  }

  /** A colour that was another seat's is exchanged with it. @param {HTMLSelectElement} changed */
  swap(changed) {
    for (const row of this.rows) {
      const select = getElement(row, "[data-colour]", HTMLSelectElement);
      if (select === changed || select.value !== changed.value) continue;
      select.value = changed.dataset.was ?? "";
      select.dataset.was = select.value;
    }
    changed.dataset.was = changed.value;
  }

  // -------------------------------------------------------------------------------- names

  /** Handles that begin as what is typed. @param {string} typed */
  complete(typed) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.offer(typed), PAUSE);
  }

  /** @param {string} typed */
  async offer(typed) {
    const handles = await this.fetchHandles(typed);
    const options = handles.map((handle) => createNode("option", { value: `@${handle}` }));
    this.handles.replaceChildren(...options);
  }

  /** Offer one's own handle and those of opponents. @param {string} handle empty: a stranger's */
  async offerPeople(handle) {
    if (handle && this.people[0] === handle) return;
    const opponents = handle ? await this.fetchHandles("") : [];
    this.people = handle ? [...new Set([handle, ...opponents])] : [];
    this.showPeople();
  }

  /** Buttons for those who do not sit yet, as long as a seat is free. */
  showPeople() {
    const fields = this.names();
    const seated = fields.map(({ value }) => value.trim().toLowerCase());
    const free = seated.includes("");
    const people = free ? this.people.filter((handle) => !seated.includes(`@${handle}`)) : [];
    this.peopleBox.replaceChildren(...people.map((handle) => {
      const words = handle === this.people[0]
        ? fillWords(this.words.setup.you, { handle: `@${handle}` }) : `@${handle}`;
      const button = createNode("button", { type: "button", class: "button button--small" }, words);
      button.addEventListener("click", () => this.seat(handle));
      return button;
    }));
  }

  /** Let somebody sit on the first free seat. @param {string} handle */
  seat(handle) {
    const field = this.names().find(({ value }) => !value.trim());
    if (field) field.value = `@${handle}`;
    this.showPeople();
    getElement(this.form, "[data-known] button, [data-name]").focus();
  }

  /** The fields of those who play. */
  names() {
    return this.rows.slice(0, Number(this.chosen("count")))
      .map((row) => getElement(row, "[data-name]", HTMLInputElement));
  }

  /** Handles of the site; none without a connection, or an account. @param {string} typed */
  async fetchHandles(typed) {
    try {
      const handles = await this.site.handles(typed);
      for (const handle of handles) this.siteHandles.add(handle);
      return handles;
    } catch (problem) {
      if (problem instanceof Unreached || problem instanceof Declined) return [];
      throw problem;
    }
  }

  /** Offer the handle of a bare name. @param {HTMLElement} row @param {HTMLInputElement} name */
  async offerHandle(row, name) {
    const place = getElement(row, "[data-meant]");
    place.hidden = true;
    const typed = name.value.trim().toLowerCase();
    if (!typed || typed.startsWith("@")) return;
    if (!(await this.fetchHandles(typed)).includes(typed)) return;
    if (name.value.trim().toLowerCase() !== typed) return; // meanwhile it is another
    const words = fillWords(this.words.setup.meant, { handle: `@${typed}` });
    const button = createNode("button", { type: "button", class: "button button--small" }, words);
    button.addEventListener("click", () => {
      name.value = `@${typed}`;
      place.hidden = true;
      this.showPeople();
    });
    place.replaceChildren(button);
    place.hidden = false;
  }

  // ------------------------------------------------------------------------------ beginning

  /** Ask once about bare names that are handles; whether it was asked now. */
  async mustAsk() {
    const late = new Promise((resolve) => {
      setTimeout(resolve, PATIENCE);
    });
    await Promise.race([this.handleOffer, late]);
    const names = this.names();
    const open = this.rows.slice(0, names.length)
      .find((row) => !getElement(row, "[data-meant]").hidden);
    const typed = names.map(({ value }) => value).join("\n");
    if (!open || this.promptedNames === typed) return false;
    this.promptedNames = typed;
    showMessage(this.problem, this.words.setup.guests);
    open.scrollIntoView({ block: "center" });
    getElement(open, "[data-meant] button").focus({ preventScroll: true });
    return true;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (await this.mustAsk()) return;
    const { agreed } = this;
    const colours = new Set(agreed.players.map(({ colour }) => colour));
    const twice = colours.size < agreed.players.length;
    const wrong = twice ? this.words.setup.twice
      : await this.begin(formatHead(agreed), this.occasion.chosen);
    showMessage(this.problem, wrong);
    if (!wrong) {
      storeText(LAST, JSON.stringify(agreed));
      storeText(UNSENT, null, tab);
      this.occasion.chosen = "";
    } else this.problem.scrollIntoView({ block: "center" });
  }
}

/** The last set-up of this browser. @returns {Partial<LogHead> | null} */
export const readLastSetup = () => readStoredJson(LAST);
