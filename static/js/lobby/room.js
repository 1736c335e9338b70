// The waiting room: who sits, and the shares of the shuffle, until the game begins.

import { offerReceipt, promiseIn, takePart } from "../fair.js";
import { talk } from "../talk.js";
import { fresh } from "./fresh.js";

const root = document.querySelector("[data-fragment]");
const SECOND = 1000;

/** Once all promises are shown, this browser shows its share. */
async function shareIn() {
  const seen = root.querySelector("[data-fair]");
  if (!seen) return;
  const { table, phase, terms, commitment, sits, colour, mine, opened } = seen.dataset;
  const { edition, profile, sites, modules } = seen.dataset;
  const agreed = { edition, profile, sites, modules };
  const promises = Object.fromEntries(
    [...root.querySelectorAll("[data-promised]")].map((one) => [
      one.dataset.promised,
      one.dataset.promise,
    ]),
  );
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
  try {
    const shown = { table, phase, terms, commitment, agreed, sits, colour, mine, opened, promises };
    const done = await takePart({ ...shown, token });
    for (const note of root.querySelectorAll("[data-share-note]")) {
      note.hidden = note.dataset.shareNote !== done;
    }
    offerReceipt(root);
  } catch {
    // no connection: the next look at the table tries again
  }
}

function countDown() {
  for (const clock of root.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Date.parse(clock.dateTime) - Date.now());
    const seconds = Math.ceil(left / SECOND);
    if (seconds < 3600) {
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }
}

function copyLink() {
  const button = document.querySelector("[data-copy]");
  if (!button || !navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.querySelector(button.dataset.copy);
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  });
}

const told = fresh(root, {
  events: ["look"],
  said: document.querySelector("[data-live-line]"),
  shown() {
    promiseIn(root);
    shareIn();
    countDown();
  },
});
copyLink();
setInterval(countDown, SECOND);

const saying = document.querySelector("[data-talk]");
if (saying) talk(saying, saying.dataset.talk, told);
