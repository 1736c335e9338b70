"""Which ratings would be others, worked out beside the ledger: nothing is written.

All games that count are rated twice in one walk, as they are on record and as the impact found
them. Of the second walk only what differs is kept. What a rating would be is what it is, and the
difference of the two walks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import Final, NamedTuple

from games.models import Game, Seat, Standing, Verdict
from games.services.result import rated_places
from games.services.standing import NEEDED, facts_of, standing_of
from ratings.elo import Form, rate
from ratings.models import Pool, Rating
from releases.models import Impact, ImpactDifference, Kind

CHUNK: Final = 2000
MATTERS: Final = (Kind.VERDICT, Kind.PLACES)
"""What ratings follow from."""

Place = tuple[int, str]
"""A player and a pool."""


class Moved(NamedTuple):
    """A rating that would be another."""

    player_id: int
    pool: str
    before: int | None
    after: int | None
    size: int


class _Rated(NamedTuple):
    """A game in the order of rating. No `places`: it does not count."""

    key: tuple[date, datetime, str]
    players: tuple[int, ...]
    places: tuple[int, ...]


def moved(impact: Impact) -> list[Moved]:
    """The present ratings that would be others, by the differences that an impact found."""
    now = _as_found(impact)
    if not now:
        return []
    ends = _ends(now)
    present = {
        (player, pool): (rating, games)
        for player, pool, rating, games in Rating.objects.order_by().values_list(
            "player_id", "pool", "rating", "games"
        )
    }
    found = []
    for place, (was, would) in ends.items():
        rating, games = present.get(place, (None, 0))
        before = rating if games else None
        after = _after(before, was, would)
        if before != after:
            size = abs((before or Form().rating) - (after or Form().rating))
            found.append(Moved(*place, before, after, size))
    return sorted(found, key=lambda one: (-one.size, one.player_id, one.pool))


def _after(before: int | None, was: Form, would: Form) -> int | None:
    """None: no rated game is left."""
    if not would.games:
        return None
    return (would.rating - was.rating + before) if before is not None else would.rating


# --- the two walks ------------------------------------------------------------


def _ends(now: dict[str, _Rated]) -> dict[Place, tuple[Form, Form]]:
    """By player and pool the last form of the first walk, and of the second, where they differ."""
    forms: dict[Place, Form] = {}
    others: dict[Place, Form] = {}
    for game in _in_order(now):
        other = now.get(game.key[2], game)
        for pool in (Pool.OVERALL.value, str(len(game.players))):
            places = [(player, pool) for player in game.players]
            before = [forms.get(place, Form()) for place in places]
            instead = [others.get(place, form) for place, form in zip(places, before, strict=True)]
            after = _rated(before, game.places)
            same = other is game and instead == before
            would = after if same else _rated(instead, other.places)
            for place, one, two in zip(places, after, would, strict=True):
                forms[place] = one
                if one != two:
                    others[place] = two
                else:
                    others.pop(place, None)
    return {place: (forms[place], other) for place, other in others.items()}


def _rated(forms: list[Form], places: tuple[int, ...]) -> list[Form]:
    if not places:
        return forms
    return [Form(one.after, one.games + 1) for one in rate(forms, places)]


def _in_order(now: dict[str, _Rated]) -> Iterator[_Rated]:
    """The games that count, and those that would come to count, in the order of rating."""
    uncounted = _uncounted(now)
    coming = sorted(game._replace(places=()) for pk, game in now.items() if pk in uncounted)
    for game in _counted():
        while coming and coming[0].key < game.key:
            yield coming.pop(0)
        yield game
    yield from coming


def _uncounted(now: dict[str, _Rated]) -> set[str]:
    rows = Game.objects.filter(pk__in=list(now)).exclude(standing=Standing.COUNTED)
    return set(rows.values_list("pk", flat=True))


def _counted() -> Iterator[_Rated]:
    """The games that count, in order, read piece by piece."""
    rows = Game.objects.filter(standing=Standing.COUNTED)
    rows = rows.order_by("played_on", "accepted_at", "id")
    keys: list[tuple[date, datetime, str]] = []
    for key in rows.values_list("played_on", "accepted_at", "id").iterator(CHUNK):
        keys.append(key)
        if len(keys) == CHUNK:
            yield from _seated(keys)
            keys = []
    yield from _seated(keys)


def _seated(keys: list[tuple[date, datetime, str]]) -> Iterator[_Rated]:
    seats: dict[str, list[tuple[int | None, int]]] = {}
    rows = Seat.objects.filter(game__in=[key[2] for key in keys]).order_by("game_id", "number")
    for game, player, place in rows.values_list("game_id", "player_id", "rated_place"):
        seats.setdefault(game, []).append((player, place))
    for key in keys:
        found = _game(key, seats.get(key[2], []))
        if found.players:
            yield found


def _game(key: tuple[date, datetime, str], seats: list[tuple[int | None, int]]) -> _Rated:
    players = tuple(player for player, _ in seats if player is not None)
    if len(players) < 2 or len(set(players)) != len(seats):
        return _Rated(key, (), ())
    return _Rated(key, players, tuple(place for _, place in seats))


# --- what the impact found ------------------------------------------------------


def _as_found(impact: Impact) -> dict[str, _Rated]:
    """The games whose ratings would follow from something else, as they would be rated."""
    rows = ImpactDifference.objects.filter(impact=impact, kind__in=MATTERS).order_by("pk")
    found: dict[str, _Rated] = {}
    batch: list[ImpactDifference] = []
    for row in rows.iterator(CHUNK):
        batch.append(row)
        if len(batch) == CHUNK:
            found |= _would(batch)
            batch = []
    return found | _would(batch)


def _would(batch: list[ImpactDifference]) -> dict[str, _Rated]:
    after = {row.game_id: row.after for row in batch}
    games = list(Game.objects.filter(pk__in=after).only(*NEEDED))
    facts = facts_of(games)
    found = {}
    for game in games:
        told = after[game.pk]
        refuted = told["verdict"] == Verdict.REFUSED
        counts = standing_of(replace(facts[game.pk], refuted=refuted)) == Standing.COUNTED
        was = game.standing == Standing.COUNTED
        if not (counts or was):
            continue
        seats = list(game.seats.order_by("number").values_list("player_id", "replaced_at"))
        key = (game.played_on, game.accepted_at, game.pk)
        places = rated_places(told["places"], [one[1] for one in seats]) if counts else []
        shown = _game(key, [(one[0], 1) for one in seats])
        found[game.pk] = shown._replace(places=tuple(places))
    return found
