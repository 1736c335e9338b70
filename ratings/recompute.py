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
from ratings.elo import ONE, Form, rate

Forms = dict[tuple[str, int | str], Form]
"""By pool and player."""

COUNTED = "counted"
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


class Entry(NamedTuple):
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


class Rated(NamedTuple):
    """An entry of the books: `seats` are players and places. In order by `place`."""

    place: tuple[date, datetime, str, int]
    kind: str
    reverses: int | None
    seats: list[tuple[int | str, int]]


def moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)


def is_rated(game: GameLine) -> bool:
    """It counts, and every seat has a player, each another one."""
    players = [seat["player"] for seat in game["seats"]]
    return (
        game.get("standing", COUNTED) == COUNTED
        and None not in players
        and 2 <= len(players) == len(set(players))
    )


def entries(games: Iterable[GameLine], books: Iterable[BooksLine] = ()) -> list[Rated]:
    """All entries of the books that hold, in order."""
    others: dict[str, list[BooksLine]] = {}
    for line in books:
        if line["record"] == "entry" and not line["retired"]:
            others.setdefault(line["game"], []).append(line)
    found = []
    for game in games:
        mine = others.get(game["id"], [])
        then = {line["reverses"]: line["seats"] or [] for line in mine if line["kind"] == REVERSAL}
        now = [
            (seat["player"], seat.get("rated_place") or seat["place"])
            for seat in game["seats"]
            if seat["player"] is not None
        ]
        if 0 in then or (not mine and is_rated(game)):
            place = date.fromisoformat(game["played_on"]), moment(game["accepted_at"])
            found.append(Rated((*place, game["id"], 0), "", None, then.get(0, now)))
        for line in mine:
            place = date.fromisoformat(line["day"]), moment(line["at"])
            seats = line["seats"] or then.get(line["nth"], now)
            entry = (*place, game["id"], line["nth"])
            found.append(Rated(entry, line["kind"], line["reverses"], seats))
    return sorted(found, key=lambda entry: entry.place)


def ledger(games: Iterable[GameLine], books: Iterable[BooksLine] = ()) -> Iterator[Entry]:
    """Every change, in order. Raises ``KeyError`` or ``ValueError`` if a game lacks a field."""
    forms: Forms = {}
    order = entries(games, books)
    back = {(entry.place[2], entry.reverses) for entry in order if entry.kind == REVERSAL}
    made: dict[tuple[str, int], list[Entry]] = {}
    for entry in order:
        changes = _reversed(entry, made, forms) if entry.kind == REVERSAL else _rated(entry, forms)
        if entry.place[2:] in back:
            made[entry.place[2:]] = changes
        yield from changes


def _rated(entry: Rated, forms: Forms) -> list[Entry]:
    day, at, game, nth = entry.place
    players, places = [player for player, _ in entry.seats], [place for _, place in entry.seats]
    found = []
    for pool in ("overall", str(len(players))):
        before = [forms.get((pool, player), Form()) for player in players]
        for player, change in zip(players, rate(before, places), strict=True):
            forms[pool, player] = Form(change.after, change.games + 1)
            pairs = [pair._asdict() | {"opponent": players[pair.opponent]} for pair in change.pairs]
            made = Entry(game, pool, player, change.before, change.after, change.games, pairs)
            found.append(made._replace(nth=nth, kind=entry.kind, day=f"{day}", at=_written(at)))
    return found


def _reversed(entry: Rated, made: dict[tuple[str, int], list[Entry]], forms: Forms) -> list[Entry]:
    """The changes that are taken back, with the opposite of every K and term, on another day."""
    day, at, game, nth = entry.place
    found = []
    for one in made[game, entry.reverses or 0]:
        pairs = [pair | {"k": -pair["k"], "term": -pair["term"]} for pair in one.pairs]
        rating, games = forms[one.pool, one.player]
        after = rating - (one.after - one.before)
        forms[one.pool, one.player] = Form(after, games - 1)
        made_back = Entry(game, one.pool, one.player, rating, after, games, pairs)
        found.append(made_back._replace(nth=nth, kind=entry.kind, day=f"{day}", at=_written(at)))
    return found


def _written(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%f}Z"


def differences(changes: Sequence[Entry], books: Iterable[BooksLine]) -> Iterator[str]:
    """A sentence for each closing of the books that the changes do not agree with."""
    closings = [line for line in books if line["record"] == "closing"]
    after, digest = "", ""
    for line in sorted(closings, key=lambda line: line["through"]):
        span = sorted(
            Closed(*(one.day, one.at, one.game, one.nth, one.pool), int(one.player), *one[3:6])
            for one in changes
            if after < one.day <= line["through"]
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
    asked = parser.parse_args(arguments)
    read: list[list[Any]] = []
    for file in filter(None, (asked.games, asked.books)):
        with file as lines:
            read.append([json.loads(line) for line in lines if line.strip()])
    games, books = read[0], read[1] if asked.books else []
    changes = list(ledger(games, books))
    for change in changes:
        text = as_text(change) if asked.table else json.dumps(change._asdict())
        print(text, file=out or sys.stdout)
    found = list(differences(changes, books))
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


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
