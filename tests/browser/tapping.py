"""Records a game on the page of the recorder as a thumb does: by taps on what is to be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Page

TAP = """async (wanted) => {
  const { recording } = document.querySelector("[data-recorder]").recorder;
  const { turn, root, listeners } = recording;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const isHere = (entry) => { const end = wanted[recording.engine.entries.length];
    return end === entry || end.endsWith(` ${entry}`); };

  // where one can tap, and the words that this stands for
  const ways = (chooser) => [
    ...[...chooser.places()].map(([key, words]) => [`[data-spot="${key}"]`, words]),
    ...chooser.next.map((key) => [`[data-choices] [data-word="${key}"]`, [key]]),
  ];
  const chosen = (steps) => {
    const chooser = turn.begin(turn.prompt);
    for (const [, words] of steps) chooser.chooseAll(words);
    return chooser;
  };

  // the fewest taps to the next entry, without those on what cannot be reached
  const plan = (covered) => {
    const { naming } = turn.prompt;
    const open = (way) => !covered.has(way[0]);
    if (naming) {
      const keys = new Map(naming.values.map(([value, key]) => [value, key]));
      const entry = wanted[recording.engine.entries.length];
      return entry.split(" ").slice(1).map((value) => [
        `[data-choices] [data-word="${keys.get(value)}"]`, [keys.get(value)]]);
    }
    for (let round = [[]]; round.length;) {
      const next = new Map();
      for (const steps of round) {
        const before = chosen(steps);
        for (const way of ways(before).filter(open)) {
          const after = chosen([...steps, way]);
          const { complete } = after;
          if (complete && isHere(complete.entry)) {
            return [...steps, way, ...(after.next.length ? [["[data-send]", []]] : [])];
          }
          const key = after.path.join(" ");
          const leads = after.fitting.some(({ entry }) => isHere(entry));
          if (leads && after.path.length > before.path.length) {
            if (!next.has(key)) next.set(key, [...steps, way]);
          }
        }
      }
      round = [...next.values()];
    }
    throw new Error(`no way to ${wanted[recording.engine.entries.length]}`);
  };

  // a tap on what is seen, or on the link over it that makes its area larger; false where
  // nothing of it is uncovered
  const tap = (selector) => {
    const found = root.querySelector(selector);
    if (!found) return false;
    if (found.localName === "button") found.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = found.getBoundingClientRect();
    for (const [across, down] of [[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.3], [0.5, 0.7]]) {
      const [clientX, clientY] = [left + across * width, top + down * height];
      const seen = document.elementFromPoint(clientX, clientY);
      const larger = seen?.closest("a.area-open");
      if (larger?.parentElement.contains(found)) {
        larger.click();
        return "larger";
      }
      if (!seen?.closest(selector)) continue;
      seen.dispatchEvent(new MouseEvent("click", {
        bubbles: true, cancelable: true, clientX, clientY }));
      return true;
    }
    return false;
  };

  const times = [];
  let taps = 0;
  while (recording.engine.entries.length < wanted.length) {
    const covered = new Set();
    const { changed } = listeners;
    const written = new Promise((done) => {
      listeners.changed = () => { changed(); done(); };
    });
    let began = 0;
    for (let steps = plan(covered); steps.length;) {
      began = performance.now();
      const tapped = tap(steps[0][0]);
      if (tapped) {
        if (tapped === "larger") await frame();
        else steps.shift();
        taps += 1;
        continue;
      }
      if (covered.has(steps[0][0])) throw new Error(`covered: ${steps[0][0]}`);
      covered.add(steps[0][0]);
      turn.chooser.clear();
      turn.show();
      steps = plan(covered);
    }
    const late = new Promise((_, no) => setTimeout(no, 20000,
      new Error(`not written: ${wanted[recording.engine.entries.length]}; ${turn.chooser?.path}`)));
    await Promise.race([written, late]);
    await frame();
    times.push(performance.now() - began);
    listeners.changed = changed;
  }
  return { taps, times };
}"""


@dataclass(frozen=True)
class Tapped:
    """How many taps the entries took, and how long it was from the last tap of an entry to the
    frame that shows it, in milliseconds."""

    taps: int
    times: list[float]

    @property
    def median(self) -> float:
        """Milliseconds."""
        return median(self.times)


def tap(page: Page, entries: Sequence[str]) -> Tapped:
    """Go on with the game that lies on the table until it has all of `entries`, which are the lines
    of a log. What writes itself takes no tap."""
    states = page.evaluate(TAP, list(entries))
    return Tapped(states["taps"], states["times"])
