// The waiting room: who sits, and the shares of the shuffle, until the game begins.

import { offerReceipt, promiseIn, takePart } from "../fair.js";
import { findElements, copyField, csrfToken, findElement, getElement, dataValue } from "../page.js";
import { followChat } from "../chat.js";
import { followFragment } from "./live_fragment.js";

/** @import { DatasetKey } from "../data_names.js" */

const root = getElement(document, "[data-fragment]", HTMLElement);
const SECOND = 1000;

/** The deal as the page shows it, for `takePart`. @param {HTMLElement} section */
function tableState(section) {
  const word = (/** @type {DatasetKey} */ name) => dataValue(section, name);
  const promised = findElements(root, "[data-promised]", HTMLElement);
  return {
    table: word("table"),
    phase: word("phase"),
    terms: word("terms"),
    commitment: word("commitment"),
    sits: word("sits"),
    colour: word("colour"),
    mine: word("mine"),
    opened: word("opened"),
    agreed: {
      edition: word("edition"),
      profile: word("profile"),
      sites: word("sites"),
      modules: word("modules"),
    },
    promises: Object.fromEntries(
      promised.map((seat) => [dataValue(seat, "promised"), dataValue(seat, "promise")]),
    ),
    token: csrfToken(document),
  };
}

let sharing = false;
let repeat = false;

/** Take part in the shuffle, one run after the other: a promise is made once. */
async function shareIn() {
  repeat = true;
  if (sharing) return;
  sharing = true;
  while (repeat) {
    repeat = false;
    await shareOnce();
  }
  sharing = false;
}

/** Once all promises are shown, this browser shows its share. */
async function shareOnce() {
  const section = findElement(root, "[data-fair]", HTMLElement);
  if (!section) return;
  try {
    const done = await takePart(tableState(section));
    for (const note of findElements(root, "[data-share-note]", HTMLElement)) {
      note.hidden = note.dataset.shareNote !== done;
    }
    offerReceipt(root);
  } catch {
    // no connection: the next look at the table tries again
  }
}

function countDown() {
  for (const clock of findElements(root, "time[data-until]", HTMLTimeElement)) {
    const left = Math.max(0, Date.parse(clock.dateTime) - Date.now());
    const seconds = Math.ceil(left / SECOND);
    if (seconds < 3600) {
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }
}

function copyLink() {
  const button = findElement(document, "[data-copy]", HTMLButtonElement);
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = getElement(document, dataValue(button, "copy"), HTMLInputElement);
    await copyField(field);
    button.textContent = dataValue(button, "copied");
  });
}

const live = followFragment(root, {
  events: ["look"],
  line: getElement(document, "[data-live-line]", HTMLElement),
  shown() {
    promiseIn(root);
    shareIn();
    countDown();
  },
});
copyLink();
setInterval(countDown, SECOND);

const panel = findElement(document, "[data-chat]", HTMLElement);
if (panel) followChat(panel, dataValue(panel, "chat"), live);
