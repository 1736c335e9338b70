"""Games as the tallies count them: what they are counted under, and what each seat adds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.facts import FACTS, VERSION
from engine.vocabulary import Site
from games.models import Game, Seat, SeatFacts, Standing
from games.queries import people_among
from insights.stats.sums import DONE, SOURCES, SeatOutcome
from ratings.models import GENERAL_POOLS, RatingChange

BAND: Final = 200
"""Points of a band of ratings."""

BIN: Final = 5
"""Points of a bin of the distribution."""

THOUSAND: Final = 1000
SITES: Final = tuple(Site)
COLUMNS: Final = ("market", "pyramid", "temple", "burial_chamber", "obelisks")
_POINTS: Final = FACTS["points"].number
_PLACE: Final = FACTS["place"].number
_RESIGNED: Final = FACTS["resigned"].number
_FIRST_SAIL: Final = FACTS["first-sail"].number
_SOURCES: Final = tuple(
    FACTS[f"points-{source.word.replace('_', '-')}"].number for source in SOURCES
)
_DONE: Final = tuple(fact.number for fact in DONE)

Labels = list[tuple[str, str]]
"""Dimensions with keys."""

Sitting = tuple[int | None, int | None, int]
"""Player of a seat, rating before the game in thousandths, place as rated."""


class CountedState(NamedTuple):
    """Changeable values of a counted game: its mean rating, its seats, and whether all of them are
    people."""

    mean: int | None
    seats: tuple[Sitting, ...]
    people: bool

    @classmethod
    def read(cls, columns: Sequence[object]) -> CountedState:
        """Read a state from JSON."""
        mean, seats, people = columns
        sittings = tuple(tuple(seat) for seat in seats)  # type: ignore[attr-defined]
        return cls(mean, sittings, people)  # type: ignore[arg-type]


class Setting(NamedTuple):
    """Dimensions of a game."""

    players: int
    sides: str
    modules: tuple[str, ...]
    year: int
    edition: str


class GameReading(NamedTuple):
    """A game with facts. `state`: as it is to be counted now; ``None`` for not at all."""

    setting: Setting
    seats: list[SeatOutcome]
    state: CountedState | None


def band_of(points: int) -> str:
    """The band of a rating in points: its lower end."""
    return str(points // BAND * BAND)


def game_labels(setting: Setting) -> Labels:
    """Labels of all seats of a game."""
    sides = sides_of(setting)
    return [
        ("players", str(setting.players)),
        ("year", str(setting.year)),
        ("edition", setting.edition),
        ("mix", setting.sides),
        *(("module", module) for module in setting.modules or ("none",)),
        *(("side", side) for side in sides),
        *(("pair", f"{side} {other}") for side, other in combinations(sides, 2)),
    ]


def of_seat(setting: Setting, number: int, outcome: SeatOutcome, rating: int | None) -> Labels:
    """Labels of one seat."""
    rating_labels = [("rating", band_of(rating // THOUSAND))] if rating is not None else []
    return [
        ("seat", str(number + 1)),
        ("points", str(outcome.points // BIN * BIN)),
        *rating_labels,
        *(("seat-side", f"{number + 1} {side}") for side in sides_of(setting)),
    ]


def of_player(setting: Setting, number: int) -> Labels:
    """Labels of a player's own games."""
    return [
        ("seat", str(number + 1)),
        *(("module", module) for module in setting.modules or ("none",)),
        *(("side", side) for side in sides_of(setting)),
    ]


def sides_of(setting: Setting) -> list[str]:
    """``market A``, ``pyramid B``, …"""
    return [f"{site.word} {side}" for site, side in zip(SITES, setting.sides, strict=True)]


def read_games(ids: Sequence[str]) -> dict[str, GameReading]:
    """Readings of these games, without those that lack facts of this version. Six queries."""
    return dict(_read(ids))


# --- inside -------------------------------------------------------------------


def _read(ids: Sequence[str]) -> Iterator[tuple[str, GameReading]]:
    columns = ("pk", "players", "modules", "played_on", "edition", "entries", *COLUMNS)
    games = Game.objects.filter(pk__in=ids, facts_version=VERSION)
    values: dict[str, list[list[int | None]]] = defaultdict(list)
    rows = SeatFacts.objects.filter(game__in=ids).order_by("game_id", "number")
    for pk, seat_values in rows.values_list("game_id", "values"):
        values[pk].append(seat_values)
    states = _states(ids)
    for pk, players, modules, day, edition, entries, *letters in games.values_list(*columns):
        if len(values[pk]) == players:
            setting = Setting(players, "".join(letters), tuple(modules.split()), day.year, edition)
            state = None if _is_cut_short(values[pk]) else states.get(pk)
            yield pk, GameReading(setting, _played(values[pk], entries), state)


def _is_cut_short(seats: Sequence[Sequence[int | None]]) -> bool:
    """True if all but one resigned: points of a game that was not played to its end are no
    measure."""
    return sum(values[_RESIGNED] or 0 for values in seats) + 1 == len(seats)


def _played(seats: Sequence[Sequence[int | None]], entries: int) -> list[SeatOutcome]:
    """Seats with their values; a seat without a sailing counts as if it sailed after the last
    entry."""
    winners = sum(values[_PLACE] == 1 for values in seats)
    return [
        SeatOutcome(
            1 / winners if values[_PLACE] == 1 else 0.0,
            values[_POINTS] or 0,
            [values[number] or 0 for number in _SOURCES],
            [values[number] or (entries + 1) * (number == _FIRST_SAIL) for number in _DONE],
        )
        for values in seats
    ]


def _states(ids: Sequence[str]) -> dict[str, CountedState]:
    """States of the counted games among `ids`."""
    games = Game.objects.filter(pk__in=ids, standing=Standing.COUNTED)
    means = dict(games.values_list("pk", "strength"))
    before = ratings_before(ids)
    seats: dict[str, list[Sitting]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=means).order_by("game_id", "number")
    for pk, player, place in rows.values_list("game_id", "player_id", "rated_place"):
        seats[pk].append((player, before.get((pk, player)), place))
    players = {player for sittings in seats.values() for player, _, _ in sittings if player}
    computers = players - people_among(players)
    return {
        pk: CountedState(
            mean,
            tuple(seats[pk]),
            computers.isdisjoint(player for player, _, _ in seats[pk]),
        )
        for pk, mean in means.items()
    }


def ratings_before(ids: Sequence[str]) -> dict[tuple[str, int | None], int]:
    """Rating before a game, by game and player, in thousandths: overall, or with computers."""
    changes = RatingChange.objects.that_stand().filter(game__in=ids, pool__in=GENERAL_POOLS)
    rows = changes.values_list("game_id", "player_id", "before")
    return {(pk, player): was for pk, player, was in rows}
