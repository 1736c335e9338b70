"""The ledger worked out from the public export of games, with nothing but this file and elo.py.

    python -m ratings.recompute games.ndjson > ledger.ndjson

Reads a line of JSON a game (`id`, `played_on`, `accepted_at`, `seats` of `player` and
`rated_place`, or `place` where that is missing, and, if it is there, `standing`), in any order.
Prints a line for each change, in the order of rating: the same numbers as the site's ledger.
``docs/ratings.md`` explains them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, NotRequired, TextIO, TypedDict

from ratings.elo import ONE, Form, rate

COUNTED = "counted"


class SeatLine(TypedDict):
    player: int | str | None
    rated_place: NotRequired[int | None]
    place: NotRequired[int]


class GameLine(TypedDict):
    """A line of the export, as far as it is read here."""

    id: str
    played_on: str
    accepted_at: str
    seats: list[SeatLine]
    standing: NotRequired[str]


class Entry(NamedTuple):
    """A change of a rating, as the ledger has it."""

    game: str
    pool: str
    player: int | str
    before: int
    after: int
    games_before: int
    pairs: list[dict[str, Any]]


def place_in_order(game: GameLine) -> tuple[date, datetime, str]:
    """The day it was played, then when it was accepted, then its id."""
    accepted = datetime.fromisoformat(game["accepted_at"])
    if accepted.tzinfo is None:
        accepted = accepted.replace(tzinfo=UTC)
    return date.fromisoformat(game["played_on"]), accepted, game["id"]


def is_rated(game: GameLine) -> bool:
    """It counts, and every seat has a player, each another one."""
    players = [seat["player"] for seat in game["seats"]]
    return (
        game.get("standing", COUNTED) == COUNTED
        and None not in players
        and 2 <= len(players) == len(set(players))
    )


def ledger(games: Iterable[GameLine]) -> Iterator[Entry]:
    """Every change, in order. Raises ``KeyError`` or ``ValueError`` if a game lacks a field."""
    forms: dict[tuple[str, Any], Form] = {}
    for game in sorted(filter(is_rated, games), key=place_in_order):
        players = [player for seat in game["seats"] if (player := seat["player"]) is not None]
        places = [seat.get("rated_place") or seat["place"] for seat in game["seats"]]
        for pool in ("overall", str(len(players))):
            before = [forms.get((pool, player), Form()) for player in players]
            for player, change in zip(players, rate(before, places), strict=True):
                forms[pool, player] = Form(change.after, change.games + 1)
                pairs = [
                    pair._asdict() | {"opponent": players[pair.opponent]} for pair in change.pairs
                ]
                yield Entry(game["id"], pool, player, *change[:3], pairs)


def main(arguments: list[str] | None = None, out: TextIO | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ratings.recompute", description=__doc__)
    parser.add_argument("--table", action="store_true", help="for people instead of programs")
    parser.add_argument("games", type=argparse.FileType("r", encoding="utf-8"), help="- for stdin")
    asked = parser.parse_args(arguments)
    with asked.games as lines:
        for entry in ledger(json.loads(line) for line in lines if line.strip()):
            text = as_text(entry) if asked.table else json.dumps(entry._asdict())
            print(text, file=out or sys.stdout)
    return 0


def as_text(entry: Entry) -> str:
    """``g1  2  ana  1500.000 → 1520.000  ben 40 × (1.000 - 0.500) = +20.000``"""
    shares = f" / {len(entry.pairs)}" if len(entry.pairs) > 1 else ""
    terms = (
        f"{pair['opponent']} {pair['k']} × ({pair['score'] / ONE:.3f} - "
        f"{pair['expected'] / ONE:.3f}){shares} = {pair['term'] / ONE:+.3f}"
        for pair in entry.pairs
    )
    change = f"{entry.before / ONE:.3f} → {entry.after / ONE:.3f}"
    return "  ".join([entry.game, f"{entry.pool:7}", str(entry.player), change, *terms])


if __name__ == "__main__":
    sys.exit(main())
