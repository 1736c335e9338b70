// One request at a time; a request made meanwhile is answered by the next one.

import { Refused } from "../board/api.js";

const NOT_FOR_YOU = [401, 403, 404];

export class Poll {
  busy = false;
  repeat = false;

  /** @param {() => Promise<void>} question */
  constructor(question) {
    this.question = question;
  }

  /** Run the request; a reader without access gets the page reloaded. */
  async ask() {
    this.repeat = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.repeat) {
        this.repeat = false;
        await this.question();
      }
    } catch (problem) {
      if (problem instanceof Refused && NOT_FOR_YOU.includes(problem.status)) location.reload();
      // no answer: the stream, or the next turn of the polling, asks again
    } finally {
      this.busy = false;
    }
  }
}
