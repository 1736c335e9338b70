"""Previews: immediate effects of an action that its seat may know, tried on a copy."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from engine.apply import apply
from engine.computer.sight import Sight
from engine.entries import ChoosePoints
from engine.events import Event
from engine.outlook import Points, outlook
from engine.state import State
from engine.vocabulary import Card, Site

if TYPE_CHECKING:
    from engine.entries import Action


class ActionPreview(NamedTuple):
    """`events`: what would happen, until a player or the bank has to write again; `after`: the
    position then, `before`: the one that was tried, both as the seat knows them. `gained`: by seat
    the points at once; `prospects`: by seat how the points change that it would have if the game
    ended (R10.1). `temple`: by seat what the stones at the temple would be worth when the round
    ends; empty if that stays as it is. `uncertain`: the
    seats that got points because their sled is full, but may have a hidden Cargo Sled and so a
    choice (R2.8, R7.3, R12.4)."""

    before: State
    after: State
    events: tuple[Event, ...]
    gained: tuple[int, ...]
    prospects: tuple[int, ...]
    temple: tuple[int, ...]
    uncertain: frozenset[int]


def preview(s: State, seat: int, action: Action) -> ActionPreview:
    """Effects of `action` of `seat` in `s`, which stays as it is.

    Cards that the seat may not know are taken out before (R12.4), so that nothing follows from
    them. Raises ``IllegalAction``.
    """
    sight = Sight(s, seat)
    before = sight.state
    after = before.copy()
    after.events = []
    apply(after, seat, action)
    events, after.events = tuple(after.events), None
    was, outlook_after = outlook(before), outlook(after)
    of_temple = [tuple(forecast.worth[Site.TEMPLE]) for forecast in (was, outlook_after)]
    return ActionPreview(
        before,
        after,
        events,
        tuple(map(sub, _totals(outlook_after.scored), _totals(was.scored))),
        tuple(map(sub, _totals(outlook_after.ended), _totals(was.ended))),
        of_temple[1] if of_temple[0] != of_temple[1] else (),
        _uncertain(sight, after),
    )


def _uncertain(sight: Sight, after: State) -> frozenset[int]:
    if Card.CARGO_SLED not in sight.unseen:
        return frozenset()
    seats = (entry.seat for entry in after.forced if isinstance(entry.action, ChoosePoints))
    return frozenset(seat for seat in seats if sight.hidden[seat] and after.players[seat].quarry)


def _totals(points: Points) -> list[int]:
    return list(map(sum, points))
