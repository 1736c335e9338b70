"""A game as facts read it: what happened, by kind and seat, with the entry that made it happen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, TypeVar, cast

from engine import Game, State
from engine.events import CardTaken, Event, RoundBegan, Scored, ShipSailed, StonePlaced
from engine.vocabulary import Card, Site, Source

Happened = TypeVar("Happened", bound=Event)
Plies = list[int]
seat_of = attrgetter("seat")
ByKind = dict[type[NamedTuple], list[tuple[int, Event]]]


class Story:
    """The story of a game that was verified with ``keep_events``.

    `seats`: how many there are; `points`, `places`, `sleds`, `scored` as in
    ``engine.Result``; `last`: the number of the last entry. Entries count from 1.
    """

    def __init__(self, game: Game) -> None:
        events = game.state.events
        if events is None:
            raise ValueError("the game has to be verified with keep_events")
        self.state: State = game.state
        self.seats = len(game.result.points)
        self.points = game.result.points
        self.places = game.result.places
        self.sleds = game.result.sleds
        self.scored = game.result.scored
        self.last = len(game.entries)
        self._by_kind = _by_kind(events, game.starts)

    def all(self, kind: type[Happened]) -> Sequence[tuple[int, Happened]]:
        """All events of a kind with their entries."""
        return cast("Sequence[tuple[int, Happened]]", self._by_kind.get(kind, ()))

    def by_seat(self, kind: type[NamedTuple], times: str = "") -> list[Plies]:
        """By seat the entries at which it did so; as often as the field `times` of the event
        says."""
        found: list[Plies] = self.nothing()
        for ply, event in self._by_kind.get(kind, ()):
            number: int = getattr(event, times) if times else 1
            found[seat_of(event)] += [ply] * number
        return found

    def nothing(self) -> list[Plies]:
        """An empty list for each seat."""
        return [[] for _ in range(self.seats)]

    # --- what several facts ask ---------------------------------------------------

    @cached_property
    def stones(self) -> list[list[Plies]]:
        """By site and seat the entries at which a stone reached a building site."""
        found = [self.nothing() for _ in Site]
        for ply, event in self.all(StonePlaced):
            found[event.site][event.seat].append(ply)
        return found

    @cached_property
    def cards(self) -> list[list[Plies]]:
        """By card and seat the entries at which a card came to a seat, where it is known which."""
        found = [self.nothing() for _ in Card]
        for ply, event in self.all(CardTaken):
            if event.card is not None:
                found[event.card][event.seat].append(ply)
        return found

    @cached_property
    def sailings(self) -> list[list[tuple[int, ShipSailed]]]:
        """By seat the ordinary ships that it sailed."""
        found: list[list[tuple[int, ShipSailed]]] = [[] for _ in range(self.seats)]
        for ply, event in self.all(ShipSailed):
            found[event.seat].append((ply, event))
        return found

    @cached_property
    def from_sources(self) -> list[list[Plies]]:
        """By source and seat the entries at which it brought points, each once for an event."""
        found = [self.nothing() for _ in Source]
        for ply, event in self.all(Scored):
            if event.points > 0:
                found[event.source][event.seat].append(ply)
        return found

    @cached_property
    def rounds(self) -> list[tuple[int, ...]]:
        """The points by seat after each round, its temple included; after the last one those of
        the result."""
        begins = [ply for ply, _ in self.all(RoundBegan)][1:]
        so_far = [0] * self.seats
        scored = iter(self.all(Scored))
        upcoming = next(scored, None)
        found = []
        for begin in begins:
            while upcoming is not None and upcoming[0] < begin:
                so_far[upcoming[1].seat] += upcoming[1].points
                upcoming = next(scored, None)
            found.append(tuple(so_far))
        return [*found, self.points]

    @cached_property
    def leads(self) -> Plies:
        """The entries at which another seat came to lead alone than the one that led before."""
        found, so_far = Plies(), [0] * self.seats
        leader = None
        for ply, scored in _by_ply(self.all(Scored)):
            for event in scored:
                so_far[event.seat] += event.points
            best = max(so_far)
            if so_far.count(best) == 1:
                now = so_far.index(best)
                if leader is not None and now != leader:
                    found.append(ply)
                leader = now
        return found


def _by_kind(events: Sequence[Event], starts: Sequence[int]) -> ByKind:
    found: ByKind = defaultdict(list)
    ends = [*starts[1:], len(events)]
    begin = 0
    for ply, end in enumerate(ends, 1):
        for event in events[begin:end]:
            found[type(event)].append((ply, event))
        begin = end
    return found


def _by_ply(scored: Iterable[tuple[int, Scored]]) -> Iterable[tuple[int, list[Scored]]]:
    together: dict[int, list[Scored]] = defaultdict(list)
    for ply, event in scored:
        together[ply].append(event)
    return together.items()
