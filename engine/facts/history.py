"""A game as facts read it: what happened, by kind and seat, with the entry that made it happen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
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

    `seats`: how many there are; `contenders`: those that did not resign; `points`, `places`,
    `sleds`, `scored` as in ``engine.Result``; `last`: the number of the last entry, from 1.

    What several facts ask, each entry by its number: `stones` by site and seat, where a stone
    reached a building site; `cards` by card and seat, where it is known which card came;
    `sailings` by seat, the ordinary ships that it sailed; `from_sources` by source and seat, where
    it brought points, each once for an event.
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
        self.contenders = [seat for seat in range(self.seats) if seat not in self.state.resigned]
        self._by_kind = _by_kind(events, game.starts)
        self.stones: list[list[Plies]] = [self.nothing() for _ in range(len(Site))]
        for ply, placed in self.all(StonePlaced):
            self.stones[placed.site][placed.seat].append(ply)
        self.cards: list[list[Plies]] = [self.nothing() for _ in range(len(Card))]
        for ply, gain in self.all(CardTaken):
            if gain.card is not None:
                self.cards[gain.card][gain.seat].append(ply)
        self.sailings: list[list[tuple[int, ShipSailed]]] = [[] for _ in range(self.seats)]
        for ply, ship in self.all(ShipSailed):
            self.sailings[ship.seat].append((ply, ship))
        self.from_sources: list[list[Plies]] = [self.nothing() for _ in range(len(Source))]
        for ply, scored in self.all(Scored):
            if scored.points > 0:
                self.from_sources[scored.source][scored.seat].append(ply)
        self.rounds = self._round_points()
        self.leads = self._lead_changes()

    @property
    def is_cut_short(self) -> bool:
        """True if the game ended because all but one had resigned (R2.10)."""
        return len(self.contenders) == 1

    def all(self, kind: type[Happened]) -> Sequence[tuple[int, Happened]]:
        """All events of a kind with their entries."""
        return cast("Sequence[tuple[int, Happened]]", self._by_kind.get(kind, ()))

    def by_seat(self, kind: type[NamedTuple], times: str = "") -> list[Plies]:
        """By seat the entries at which it did so; as often as the field `times` of the event
        says."""
        plies_by_seat: list[Plies] = self.nothing()
        for ply, event in self._by_kind.get(kind, ()):
            number: int = getattr(event, times) if times else 1
            plies_by_seat[seat_of(event)] += [ply] * number
        return plies_by_seat

    def nothing(self) -> list[Plies]:
        """An empty list for each seat."""
        return [[] for _ in range(self.seats)]

    # --- inside ------------------------------------------------------------------

    def _round_points(self) -> list[tuple[int, ...]]:
        """The points by seat after each round, its temple included; after the last one, which may
        be cut short, those of the result."""
        begins = [ply for ply, _ in self.all(RoundBegan)][1:]
        so_far = [0] * self.seats
        scored = iter(self.all(Scored))
        upcoming = next(scored, None)
        round_points = []
        for begin in begins:
            while upcoming is not None and upcoming[0] < begin:
                so_far[upcoming[1].seat] += upcoming[1].points
                upcoming = next(scored, None)
            round_points.append(tuple(so_far))
        return [*round_points, self.points]

    def _lead_changes(self) -> Plies:
        """The entries at which another seat came to lead alone than the one that led before."""
        changes, so_far = Plies(), [0] * self.seats
        leader = None
        for ply, scored in _by_ply(self.all(Scored)):
            for event in scored:
                so_far[event.seat] += event.points
            best = max(so_far)
            if so_far.count(best) == 1:
                new_leader = so_far.index(best)
                if leader is not None and new_leader != leader:
                    changes.append(ply)
                leader = new_leader
        return changes


def _by_kind(events: Sequence[Event], starts: Sequence[int]) -> ByKind:
    events_by_kind: ByKind = defaultdict(list)
    ends = [*starts[1:], len(events)]
    begin = 0
    for ply, end in enumerate(ends, 1):
        for event in events[begin:end]:
            events_by_kind[type(event)].append((ply, event))
        begin = end
    return events_by_kind


def _by_ply(scored: Iterable[tuple[int, Scored]]) -> Iterable[tuple[int, list[Scored]]]:
    together: dict[int, list[Scored]] = defaultdict(list)
    for ply, event in scored:
        together[ply].append(event)
    return together.items()
