// The waiting room: who sits, and the shares of the shuffle, until the game begins.

import { offerReceipt, promiseIn, takePart } from "../fair.js";
import { findElements, copyField, csrfToken, findElement, getElement, dataValue } from "../page.js";
import { followChat } from "../chat.js";
import { runSerially } from "../board/api.js";
import { followFragment } from "./live_fragment.js";

const root = getElement(document, "[data-fragment]");
const SECOND = 1000;

/** The deal as the page shows it, for `takePart`. @param {HTMLElement} section */
function tableState(section) {
  const {
    table = "", phase = "", terms = "", commitment = "", sits = "", colour = "",
    mine: promise = "", opened = "", edition = "", profile = "", sites = "", modules = "",
  } = section.dataset;
  const agreed = { edition, profile, sites, modules };
  const promised = findElements(root, "[data-promised]");
  return {
    table, phase, terms, commitment, sits, colour, mine: promise, opened, agreed,
    promises: Object.fromEntries(
      promised.map((seat) => [dataValue(seat, "promised"), dataValue(seat, "promise")]),
    ),
    computers: promised.filter((seat) => "computer" in seat.dataset)
      .map((seat) => dataValue(seat, "promised")),
    token: csrfToken(document),
  };
}

/** Take part in the shuffle; once all promises are shown, this browser shows its share. */
async function share() {
  const section = findElement(root, "[data-fair]");
  if (!section) return;
  try {
    const done = await takePart(tableState(section));
    for (const note of findElements(root, "[data-share-note]")) {
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

const shareInTurn = runSerially(share); // a promise is made once
const live = followFragment(root, {
  events: ["look"],
  line: getElement(document, "[data-live-line]"),
  shown() {
    promiseIn(root);
    shareInTurn();
    countDown();
  },
});
copyLink();
setInterval(countDown, SECOND);

const panel = findElement(document, "[data-chat]");
if (panel) followChat(panel, dataValue(panel, "chat"), live);
