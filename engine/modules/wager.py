"""The Stonemason's Wager: which site will have the most stones (R11.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards.final import stones_at
from engine.entries import Wager
from engine.errors import IllegalAction, Rule
from engine.events import WagerMade
from engine.state import State
from engine.stones import score
from engine.vocabulary import BUILDING_SITES, EMPTY, Field, Site, Source


def wager(s: State, seat: int, action: Wager) -> None:
    if not any(s.rules.wager_fields):
        raise IllegalAction(Rule.MODULE_NOT_IN_PLAY, "stonemasons_wager")
    if has_wagered(s, seat):
        raise IllegalAction(Rule.WAGER_MADE)
    fields = s.wagers[action.site]
    if action.field >= len(fields) or fields[action.field] != EMPTY:
        raise IllegalAction(Rule.WAGER_FIELD)
    if not s.players[seat].quarry:
        raise IllegalAction(Rule.QUARRY_EMPTY)
    s.players[seat].quarry -= 1
    fields[action.field] = seat
    if s.events is not None:
        s.events.append(WagerMade(seat, action.site, action.field))


def wagers(s: State, seat: int) -> Iterator[Wager]:
    if s.players[seat].quarry and not has_wagered(s, seat):
        for site, field in free_fields(s):
            yield Wager(site, field)


def has_wagered(s: State, seat: int) -> bool:
    return any(seat in fields for fields in s.wagers)


def free_fields(s: State) -> list[tuple[Site, Field]]:
    """The empty fields; with two or three players there are left ones only."""
    return [
        (site, Field(index))
        for site in BUILDING_SITES
        for index, seat in enumerate(s.wagers[site])
        if seat == EMPTY
    ]


def score_wagers(s: State) -> None:
    """Points for the sites with the most, and the second most, stones (R11.2, R13.17)."""
    if not any(s.rules.wager_fields):
        return
    counts = {site: len(stones_at(s, site)) for site in BUILDING_SITES}
    ranking = sorted({count for count in counts.values() if count}, reverse=True)
    most = [site for site in BUILDING_SITES if ranking and counts[site] == ranking[0]]
    second = [site for site in BUILDING_SITES if ranking[1:] and counts[site] == ranking[1]]
    if len(most) > 1:
        _pay(s, most, s.rules.wager_points["most_tied"])
        return
    _pay(s, most, s.rules.wager_points["most"])
    if len(second) == 1:
        _pay(s, second, s.rules.wager_points["second"])


def _pay(s: State, sites: list[Site], points: dict[str, int]) -> None:
    for site in sites:
        for index, seat in enumerate(s.wagers[site]):
            if seat != EMPTY:
                score(s, seat, points[Field(index).word], Source.STONEMASONS_WAGER)
