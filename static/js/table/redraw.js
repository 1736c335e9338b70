// Redraws a table from the server: a board needs more room, the game is over, or a player is
// another.

import { isCalm } from "../board/events.js";
import { openPanel } from "../board/rail.js";
import { replaceParts, fetchFragment } from "./fetch_fragment.js";

/** @import { Play } from "./play.js" */
/** @import { Moments } from "./state.js" */

/** Selectors: of the table in its page, and of the parts of it that are put in. */
export const REDRAWN_PARTS = { root: "[data-play]", parts: [".replay-symbols", "[data-table]",
  ".replay-moves", ".replay-scores", "[data-over]", ".play-about", ".play-players",
  "[data-undo]"] };

/** A board needs more room, or the game is over. @param {Play} play @param {Moments} answer */
export async function redrawTable(play, answer) {
  const { root } = play;
  const ended = answer.state.phase === "cancelled" || answer.state.phase === "abandoned";
  const fresh = ended ? null : await fetchFragment(play.redrawnParts.root);
  if (!fresh) {
    location.reload();
    return;
  }
  play.catchUp.halt();
  play.motion.end();
  play.turn.hide();
  replaceParts(root, fresh, play.redrawnParts.parts);
  for (const name of ["plies", "layout", "phase", "own", "outcome"]) {
    root.dataset[name] = fresh.dataset[name];
  }
  root.classList.toggle("has-podium", fresh.classList.contains("has-podium"));
  // the result has the place of the moves
  const closed = fresh.querySelector('[data-tab=""]');
  if (closed && root.querySelector('[data-tab="moves"]')) openPanel(root, "");
  play.clocks.find();
  play.moves.find();
  play.turn.tidy();
  play.take(await play.moments(0), Number(fresh.dataset.plies));
  if (play.over && !isCalm() && play.ply > 1) {
    play.stage.show(play.ply -= 1); // the last step has not been seen
    play.catchUp.walk();
  }
  play.refresh();
  if (play.over) await play.ending.bindReceipt();
}

/** A player left, ran out of time, or wants to cancel. @param {Play} play */
export async function redrawPlayers(play) {
  const fresh = await fetchFragment(play.redrawnParts.root);
  if (!fresh) return;
  replaceParts(play.root, fresh, [".play-players", ".play-about", "[data-undo]"]);
  play.clocks.find();
  play.seats();
}
