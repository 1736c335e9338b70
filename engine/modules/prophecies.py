"""God Prophecies: foretell an accomplishment (R11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.agenda import Chance
from engine.cards.final import stones_at
from engine.entries import Prophesy, RevealProphecies
from engine.errors import IllegalAction, Rule
from engine.events import PropheciesRevealed, ScarabLaid
from engine.pile import check_count
from engine.state import State
from engine.stones import score
from engine.vocabulary import BUILDING_SITES, Card, Prophecy, Site, Source


def reveal(s: State, chance: Chance, action: RevealProphecies) -> None:
    """The bank names the prophecies in play."""
    check_count(chance.count, len(action.prophecies))
    if len(set(action.prophecies)) < len(action.prophecies):
        raise IllegalAction(Rule.PROPHECIES_IMPOSSIBLE)
    s.agenda.pop()
    s.prophecies = list(action.prophecies)
    s.scarabs = [[0] * len(s.players) for _ in s.prophecies]
    if s.events is not None:
        s.events.append(PropheciesRevealed(action.prophecies))


def prophesy(s: State, seat: int, action: Prophesy) -> None:
    if not s.rules.prophecies_in_play:
        raise IllegalAction(Rule.MODULE_NOT_IN_PLAY, "god_prophecies")
    if action.prophecy not in s.prophecies:
        raise IllegalAction(Rule.PROPHECY_NOT_IN_PLAY, action.prophecy.word)
    scarabs = s.scarabs[s.prophecies.index(action.prophecy)]
    if scarabs[seat] or not may_prophesy(s, seat):
        raise IllegalAction(Rule.PROPHECY_MADE)
    period = scarabs[seat] = present_period(s)
    if s.events is not None:
        s.events.append(ScarabLaid(seat, action.prophecy, period))


def prophesies(s: State, seat: int) -> Iterator[Prophesy]:
    """One scarab a card, one a period, two in all (R11.4)."""
    if s.prophecies and may_prophesy(s, seat):
        for prophecy, scarabs in zip(s.prophecies, s.scarabs, strict=True):
            if not scarabs[seat]:
                yield Prophesy(prophecy)


def may_prophesy(s: State, seat: int) -> bool:
    """Whether `seat` has a scarab left, and none for the present period."""
    periods = [scarabs[seat] for scarabs in s.scarabs if scarabs[seat]]
    return len(periods) < s.rules.scarabs and present_period(s) not in periods


def present_period(s: State) -> int:
    """The period of the present round, from 1."""
    return s.rules.period_of[s.round]


def score_prophecies(s: State) -> None:
    for prophecy, scarabs in zip(s.prophecies, s.scarabs, strict=True):
        for seat, period in enumerate(scarabs):
            if period:
                fulfilled, failed = s.rules.prophecy_points[period - 1]
                points = fulfilled if FULFILLED[prophecy](s, seat) else failed
                score(s, seat, points, Source.GOD_PROPHECIES)


def amun(s: State, seat: int) -> bool:
    """Red cards that came to the player; with Amun in play all of them are kept (R13.16, P2)."""
    cards = s.players[seat].cards
    return sum(cards[card] for card in s.rules.red_cards) >= s.rules.amun_red_cards


def thoth(s: State, seat: int) -> bool:
    return s.players[seat].cards[Card.STATUE] >= s.rules.thoth_statues


def ptah(s: State, seat: int) -> bool:
    needed = s.rules.ptah_stones
    return all(stones_at(s, site).count(seat) >= needed for site in BUILDING_SITES)


def alone_the_most(site: Site) -> Callable[[State, int], bool]:
    """The condition of having alone the most stones at `site`; nothing is never the most."""

    def holds(s: State, seat: int) -> bool:
        stones = stones_at(s, site)
        counts = [stones.count(other) for other in range(len(s.players))]
        own = counts.pop(seat)
        return own > max(counts)

    return holds


FULFILLED: Final[Mapping[Prophecy, Callable[[State, int], bool]]] = {
    Prophecy.AMUN: amun,
    Prophecy.RA: alone_the_most(Site.PYRAMID),
    Prophecy.ISIS: alone_the_most(Site.TEMPLE),
    Prophecy.ANUBIS: alone_the_most(Site.BURIAL_CHAMBER),
    Prophecy.OSIRIS: alone_the_most(Site.OBELISKS),
    Prophecy.THOTH: thoth,
    Prophecy.PTAH: ptah,
}
