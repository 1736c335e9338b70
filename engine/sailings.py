"""Sailings: gains of each ship in the harbour if it sailed now, by the rules, on copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.agenda import Chance, Decision
from engine.flow import end_game
from engine.state import State
from engine.turns.sail import open_docks, sail_away
from engine.view import EVERYTHING
from engine.vocabulary import EMPTY, Site

if TYPE_CHECKING:
    from engine.entries import Action


class Berth(NamedTuple):
    """Gains of a ship at `site`: by seat the points gained (a site may cost a rival some),
    at the market the cards; `more`: and whatever the bank turns up."""

    site: Site
    gains: tuple[int, ...]
    uncertain: bool


class Cargo(NamedTuple):
    """A ship in the harbour: its `number`, `size`, the seats aboard from the front, how many
    stones it still lacks, and what it would bring where it may sail to (nowhere while it lacks
    some)."""

    number: int
    size: int
    aboard: tuple[int, ...]
    lacks: int
    berths: tuple[Berth, ...]


def sailings(s: State, viewer: int | None) -> list[Cargo]:
    """Every ship in the harbour of position `s`, which stays as it is.

    Points are those if the game ended right after it (R10.1), and those of the temple's visible
    stones (R7). A player who has to choose takes what gives them most at once. Cards hidden from
    `viewer` count for nothing.
    """
    visible = _visible_copy(s, viewer)
    before = _worth(visible)
    return [_cargo(visible, number, before) for number in visible.harbour]


def _visible_copy(s: State, viewer: int | None) -> State:
    """A copy to try things on: nothing waits, nothing in it is hidden from `viewer`."""
    visible = s.copy()
    visible.agenda.clear()
    if s.rules.hidden_cards and not s.over and viewer != EVERYTHING:
        for seat, player in enumerate(visible.players):
            if seat != viewer:
                cards = zip(player.cards, s.rules.is_red, strict=True)
                player.cards = [number if is_red else 0 for number, is_red in cards]
    return visible


def _cargo(visible: State, number: int, before: list[int]) -> Cargo:
    ship = visible.harbour[number]
    lacks = max(0, ship.minimum - ship.load)
    aboard = tuple(seat for seat in ship.spaces if seat != EMPTY)
    berths = (
        () if lacks else (_berth(visible, number, site, before) for site in open_docks(visible))
    )
    return Cargo(number, len(ship.spaces), aboard, lacks, tuple(berths))


def _berth(visible: State, number: int, site: Site, before: list[int]) -> Berth:
    if site is Site.MARKET:
        aboard = visible.harbour[number].spaces
        return Berth(site, tuple(aboard.count(seat) for seat in range(len(visible.players))), False)
    tried = visible.copy()
    sail_away(tried, visible.turn, number, site)
    draws = _settle(tried)
    after = _worth(tried)
    return Berth(
        site, tuple(points - was for points, was in zip(after, before, strict=True)), draws
    )


def _settle(s: State) -> bool:
    """Do all that waits in `s`; whether the bank would have turned something up, which is left
    out."""
    draws = False
    while s.agenda:
        item = s.agenda[-1]
        if isinstance(item, Decision):
            _choose(s, item)
            continue
        s.agenda.pop()
        if isinstance(item, Chance):
            draws = True
            assert item.site is not None  # while a ship unloads it is a board that draws
            s.rules.boards[item.site].go_on_without(s, item)
        else:
            item.run(s)
    return draws


def _choose(s: State, decision: Decision) -> None:
    """Answer `decision` by what gives its seat most at once; the first of several such answers."""
    choices = decision.choices(s)
    best = max(choices, key=lambda choice: _value(s, decision, choice)) if choices[1:] else None
    decision.receive(s, decision.seat, best or choices[0])


def _value(s: State, decision: Decision, choice: Action) -> int:
    tried = s.copy()
    decision.receive(tried, decision.seat, choice)
    return _worth(tried)[decision.seat]


def _worth(s: State) -> list[int]:
    """The points of every seat if this round's temple were assessed and the game ended."""
    last = s.copy()
    last.agenda.clear()
    s.rules.boards[Site.TEMPLE].end_of_round(last)
    _take_points(last)
    end_game(last)
    return [player.points for player in last.players]


def _take_points(s: State) -> None:
    """Go on with the temple: points rather than stones (R7.3), no card that is hidden from all."""
    while s.agenda:
        item = s.agenda[-1]
        if isinstance(item, Decision):
            item.receive(s, item.seat, item.choices(s)[0])
            continue
        s.agenda.pop()
        if not isinstance(item, Chance):
            item.run(s)
