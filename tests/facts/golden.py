"""Write `golden_facts.json` after a wanted change of facts:

python -m tests.facts.golden

Refused where a fact says something else of a golden game under the same version: stored games
would keep the old value.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from engine import read_log, verify
from engine.facts import FACTS, VERSION, GameFacts, facts_of

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "tests" / "golden").glob("*.imh"))
FILE = Path(__file__).with_name("golden_facts.json")


def values_of(told: GameFacts) -> dict[str, object]:
    """The facts of a game that are not 0."""
    return {
        "game": {name: one.value for name, one in told.game.items() if one.value},
        "seats": [
            {name: one.value for name, one in seat.items() if one.value} for seat in told.seats
        ],
    }


def current() -> dict[str, Any]:
    """The version, each fact with its number, and the facts of all golden games."""
    games = {path.stem: verify(read_log(path.read_bytes()), keep_events=True) for path in GAMES}
    return {
        "version": VERSION,
        "facts": {name: [fact.of, fact.number] for name, fact in FACTS.items()},
        "games": {name: values_of(facts_of(game)) for name, game in games.items()},
    }


def forgotten(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Why `after` may not follow `before`; empty if it may."""
    if after["version"] > before["version"]:
        return ""
    if after["facts"] != before["facts"]:
        return "facts were added or given up: see RETIRED_REVISIONS in engine/facts/extract.py"
    games = before["games"].keys() & after["games"].keys()
    changed = sorted(name for name in games if before["games"][name] != after["games"][name])
    if changed or after["version"] < before["version"]:
        return f"raise the revision of the facts that changed: {', '.join(changed)}"
    return ""


if __name__ == "__main__":
    facts = current()
    if reason := forgotten(json.loads(FILE.read_text("utf-8")), facts):
        sys.exit(reason)
    lines = (
        f"{json.dumps(name)}: {json.dumps(facts['games'][name], sort_keys=True)}"
        for name in facts["games"]
    )
    games = ",\n".join(lines)
    listed = json.dumps(facts["facts"])
    FILE.write_text(
        f'{{"version": {VERSION}, "facts": {listed}, "games": {{\n{games}\n}}}}\n', "utf-8"
    )
