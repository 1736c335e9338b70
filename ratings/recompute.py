"""The ledger worked out from the public export of games and of the books, with nothing but this
file, elo.py and closing.py.

    python -m ratings.recompute games.ndjson [books.ndjson] > ledger.ndjson

Reads a line of JSON a game (`id`, `played_on`, `accepted_at`, `seats` of `player` and
`rated_place`, or `place` where that is missing, and, if it is there, `standing`), in any order.
Prints a line for each change, in the order of rating: the same numbers as the site's ledger.
The books say which games are rated elsewhere than where they were played, and which days are
closed: the digest of each closing is compared. ``docs/ratings.md`` explains them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, NotRequired, TextIO, TypedDict

from ratings.closing import Closed, closing_digest
from ratings.elo import POINT, PlayerForm, rate_game

Forms = dict[tuple[str, int | str], PlayerForm]
"""By pool and player."""

COUNTS = "counted"
REVERSAL = "reversal"


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


class BooksLine(TypedDict):
    """A line of the books: an entry that is not where its game was played, or a closing."""

    record: str
    game: NotRequired[str]
    nth: NotRequired[int]
    kind: NotRequired[str]
    day: NotRequired[str]
    at: str
    reverses: NotRequired[int | None]
    seats: NotRequired[list[tuple[int | str, int]] | None]
    retired: NotRequired[bool]
    through: NotRequired[str]
    changes: NotRequired[int]
    digest: NotRequired[str]


class LedgerChange(NamedTuple):
    """A change of a rating, as the ledger has it."""

    game: str
    pool: str
    player: int | str
    before: int
    after: int
    games_before: int
    pairs: list[dict[str, Any]]
    nth: int = 0
    kind: str = ""
    day: str = ""
    at: str = ""


class RecomputedEntry(NamedTuple):
    """An entry of the books: `seats` are players and places. In order by `place`."""

    place: tuple[date, datetime, str, int]
    kind: str
    reverses: int | None
    seats: list[tuple[int | str, int]]


def parse_moment(text: str) -> datetime:
    parsed = datetime.fromisoformat(text)
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)


def is_rated(game: GameLine) -> bool:
    """It counts, and every seat has a player, each another one."""
    players = [seat["player"] for seat in game["seats"]]
    return (
        game.get("standing", COUNTS) == COUNTS
        and None not in players
        and 2 <= len(players) == len(set(players))
    )


def book_entries(
    games: Iterable[GameLine], books: Iterable[BooksLine] = ()
) -> list[RecomputedEntry]:
    """All entries of the books that hold, in order."""
    lines_of_game: dict[str, list[BooksLine]] = {}
    for line in books:
        if line["record"] == "entry" and not line["retired"]:
            lines_of_game.setdefault(line["game"], []).append(line)
    entries = []
    for game in games:
        lines = lines_of_game.get(game["id"], [])
        reversed_seats = {
            line["reverses"]: line["seats"] or [] for line in lines if line["kind"] == REVERSAL
        }
        current_seats = [
            (seat["player"], seat.get("rated_place") or seat["place"])
            for seat in game["seats"]
            if seat["player"] is not None
        ]
        if 0 in reversed_seats or (not lines and is_rated(game)):
            place = date.fromisoformat(game["played_on"]), parse_moment(game["accepted_at"])
            entries.append(
                RecomputedEntry(
                    (*place, game["id"], 0), "", None, reversed_seats.get(0, current_seats)
                )
            )
        for line in lines:
            place = date.fromisoformat(line["day"]), parse_moment(line["at"])
            seats = line["seats"] or reversed_seats.get(line["nth"], current_seats)
            entry = (*place, game["id"], line["nth"])
            entries.append(RecomputedEntry(entry, line["kind"], line["reverses"], seats))
    return sorted(entries, key=lambda entry: entry.place)


def recompute_ledger(
    games: Iterable[GameLine], books: Iterable[BooksLine] = ()
) -> Iterator[LedgerChange]:
    """Every change, in order. Raises ``KeyError`` or ``ValueError`` if a game lacks a field."""
    forms: Forms = {}
    order = book_entries(games, books)
    back = {(entry.place[2], entry.reverses) for entry in order if entry.kind == REVERSAL}
    reversible: dict[tuple[str, int], list[LedgerChange]] = {}
    for entry in order:
        changes = (
            _reverse_entry(entry, reversible, forms)
            if entry.kind == REVERSAL
            else _rate_entry(entry, forms)
        )
        if entry.place[2:] in back:
            reversible[entry.place[2:]] = changes
        yield from changes


def _rate_entry(entry: RecomputedEntry, forms: Forms) -> list[LedgerChange]:
    day, moment, game, nth = entry.place
    players, places = [player for player, _ in entry.seats], [place for _, place in entry.seats]
    changes = []
    for pool in ("overall", str(len(players))):
        before = [forms.get((pool, player), PlayerForm()) for player in players]
        for player, change in zip(players, rate_game(before, places), strict=True):
            forms[pool, player] = PlayerForm(change.after, change.games + 1)
            pairs = [pair._asdict() | {"opponent": players[pair.opponent]} for pair in change.pairs]
            ledger_change = LedgerChange(
                game, pool, player, change.before, change.after, change.games, pairs
            )
            changes.append(
                ledger_change._replace(
                    nth=nth, kind=entry.kind, day=f"{day}", at=_moment_text(moment)
                )
            )
    return changes


def _reverse_entry(
    entry: RecomputedEntry, reversible: dict[tuple[str, int], list[LedgerChange]], forms: Forms
) -> list[LedgerChange]:
    """The changes that are taken back, with the opposite of every K and term, on another day."""
    day, moment, game, nth = entry.place
    changes = []
    for original in reversible[game, entry.reverses or 0]:
        pairs = [pair | {"k": -pair["k"], "term": -pair["term"]} for pair in original.pairs]
        rating, games = forms[original.pool, original.player]
        after = rating - (original.after - original.before)
        forms[original.pool, original.player] = PlayerForm(after, games - 1)
        reversal = LedgerChange(game, original.pool, original.player, rating, after, games, pairs)
        changes.append(
            reversal._replace(nth=nth, kind=entry.kind, day=f"{day}", at=_moment_text(moment))
        )
    return changes


def _moment_text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S.%f}Z"


def closing_differences(
    changes: Sequence[LedgerChange], books: Iterable[BooksLine]
) -> Iterator[str]:
    """A sentence for each closing of the books that the changes do not agree with."""
    closings = [line for line in books if line["record"] == "closing"]
    after, digest = "", ""
    for line in sorted(closings, key=lambda line: line["through"]):
        span = sorted(
            Closed(
                *(change.day, change.at, change.game, change.nth, change.pool),
                int(change.player),
                *change[3:6],
            )
            for change in changes
            if after < change.day <= line["through"]
        )
        digest = closing_digest(digest, span)
        if digest != line["digest"]:
            yield f"books closed through {line['through']}: the changes of these days are others"
        after, digest = line["through"], line["digest"]


def main(arguments: list[str] | None = None, out: TextIO | None = None) -> int:
    """1 if a closing of the books does not agree."""
    parser = argparse.ArgumentParser(prog="python -m ratings.recompute", description=__doc__)
    parser.add_argument("--table", action="store_true", help="for people instead of programs")
    file = argparse.FileType("r", encoding="utf-8")
    parser.add_argument("games", type=file, help="- for stdin")
    parser.add_argument("books", type=file, nargs="?", help="entries and closings of the books")
    options = parser.parse_args(arguments)
    read: list[list[Any]] = []
    for file in filter(None, (options.games, options.books)):
        with file as lines:
            read.append([json.loads(line) for line in lines if line.strip()])
    games, books = read[0], read[1] if options.books else []
    changes = list(recompute_ledger(games, books))
    for change in changes:
        text = change_as_text(change) if options.table else json.dumps(change._asdict())
        print(text, file=out or sys.stdout)
    sentences = list(closing_differences(changes, books))
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1 if sentences else 0


def change_as_text(entry: LedgerChange) -> str:
    """``g1  2  ana  1500.000 → 1520.000  ben 40 × (1.000 - 0.500) = +20.000``"""
    shares = f" / {len(entry.pairs)}" if len(entry.pairs) > 1 else ""
    terms = (
        f"{pair['opponent']} {pair['k']} × ({pair['score'] / POINT:.3f} - "
        f"{pair['expected'] / POINT:.3f}){shares} = {pair['term'] / POINT:+.3f}"
        for pair in entry.pairs
    )
    change = f"{entry.before / POINT:.3f} → {entry.after / POINT:.3f}"
    return "  ".join([entry.game, f"{entry.pool:7}", str(entry.player), change, *terms])


if __name__ == "__main__":
    sys.exit(main())
