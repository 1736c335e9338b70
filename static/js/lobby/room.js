// The waiting room: who sits, and the shares of the shuffle, until the game begins.

import { offerReceipt, promiseIn, takePart } from "../fair.js";
import { all, copied, csrfToken, maybe, one, said } from "../page.js";
import { chat } from "../chat.js";
import { fresh } from "./live_fragment.js";

const root = one(document, "[data-fragment]", HTMLElement);
const SECOND = 1000;

/** What the page shows of the table, for `takePart`. @param {HTMLElement} shown */
function seen(shown) {
  const word = (/** @type {string} */ name) => said(shown, name);
  const promised = all(root, "[data-promised]", HTMLElement);
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
      promised.map((seat) => [said(seat, "promised"), said(seat, "promise")]),
    ),
    token: csrfToken(document),
  };
}

let sharing = false;
let again = false;

/** What this browser has to do for the shuffle, one after the other: a promise is made once. */
async function shareIn() {
  again = true;
  if (sharing) return;
  sharing = true;
  while (again) {
    again = false;
    await shareOnce();
  }
  sharing = false;
}

/** Once all promises are shown, this browser shows its share. */
async function shareOnce() {
  const shown = maybe(root, "[data-fair]", HTMLElement);
  if (!shown) return;
  try {
    const done = await takePart(seen(shown));
    for (const note of all(root, "[data-share-note]", HTMLElement)) {
      note.hidden = note.dataset.shareNote !== done;
    }
    offerReceipt(root);
  } catch {
    // no connection: the next look at the table tries again
  }
}

function countDown() {
  for (const clock of all(root, "time[data-until]", HTMLTimeElement)) {
    const left = Math.max(0, Date.parse(clock.dateTime) - Date.now());
    const seconds = Math.ceil(left / SECOND);
    if (seconds < 3600) {
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }
}

function copyLink() {
  const button = maybe(document, "[data-copy]", HTMLButtonElement);
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = one(document, said(button, "copy"), HTMLInputElement);
    await copied(field);
    button.textContent = said(button, "copied");
  });
}

const heard = fresh(root, {
  events: ["look"],
  line: one(document, "[data-live-line]", HTMLElement),
  shown() {
    promiseIn(root);
    shareIn();
    countDown();
  },
});
copyLink();
setInterval(countDown, SECOND);

const panel = maybe(document, "[data-chat]", HTMLElement);
if (panel) chat(panel, said(panel, "chat"), heard);
