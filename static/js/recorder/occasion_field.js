// What a recorded game will be brought for: a list of the account's clubs and tables at events.

import { createNode, getElement } from "../page.js";
import { Declined, Unreached } from "./site_api.js";

/** @import { SiteApi } from "./site_api.js" */

export class OccasionField {
  /** @type {{ mark: string, words: string }[]} as the site listed them last */
  offered = [];
  /** the mark that is chosen; empty for none */
  chosen = "";

  /**
   * @param {HTMLElement} field
   * @param {SiteApi} site
   * @param {(mark: string) => void} [onChange] another one is chosen
   */
  constructor(field, site, onChange) {
    this.field = field;
    this.site = site;
    this.select = getElement(field, "select", HTMLSelectElement);
    this.none = this.select.options[0];
    this.select.addEventListener("change", () => {
      this.chosen = this.select.value;
      onChange?.(this.chosen);
    });
  }

  /** Offer what the site lists for the account, with `chosen` selected. @param {string} chosen */
  async show(chosen) {
    this.chosen = chosen;
    this.render();
    try {
      this.offered = await this.site.occasions();
    } catch (problem) { // without a connection the last list stays
      if (!(problem instanceof Unreached || problem instanceof Declined)) throw problem;
    }
    this.render();
  }

  /** Words for a mark that is not in the list, or not yet. @param {string} mark */
  describeMark(mark) {
    const code = mark.toUpperCase();
    const words = this.field.dataset.codeWords ?? "CODE";
    return /^[0-9A-Z]{8}$/.test(code)
      ? words.replace("CODE", `${code.slice(0, 4)}-${code.slice(4)}`) : mark.replace("club:", "");
  }

  render() {
    const { chosen, offered } = this;
    const isOffered = !chosen || offered.some(({ mark }) => mark === chosen);
    const further = { mark: chosen, words: this.describeMark(chosen) };
    const rows = isOffered ? offered : [...offered, further];
    const options = rows.map(({ mark, words }) => createNode("option", { value: mark }, words));
    this.select.replaceChildren(this.none, ...options);
    this.select.value = chosen;
    this.field.hidden = !rows.length;
  }
}
