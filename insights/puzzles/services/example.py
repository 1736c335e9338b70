"""The puzzles of the example league, so that a new site has some at once.

``manage.py find_puzzles --write`` worked them out; they are kept in ``example.json``. Their games
are played again on each site, and are the same everywhere.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypedDict

from games.models import Game
from insights.puzzles.choices import Choice
from insights.puzzles.services.finding import PuzzleDraft, store_puzzle

PLACE: Final = Path(__file__).resolve().parents[1] / "example.json"


class ExamplePuzzle(TypedDict):
    game: str
    entry: int
    seat: int
    choices: list[list[str | float]]
    right: int
    method: int
    engine: str


def example_puzzles() -> list[ExamplePuzzle]:
    """Puzzles of ``example.json``."""
    document: list[ExamplePuzzle] = json.loads(PLACE.read_text("utf-8"))
    return document


def store_example_puzzles() -> int:
    """Store those whose game is here. How many that were."""
    rows = example_puzzles()
    games = set(
        Game.objects.filter(pk__in={row["game"] for row in rows}).values_list("pk", flat=True)
    )
    return sum(store_puzzle(row["game"], _draft(row)) for row in rows if row["game"] in games)


def example_line(game: str, draft: PuzzleDraft) -> str:
    """A puzzle as a line of the file."""
    values = (
        {"game": game} | draft._asdict() | {"choices": [list(choice) for choice in draft.choices]}
    )
    return json.dumps(values, ensure_ascii=False)


def _draft(row: ExamplePuzzle) -> PuzzleDraft:
    choices = [
        Choice(str(text), float(share), float(error)) for text, share, error in row["choices"]
    ]
    return PuzzleDraft(
        row["entry"], row["seat"], choices, row["right"], row["method"], row["engine"]
    )
