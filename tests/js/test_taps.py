"""How often one taps to record a game: every entry of golden games is chosen as the page of a
recording offers it, by the page's own scripts, in the fewest taps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import play, read_log
from engine.log.text import head_text
from tables.recorder.engine.recording import Recording
from tests.golden.make import FOLDER
from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

ROOT = Path(__file__).resolve().parents[2]
MAX_TAPS = 1.6
"""For an entry, on average; what writes itself takes none."""

COUNT = """
import { readFileSync } from "node:fs";
const { createChooser } = await import(`${process.argv[1]}/static/js/recorder/bank_chooser.js`);

/** What can be tapped: a place on the table, or a word. */
const ways = (chooser) => [...chooser.places().values(), ...chooser.next.map((word) => [word])];

/** The fewest taps from what is asked to the entry; what the bank names is a tap a thing. */
function taps([asked, entry]) {
  if (asked.naming) return asked.naming.due;
  let round = [[]];
  for (let count = 1; round.length; count += 1) {
    const next = new Map();
    for (const before of round) {
      const chooser = createChooser(asked);
      before.forEach((words) => chooser.chooseAll(words));
      if (chooser.complete?.entry === entry && before.length === 0) return 1;
      for (const way of ways(chooser)) {
        const trial = createChooser(asked);
        [...before, way].forEach((words) => trial.chooseAll(words));
        if (trial.complete?.entry === entry) return count;
        const leads = trial.fitting.some((option) => option.entry === entry);
        const key = trial.path.join(" ");
        if (leads && key !== chooser.path.join(" ")) next.set(key, [...before, way]);
      }
    }
    round = [...next.values()];
  }
  throw new Error(`no way to ${entry}`);
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(taps)));
"""


def questions(name: str) -> tuple[list[tuple[Any, str]], int]:
    """What is asked in a recording of the golden game, with the answer each time; and the number
    of its entries."""
    log = read_log((FOLDER / f"{name}.imh").read_bytes())
    entries = play(log).entries
    recording = Recording.opened(head_text(log.header))
    answer: dict[str, Any] = recording.show()
    question_rows: list[tuple[Any, str]] = []
    for index, entry in enumerate(entries):
        if recording.plies > index:
            continue
        question_rows.append((answer["asked"], entry.action.text))
        answer = recording.do(entry.action.text)
    assert recording.entries == entries
    return question_rows, len(entries)


@pytest.mark.parametrize("name", ["all-a-two", "all-b-four"])
def test_a_game_takes_few_taps(name: str) -> None:
    question_rows, entries = questions(name)
    try:
        program = node.find()
    except ServiceMissing as missing:
        cannot_run(missing)
    arguments = ["--input-type=module", "-e", COUNT, "--", str(ROOT)]
    run = program.run(arguments, ROOT, text=json.dumps(question_rows))
    assert run.returncode == 0, run.stderr
    taps = json.loads(run.stdout)
    assert len(taps) == len(question_rows)
    assert min(taps) == 1
    assert sum(taps) <= MAX_TAPS * entries
