"""Keep the tallies: games that changed, and, after a new version, all of them.

In pieces of one transaction each. May be broken off, and run by several at once: of two the second
finds the row of progress locked, and leaves. On SQLite it waits, and finds nothing left to do.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from operator import add
from time import monotonic
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Max

from engine.facts import VERSION
from games.models import Game, Standing
from insights.stats.contrasts import TWELVE
from insights.stats.models import (
    Changed,
    Counted,
    OpeningGame,
    OpeningTally,
    PlayerTally,
    Progress,
    Tally,
)
from insights.stats.services.opening_rows import (
    OpeningKey,
    add_numbers,
    opening_game,
    opening_rows,
    store_openings,
)
from insights.stats.services.reading import (
    CountedState,
    GameReading,
    band_of,
    contrast_rows,
    game_labels,
    of_player,
    of_seat,
    read_games,
)
from insights.stats.sums import CELL, LENGTH, Sums, player_cell
from ratings.models import RatingChange
from web.bulk_insert import insert

TALLY_VERSION: Final = f"{VERSION}.6"
"""The version of what is counted: of the facts, and of the dimensions."""

CHUNK: Final = 1000
"""Games of a piece."""

THRESHOLD: Final = 3000
"""Games left from which on pieces are large: numpy adds them up by columns."""

BATCH: Final = 5000
"""Games that a large piece reads at once, and players of whom rows are stored at once."""

PIECE_SECONDS: Final = {"postgresql": 90.0, "sqlite": 2.0}
"""A large piece reads no further batch after so long: others of SQLite wait for it."""

PEOPLE: Final = 100_000
OPENINGS: Final = 100_000
"""Rows that a large piece has in memory."""

SECONDS: Final = 240
"""A worker begins no piece after so long."""

logger = logging.getLogger(__name__)

Key = tuple[str, str, int, str, bool]
"""A dimension, a key in it, how many players, the band of their mean rating, and whether all are
people."""

PlayerKey = tuple[int, int, bool]
"""A player, how many players, and whether all are people."""

Cell = list[int]
"""Numbers of ``player_cell``."""


PlayerRow = tuple[PlayerKey, list[int], dict[str, Cell]]
"""Numbers of a player, and cells."""


class Person:
    """Addition to a player's statistics rows."""

    def __init__(self, numbers: Sequence[int], cells: dict[str, Cell]) -> None:
        self.sums = Sums(numbers)
        self.cells = cells


class Deltas(NamedTuple):
    """Additions to the statistics rows, and to those of players. The first number of a row is that
    of its games."""

    tallies: dict[Key, list[int]]
    openings: dict[OpeningKey, list[int]]
    people: dict[PlayerKey, Person]


def mark(ids: Iterable[str]) -> None:
    """Games that changed, in the transaction that changed them."""
    insert(Changed(game_id=pk) for pk in ids)


def tally(seconds: float = SECONDS) -> int:
    """Tally changed games until none is left or the time is over. Gives the number of games."""
    ends, done = monotonic() + seconds, 0
    while some := tally_piece():
        done += some
        if monotonic() > ends:
            break
    return done


@transaction.atomic
def tally_piece() -> int:
    """Tally one piece. Gives the number of games; 0: none is left, or facts are missing."""
    progress = _progress()
    if progress is None:
        return 0
    if progress.version != TALLY_VERSION:
        if Game.objects.filter(facts_version__lt=VERSION).exists():
            return 0
        _begin(progress)
    done = _follow(progress) or (0 if progress.whole else _go_on(progress))
    if done:
        progress.save()
    return done


# --- pieces -------------------------------------------------------------------


def _progress() -> Progress | None:
    """The row, locked; made if it is not here yet. ``None``: another worker has it."""
    if not Progress.objects.exists():  # an INSERT waits for the worker that has it
        Progress.objects.bulk_create([Progress(pk=1)], ignore_conflicts=True)
    return Progress.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=1).first()


def _begin(progress: Progress) -> None:
    """Delete all tallies and begin with the first game."""
    for model in (Tally, PlayerTally, OpeningTally, OpeningGame, Counted):
        model.objects.all().delete()
    progress.version, progress.after, progress.whole = TALLY_VERSION, "", False
    progress.ledger = RatingChange.objects.aggregate(last=Max("pk"))["last"] or 0
    progress.save()


def _follow(progress: Progress) -> int:
    """Games that changed, and those of which a rating did."""
    rows = list(Changed.objects.order_by("pk").values_list("pk", "game_id")[:CHUNK])
    changes = RatingChange.objects.filter(pk__gt=progress.ledger).order_by("pk")
    revised = list(changes.values_list("pk", "game_id")[:CHUNK])
    late = _without_facts([pk for _, pk in rows])
    rows = [row for row in rows if row[1] not in late]
    ids = {pk for _, pk in (*rows, *revised)}
    _count(progress, sorted(pk for pk in ids if progress.whole or pk <= progress.after))
    Changed.objects.filter(pk__in=[number for number, _ in rows]).delete()
    if revised:
        progress.ledger = revised[-1][0]
    return len(ids)


def _without_facts(ids: Sequence[str]) -> set[str]:
    """Counted games without facts of this version: they wait."""
    games = Game.objects.filter(pk__in=ids, standing=Standing.COUNTED, facts_version__lt=VERSION)
    return set(games.values_list("pk", flat=True))


def _go_on(progress: Progress) -> int:
    """The next of all games."""
    if _is_large(progress.after):
        return _add_large_piece(progress)
    ids = _next_games(progress.after, CHUNK)
    progress.whole = len(ids) < CHUNK
    if ids:
        progress.after = ids[-1]
        _count(progress, ids)
    return max(1, len(ids))


def _next_games(after: str, limit: int) -> list[str]:
    games = Game.objects.filter(pk__gt=after).order_by("pk")
    return list(games.values_list("pk", flat=True)[:limit])


# --- large pieces -------------------------------------------------------------


def _is_large(after: str) -> bool:
    """True if very many games are left, none of them counted, and numpy is here."""
    games = Game.objects.filter(pk__gt=after).order_by("pk")
    if (
        not games.values_list("pk", flat=True)[THRESHOLD : THRESHOLD + 1]
        or find_spec("numpy") is None
    ):
        return False
    return not Counted.objects.filter(pk__gt=after).exists()


def _add_large_piece(progress: Progress) -> int:
    """Add the next games, batch by batch, and store the sums of all of them once."""
    from insights.stats.services.column_sums import PieceSums
    from insights.stats.services.game_columns import read_columns

    sums, done, ends = PieceSums(), 0, monotonic() + PIECE_SECONDS[connection.vendor]
    while ids := _next_games(progress.after, BATCH):
        progress.after, done = ids[-1], done + len(ids)
        if columns := read_columns(ids):
            sums.add(columns)
            insert(Counted(game_id=game.pk, state=game.state) for game in columns.games)
            insert(
                opening_game(game.pk, game.opening, game.population, game.twelfths)
                for game in columns.games
            )
        if len(sums.people) > PEOPLE:
            _store_people_sums(sums.take_people())
        if len(sums.openings) > OPENINGS:
            store_openings(sums.take_openings(), TALLY_VERSION)
        logger.info("statistics: %d games of this piece added, up to %s", done, progress.after)
        if monotonic() > ends:
            break
    progress.whole = not ids
    _store(_of_all_bands(sums.tally_rows()))
    _store_people_sums(sums.take_people())
    store_openings(sums.take_openings(), TALLY_VERSION)
    return max(1, done)


def _store_people_sums(rows: Iterator[PlayerRow]) -> None:
    """Store rows of players, so many at once."""
    while some := list(islice(rows, BATCH)):
        _store_people({key: Person(numbers, cells) for key, numbers, cells in some})
        logger.info("statistics: rows of %d players stored", len(some))


# --- counting -----------------------------------------------------------------


def _count(progress: Progress, ids: Sequence[str]) -> None:
    """Take these games out as what they were counted, put them in as what they are."""
    was = {
        pk: CountedState.read(state)
        for pk, state in Counted.objects.filter(pk__in=ids).values_list("pk", "state")
    }
    games = read_games(ids)
    if was.keys() - games.keys():
        progress.version = ""  # its facts are gone, and with them what to take out
        return
    deltas = Deltas({}, {}, {})
    rows: list[Counted] = []
    opened: list[OpeningGame] = []
    gone: list[str] = []
    for pk, game in games.items():
        before = was.get(pk)
        if before == game.state:
            continue
        if before is not None:
            _weigh(deltas, game, before, -1)
            gone.append(pk)
        if game.state is not None:
            _weigh(deltas, game, game.state, 1)
            rows.append(Counted(game_id=pk, state=game.state))
            key = game.setting.players, game.setting.sides, game.state.people
            twelfths = [outcome.twelfths for outcome in game.seats]
            opened.append(opening_game(pk, game.opening, key, twelfths))
    for model in (Counted, OpeningGame):
        model.objects.filter(pk__in=gone).delete()
    insert(rows)
    insert(opened)
    _store(_of_all_bands(deltas.tallies))
    _store_people(deltas.people)
    store_openings(deltas.openings, TALLY_VERSION)


def _weigh(deltas: Deltas, game: GameReading, state: CountedState, sign: int) -> None:
    """Add a game, or with a `sign` of -1 what it once added."""
    setting, seats = game.setting, list(zip(game.seats, state.seats, strict=True))
    rows = [outcome.row(sitting.expected, sitting.surplus) for outcome, sitting in seats]
    band = band_of(state.mean) if state.mean is not None else "-"
    labelled: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * LENGTH)
    for number, (outcome, sitting) in enumerate(seats):
        for label in of_seat(setting, number, outcome, sitting.before):
            labelled[label][:] = map(add, labelled[label], rows[number])
    together = [sum(numbers) for numbers in zip(*rows, strict=True)]
    labelled |= dict.fromkeys(game_labels(setting), together)
    games = {label: [1, *row[1:]] for label, row in labelled.items()}
    for (dimension, key), row in {**games, **contrast_rows(game.seats, state.seats)}.items():
        tally_key = dimension, key, setting.players, band, state.people
        add_numbers(deltas.tallies, tally_key, [sign * number for number in row])
    _weigh_people(deltas, game, state, rows, sign)
    for opening_key, row in opening_rows(game, state):
        add_numbers(deltas.openings, opening_key, [sign * number for number in row])


def _weigh_people(
    deltas: Deltas, game: GameReading, state: CountedState, rows: Sequence[Sequence[int]], sign: int
) -> None:
    first = sum(sitting.place == 1 for sitting in state.seats)
    for number, sitting in enumerate(state.seats):
        player = sitting.player
        if player is None:
            continue
        twelfths = TWELVE // first if sitting.place == 1 else 0
        row = [1, 1, twelfths, *rows[number][3:]]
        key = player, game.setting.players, state.people
        person = deltas.people.setdefault(key, Person([0] * LENGTH, {}))
        person.sums.add_row(row) if sign > 0 else person.sums.take_row(row)
        for label in of_player(game.setting, number):
            cell = person.cells.setdefault(" ".join(label), [0] * CELL)
            cell[:] = (old + sign * new for old, new in zip(cell, player_cell(row), strict=True))


def _of_all_bands(tallies: dict[Key, list[int]]) -> dict[Key, list[int]]:
    """Sums by band and, under an empty band, of all bands; games without a band are in the latter
    alone, and so are those by rating."""
    sums_by_key: dict[Key, list[int]] = {}
    for (dimension, key, players, band, people), row in tallies.items():
        add_numbers(sums_by_key, (dimension, key, players, "", people), row)
        if band != "-" and dimension != "skill":
            add_numbers(sums_by_key, (dimension, key, players, band, people), row)
            if dimension == "players":
                add_numbers(sums_by_key, ("band", band, players, "", people), row)
    return sums_by_key


# --- rows ---------------------------------------------------------------------


def _store(deltas: dict[Key, list[int]]) -> None:
    old = []
    keys = {key for _, key, *_ in deltas}
    for row in Tally.objects.filter(key__in=keys):
        key_of_row = row.dimension, row.key, row.players, row.band, row.people
        if key_of_row in deltas:
            add_numbers(deltas, key_of_row, row.numbers)
            old.append(row.pk)
    Tally.objects.filter(pk__in=old).delete()
    insert(
        Tally(
            dimension=dimension,
            key=key,
            players=players,
            band=band,
            people=people,
            version=TALLY_VERSION,
            games=numbers[0],
            numbers=numbers,
        )
        for (dimension, key, players, band, people), numbers in deltas.items()
        if numbers[0]
    )


def _store_people(deltas: dict[PlayerKey, Person]) -> None:
    old = []
    for row in PlayerTally.objects.filter(player_id__in={player for player, *_ in deltas}):
        person = deltas.get((row.player_id, row.players, row.people))
        if person:
            person.sums.add_row(row.numbers)
            for label, cell in row.cells.items():
                old_cell = person.cells.setdefault(label, [0] * CELL)
                old_cell[:] = map(add, old_cell, cell)
            old.append(row.pk)
    PlayerTally.objects.filter(pk__in=old).delete()
    insert(
        PlayerTally(
            player_id=player,
            players=players,
            people=people,
            version=TALLY_VERSION,
            numbers=person.sums.numbers,
            cells={label: cell for label, cell in person.cells.items() if cell[0]},
        )
        for (player, players, people), person in deltas.items()
        if person.sums.seats
    )
