// Resigning at a recorded table: any player may, whichever is to act (ruling R2.10).

import { createNode, fillWords, getElement } from "../page.js";

/** @import { Answer } from "./engine.js" */

export class Resigning {
  /**
   * @param {HTMLElement} root
   * @param {{ [word: string]: string }} words
   * @param {(entry: string) => void} write
   */
  constructor(root, words, write) {
    this.words = words;
    this.write = write;
    this.button = getElement(root, "[data-resign]", HTMLButtonElement);
    this.dialog = getElement(root, '[data-dialog="resign"]', HTMLDialogElement);
    this.button.addEventListener("click", () => this.dialog.showModal());
  }

  /**
   * Offer it to the seats that may resign now; not while an earlier step is looked at.
   * @param {Answer} answer
   * @param {{ names: string[], colours: string[] }} seats
   */
  show({ resigns, at: ply, plies }, { names, colours }) {
    this.button.hidden = ply < plies || resigns.length === 0;
    const message = names.length === 2 ? this.words.two : this.words.more;
    getElement(this.dialog, "[data-resign-words]").textContent = message;
    getElement(this.dialog, "[data-resign-seats]").replaceChildren(...resigns.map((seat) => {
      const button = createNode(
        "button", { type: "button", class: "button button--danger", "data-resigns": `${seat}` },
        createNode("span", { class: `stone stone--${colours[seat]}`, "aria-hidden": "true" }), " ",
        fillWords(this.words.who, { who: names[seat] }),
      );
      button.addEventListener("click", () => {
        this.dialog.close();
        this.write(`${colours[seat]} resign`);
      });
      return button;
    }));
  }
}
