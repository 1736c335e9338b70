// The table of a learner: a live table without a stream. What is sent is answered with all that
// follows from it, and shown step by step as at a table.

import { findElement } from "../page.js";
import { isPageKey } from "../board/events.js";
import { readJson } from "../board/api.js";
import { Play } from "../table/play.js";

/** @import { SendOutcome } from "../table/outbox.js" */
/** @import { Moments } from "../table/state.js" */

/** @typedef {{ detail?: string, ruling?: string, rule_url?: string }} Problem */

/** The answer of a learner's table. @typedef {Moments & { coach: object }} Answer */

export class Coached extends Play {
  /** @type {Answer | undefined} the answer to what was sent, not yet shown */
  answer;

  /** No other player acts here: there is nothing to hear. @override */
  connect() {}

  /** Practice games are not in the public record. @override */
  async end() {}

  /** Send `entry` in the way of the page. @param {string} entry @returns {Promise<Response>} */
  post(entry) {
    throw new Error(`no way to send ${entry}`);
  }

  /** Show what the coach says of an answer. @param {Answer} answer */
  showCoach(answer) {
    throw new Error(`nothing to say of ${answer.plies} entries`);
  }

  /** The address of the steps after number `after`. @param {number} after */
  stepsUrl(after) {
    return `${this.root.dataset.api}moments?after=${after}`;
  }

  /** @override @param {number} after @returns {Promise<Moments>} */
  async moments(after) {
    const { answer } = this;
    this.answer = undefined;
    return answer ?? readJson(this.stepsUrl(after));
  }

  /** @override @param {string} entry @returns {Promise<SendOutcome>} */
  async send(entry) {
    let response;
    try {
      response = await this.post(entry);
    } catch {
      this.sidePanel.problem(this.root.dataset.unsent ?? "");
      return "unsent";
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok || answer.detail) {
      const { detail, ruling, rule_url } = /** @type {Problem} */ (answer);
      this.sidePanel.problem(detail ?? this.root.dataset.unsent ?? "", {
        words: ruling ?? "", url: rule_url ?? "",
      });
      return "refused";
    }
    this.sidePanel.problem("");
    this.prompt = null;
    this.answer = answer;
    await this.ask();
    this.showCoach(answer);
    return "sent";
  }

  /** Keys that follow a link of the coach: each in `keys` to a selector. @override
   *  @param {KeyboardEvent} event */
  key(event) {
    const selector = isPageKey(event) ? this.shortcuts[event.key.toLowerCase()] : undefined;
    const link = selector ? findElement(this.root, selector) : null;
    if (link && link.offsetParent) {
      event.preventDefault();
      link.click();
    } else {
      super.key(event);
    }
  }

  /** Focus a link of the coach, after the turn has given the focus to the status.
   *  @param {string} selector */
  focusLink(selector) {
    setTimeout(() => {
      const link = findElement(this.root, selector);
      if (link?.offsetParent) link.focus({ preventScroll: true });
    });
  }

  /** @returns {{ [key: string]: string }} */
  get shortcuts() {
    return {};
  }
}
