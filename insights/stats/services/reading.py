"""Games as the tallies count them: what they are counted under, and what each seat adds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import add
from typing import Final, NamedTuple

from django.db.models import QuerySet

from engine.facts import FACTS, VERSION
from engine.vocabulary import Site
from games.models import Game, Seat, SeatFacts, Standing
from games.queries import of_computers
from insights.stats.contrasts import DONE, leader_row, score_row, skill_row
from insights.stats.opening_path import opening_of_log
from insights.stats.sums import SOURCES, SeatOutcome
from ratings.models import GENERAL_POOLS, RatingChange

BAND: Final = 200
"""Points of a band of ratings."""

SKILL: Final = 25
"""Points of a bin of ratings, between which players are cut into thirds."""

BIN: Final = 5
"""Points of a bin of the distribution."""

LISTED: Final = 2000
"""Games that a statement names one by one."""

THOUSAND: Final = 1000
SITES: Final = tuple(Site)
COLUMNS: Final = ("market", "pyramid", "temple", "burial_chamber", "obelisks")
POINTS: Final = FACTS["points"].number
PLACE: Final = FACTS["place"].number
RESIGNED: Final = FACTS["resigned"].number
FIRST_SAIL: Final = FACTS["first-sail"].number
SOURCE_NUMBERS: Final = tuple(
    FACTS[f"points-{source.word.replace('_', '-')}"].number for source in SOURCES
)
DONE_NUMBERS: Final = tuple(fact.number for fact in DONE)
ROUND_NUMBERS: Final = tuple(FACTS[f"points-round-{number}"].number for number in range(1, 6))

Labels = list[tuple[str, str]]
"""Dimensions with keys."""


class Sitting(NamedTuple):
    """Changeable values of a seat: its player, rating before the game in thousandths, place as
    rated; the score that the ledger expected of it against all opponents, and how much more it had,
    in thousandths. A game has both for all seats, or for none."""

    player: int | None
    before: int | None
    place: int
    expected: int | None
    surplus: int | None


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
        sittings = tuple(Sitting(*seat) for seat in seats)  # type: ignore[attr-defined]
        return cls(mean, sittings, people)  # type: ignore[arg-type]


class Setting(NamedTuple):
    """Dimensions of a game."""

    players: int
    sides: str
    modules: tuple[str, ...]
    year: int
    edition: str


class GameReading(NamedTuple):
    """A game with facts. `opening`: the steps with which it began. `state`: as it is to be counted
    now; ``None`` for not at all."""

    setting: Setting
    seats: list[SeatOutcome]
    opening: list[str]
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


def contrast_rows(
    seats: Sequence[SeatOutcome], sittings: Sequence[Sitting]
) -> dict[tuple[str, str], list[int]]:
    """Rows of a game by which players are compared: by habit, by round, and by rating."""
    twelfths = [outcome.twelfths for outcome in seats]
    scores = [score_row(sitting.expected, sitting.surplus) for sitting in sittings]
    rows = {
        ("habit", fact.name): leader_row(
            [outcome.done[place] for outcome in seats], twelfths, scores
        )
        for place, fact in enumerate(DONE)
    }
    for place in range(len(ROUND_NUMBERS)):
        points = [outcome.rounds[place] for outcome in seats]
        if (numbers := [number for number in points if number is not None]) == points:
            rows["round", str(place + 1)] = leader_row(numbers, twelfths, scores)
    for outcome, sitting in zip(seats, sittings, strict=True):
        if sitting.before is not None:
            label = "skill", str(sitting.before // THOUSAND // SKILL * SKILL)
            row = rows.setdefault(label, [1, *[0] * (1 + 2 * len(DONE))])
            row[:] = map(add, row, skill_row(outcome.done))
    return rows


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
    columns = ("pk", "players", "modules", "played_on", "edition", "entries", "log", *COLUMNS)
    games = Game.objects.filter(pk__in=ids, facts_version=VERSION)
    values: dict[str, list[list[int | None]]] = defaultdict(list)
    rows = SeatFacts.objects.filter(game__in=ids).order_by("game_id", "number")
    for pk, seat_values in rows.values_list("game_id", "values"):
        values[pk].append(seat_values)
    states = states_of_games(ids)
    for pk, players, modules, day, edition, entries, log, *letters in games.values_list(*columns):
        if len(values[pk]) == players:
            setting = Setting(players, "".join(letters), tuple(modules.split()), day.year, edition)
            state = None if _is_cut_short(values[pk]) else states.get(pk)
            yield pk, GameReading(setting, _played(values[pk], entries), opening_of_log(log), state)


def _is_cut_short(seats: Sequence[Sequence[int | None]]) -> bool:
    """True if all but one resigned: points of a game that was not played to its end are no
    measure."""
    return sum(values[RESIGNED] or 0 for values in seats) + 1 == len(seats)


def _played(seats: Sequence[Sequence[int | None]], entries: int) -> list[SeatOutcome]:
    """Seats with their values; a seat without a sailing counts as if it sailed after the last
    entry."""
    winners = sum(values[PLACE] == 1 for values in seats)
    return [
        SeatOutcome(
            1 / winners if values[PLACE] == 1 else 0.0,
            values[POINTS] or 0,
            [values[number] or 0 for number in SOURCE_NUMBERS],
            [values[number] or (entries + 1) * (number == FIRST_SAIL) for number in DONE_NUMBERS],
            [values[number] for number in ROUND_NUMBERS],
        )
        for values in seats
    ]


def among(field: str, ids: Sequence[str]) -> dict[str, str | Sequence[str]]:
    """The condition that `field` is one of `ids`. Of very many, which are all games from the first
    to the last, that it is between these: a list of thousands takes longer to send than its rows
    to read. Then games may be found that came meanwhile."""
    if len(ids) > LISTED:
        return {f"{field}__gte": ids[0], f"{field}__lte": ids[-1]}
    return {f"{field}__in": ids}


def states_of_games(ids: Sequence[str]) -> dict[str, CountedState]:
    """States of the counted games ``among`` `ids`."""
    games = Game.objects.filter(**among("pk", ids), standing=Standing.COUNTED)
    means = dict(games.values_list("pk", "strength"))
    ledger = _ledger(ids)
    seats: dict[str, list[Sitting]] = defaultdict(list)
    rows = Seat.objects.filter(**among("game", ids)).order_by("game_id", "number")
    for pk, player, place in rows.values_list("game_id", "player_id", "rated_place"):
        before, expected, surplus = ledger.get((pk, player), (None, None, None))
        seats[pk].append(Sitting(player, before, place, expected, surplus))
    computers = Seat.objects.filter(of_computers(), **among("game", ids))
    with_computers = set(computers.order_by().values_list("game_id", flat=True))
    return {
        pk: CountedState(mean, _with_expectations(seats[pk]), pk not in with_computers)
        for pk, mean in means.items()
    }


def _with_expectations(sittings: Sequence[Sitting]) -> tuple[Sitting, ...]:
    """The seats of a game; without expectations, if one of them has none."""
    if all(sitting.expected is not None for sitting in sittings):
        return tuple(sittings)
    return tuple(sitting._replace(expected=None, surplus=None) for sitting in sittings)


def _ledger(ids: Sequence[str]) -> dict[tuple[str, int | None], tuple[int, int | None, int | None]]:
    """By game and player: rating before it, expected score, and surplus, in thousandths."""
    rows = _changes(ids).values_list("game_id", "player_id", "before", "pairs")
    return {(pk, player): (before, *_expectation(pairs)) for pk, player, before, pairs in rows}


def _expectation(pairs: Sequence[Mapping[str, int]]) -> tuple[int | None, int | None]:
    if not pairs:
        return None, None
    expected = sum(pair["expected"] for pair in pairs)
    return expected, sum(pair["score"] for pair in pairs) - expected


def _changes(ids: Sequence[str]) -> QuerySet[RatingChange]:
    """Changes of ratings by these games: overall, or with computers."""
    return RatingChange.objects.that_stand().filter(**among("game", ids), pool__in=GENERAL_POOLS)


def ratings_before(ids: Sequence[str]) -> dict[tuple[str, int | None], int]:
    """Rating before a game, by game and player, in thousandths: overall, or with computers."""
    rows = _changes(ids).values_list("game_id", "player_id", "before")
    return {(pk, player): before for pk, player, before in rows}
