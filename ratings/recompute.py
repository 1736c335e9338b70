"""The ledger worked out from the public export of games and of the books, with nothing but this
file, elo.py and closing.py.

    python -m ratings.recompute games.ndjson [books.ndjson [players.ndjson]] > ledger.ndjson

Reads a line of JSON a game (`id`, `played_on`, `accepted_at`, `seats` of `player` and
`rated_place`, or `place` where that is missing, and, if it is there, `standing`), in any order.
Prints a line for each change, in the order of rating: the same numbers as the site's ledger.
The books say which games are rated elsewhere than where they were played, which days are closed,
and from which day terms 2 hold: the digest of each closing is compared. The players of a dump say
which of them are computer players, and since when. ``docs/ratings.md`` explains them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, NotRequired, TextIO, TypedDict

from ratings.closing import Closed, closing_digest
from ratings.elo import (
    DIVISORS,
    POINT,
    PlayerForm,
    deviation_before,
    rate_game,
    rate_game_2,
    reversed_deviations,
)


class RecomputedForm(NamedTuple):
    """A player in a pool, and the last day of play."""

    rating: int
    games: int
    deviation: int | None
    last_played: date


Forms = dict[tuple[str, int | str], RecomputedForm]
"""By pool and player."""

COUNTS = "counted"
ALWAYS = datetime.min.replace(tzinfo=UTC)
"""Since then a computer player of the site is one."""

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
    """A line of the books: an entry that is not where its game was played, a closing, or terms."""

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
    terms: NotRequired[int]
    from_day: NotRequired[str]


class PlayerLine(TypedDict):
    """A line of the players of a dump, as far as it is read here."""

    id: int | str
    computer: str
    bot_since: NotRequired[str]


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
    deviation_before: int | None = None
    deviation: int | None = None


class RecomputedEntry(NamedTuple):
    """An entry of the books: `seats` are players and places. In order by `place`. `accepted_at`:
    when its game came on record."""

    place: tuple[date, datetime, str, int]
    kind: str
    reverses: int | None
    seats: list[tuple[int | str, int]]
    played_on: date
    accepted_at: datetime


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
        played_on = date.fromisoformat(game["played_on"])
        accepted_at = parse_moment(game["accepted_at"])
        if 0 in reversed_seats or (not lines and is_rated(game)):
            entry = (played_on, accepted_at, game["id"], 0)
            seats = reversed_seats.get(0, current_seats)
            entries.append(RecomputedEntry(entry, "", None, seats, played_on, accepted_at))
        for line in lines:
            place = date.fromisoformat(line["day"]), parse_moment(line["at"])
            seats = line["seats"] or reversed_seats.get(line["nth"], current_seats)
            entry = (*place, game["id"], line["nth"])
            kind, reverses = line["kind"], line["reverses"]
            entries.append(RecomputedEntry(entry, kind, reverses, seats, played_on, accepted_at))
    return sorted(entries, key=lambda entry: entry.place)


def recompute_ledger(
    games: Iterable[GameLine],
    books: Iterable[BooksLine] = (),
    players: Iterable[PlayerLine] = (),
) -> Iterator[LedgerChange]:
    """Every change, in order; `players` are needed where terms 2 hold. Raises ``KeyError`` or
    ``ValueError`` if a game lacks a field."""
    forms: Forms = {}
    books = list(books)
    days = [line["from_day"] for line in books if line["record"] == "terms"]
    since = date.fromisoformat(days[0]) if days else date.max
    computers = {
        player["id"]: ALWAYS if player["computer"] else parse_moment(player["bot_since"])
        for player in players
        if player["computer"] or "bot_since" in player
    }
    order = book_entries(games, books)
    back = {(entry.place[2], entry.reverses) for entry in order if entry.kind == REVERSAL}
    reversible: dict[tuple[str, int], list[LedgerChange]] = {}
    for entry in order:
        changes = (
            _reverse_entry(entry, reversible, forms, since)
            if entry.kind == REVERSAL
            else _rate_entry(entry, forms, since, computers)
        )
        if entry.place[2:] in back:
            reversible[entry.place[2:]] = changes
        yield from changes


def _rate_entry(
    entry: RecomputedEntry, forms: Forms, since: date, computers: Mapping[int | str, datetime]
) -> list[LedgerChange]:
    day, moment, game, nth = entry.place
    players, places = [player for player, _ in entry.seats], [place for _, place in entry.seats]
    second = day >= since
    with_computers = second and any(
        player in computers and entry.accepted_at >= computers[player] for player in players
    )
    changes = []
    for pool in ("computer",) if with_computers else ("overall", str(len(players))):
        before = [forms.get((pool, player)) for player in players]
        if second:
            rated = rate_game_2([_form_on(entry.played_on, form) for form in before], places)
        else:
            rated = rate_game(
                [PlayerForm(*form[:2]) if form else PlayerForm() for form in before], places
            )
        for player, form, change in zip(players, before, rated, strict=True):
            last = entry.played_on
            if form and form.games:
                last = max(form.last_played, last)
            forms[pool, player] = RecomputedForm(
                change.after, change.games + 1, change.deviation, last
            )
            pairs = [pair._asdict() | {"opponent": players[pair.opponent]} for pair in change.pairs]
            ledger_change = LedgerChange(
                game, pool, player, change.before, change.after, change.games, pairs
            )
            changes.append(
                ledger_change._replace(
                    nth=nth,
                    kind=entry.kind,
                    day=f"{day}",
                    at=_moment_text(moment),
                    deviation_before=change.deviation_before,
                    deviation=change.deviation,
                )
            )
    return changes


def _form_on(day: date, form: RecomputedForm | None) -> PlayerForm:
    """The form by terms 2 with which a player comes to a game of `day`."""
    if form is None:
        return PlayerForm(deviation=deviation_before(None, 0, 0))
    days = (day - form.last_played).days if form.games else 0
    return PlayerForm(form.rating, form.games, deviation_before(form.deviation, form.games, days))


def _reverse_entry(
    entry: RecomputedEntry,
    reversible: dict[tuple[str, int], list[LedgerChange]],
    forms: Forms,
    since: date,
) -> list[LedgerChange]:
    """The changes that are taken back, with the opposite of every K and term, on another day."""
    day, moment, game, nth = entry.place
    changes = []
    for original in reversible[game, entry.reverses or 0]:
        pairs = [pair | {"k": -pair["k"], "term": -pair["term"]} for pair in original.pairs]
        rating, games, deviation, last = forms[original.pool, original.player]
        after = rating - (original.after - original.before)
        reversal = LedgerChange(game, original.pool, original.player, rating, after, games, pairs)
        reversal = reversal._replace(
            nth=nth, kind=entry.kind, day=f"{day}", at=_moment_text(moment)
        )
        if day >= since:
            began, ended = reversed_deviations(
                deviation, games, original.deviation_before, original.deviation
            )
            reversal = reversal._replace(deviation_before=began, deviation=ended)
        left = RecomputedForm(after, games - 1, reversal.deviation, last)
        forms[original.pool, original.player] = (
            left if left.games else left._replace(deviation=None)
        )
        changes.append(reversal)
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
                *(*change[3:6], *change[11:]),
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
    parser.add_argument("players", type=file, nargs="?", help="for terms 2: of a dump")
    options = parser.parse_args(arguments)
    read: list[list[Any]] = []
    for file in filter(None, (options.games, options.books, options.players)):
        with file as lines:
            read.append([json.loads(line) for line in lines if line.strip()])
    games, books, players = (*read, [], [])[:3]
    if not options.players and any(line["record"] == "terms" for line in books):
        parser.error("these books have terms 2: the file of players is needed too")
    changes = list(recompute_ledger(games, books, players))
    for change in changes:
        text = change_as_text(change) if options.table else json.dumps(_fields(change))
        print(text, file=out or sys.stdout)
    sentences = list(closing_differences(changes, books))
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1 if sentences else 0


def _fields(change: LedgerChange) -> dict[str, object]:
    """Without deviations where there are none."""
    fields = change._asdict()
    return fields if change.deviation is not None else dict(list(fields.items())[:11])


def change_as_text(entry: LedgerChange) -> str:
    """``g1  2  ana  1500.000 → 1520.000  ben 40 × (1.000 - 0.500) = +20.000``"""
    divisor = str(len(entry.pairs))
    if entry.deviation is not None:
        divisor = f"{DIVISORS[len(entry.pairs)] / POINT:.3f}"
    shares = f" / {divisor}" if len(entry.pairs) > 1 else ""
    terms = (
        f"{pair['opponent']} {pair['k']} × ({pair['score'] / POINT:.3f} - "
        f"{pair['expected'] / POINT:.3f}){shares} = {pair['term'] / POINT:+.3f}"
        for pair in entry.pairs
    )
    change = f"{entry.before / POINT:.3f} → {entry.after / POINT:.3f}"
    if entry.deviation is not None and entry.deviation_before is not None:
        change += f"  ± {entry.deviation_before / POINT:.3f} → {entry.deviation / POINT:.3f}"
    return "  ".join([entry.game, f"{entry.pool:7}", str(entry.player), change, *terms])


if __name__ == "__main__":
    sys.exit(main())
