"""The Stonemason's Wager: which site will have the most stones (R11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import exp
from typing import TYPE_CHECKING, ClassVar, Final

from engine.entries import Action
from engine.entries.forms import FIELD, SITE, Form
from engine.errors import IllegalAction, Rule
from engine.events import WagerMade
from engine.modules.module import ModuleRules
from engine.shown import View
from engine.state import Facts, State
from engine.stones import score_points, spread_of, stones_at
from engine.turns.turn import FunctionTurn, Turn
from engine.vocabulary import BUILDING_SITES, EMPTY, Field, Module, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import WagerTable
    from engine.profiles import ProfileRules


POINTS: Final[int] = Source.STONEMASONS_WAGER
FULL_WORTH: Final = 3
"""For a computer player: rounds to come that make a wager to be made worth a point."""


@dataclass(frozen=True)
class Wager(Action):
    """One stone from the quarry onto a betting field (R11.2)."""

    site: Site
    field: Field


Wager.form = Form("wager", SITE, FIELD)


BUILT: Final = [site in BUILDING_SITES for site in Site]
"""By site, whether it has betting fields."""


class Fields(Facts):
    """`fields`: by site and ``Field`` the seat whose stone lies there, or ``EMPTY``."""

    facts: ClassVar[tuple[str, ...]] = ("fields",)
    __slots__ = facts

    def __init__(self, count: int) -> None:
        self.fields = [[EMPTY] * (count if built else 0) for built in BUILT]

    def copy(self) -> Fields:
        new = Fields(0)
        new.fields = [fields.copy() for fields in self.fields]
        return new


class StonemasonsWager(ModuleRules[Fields]):
    """Betting fields at the four building sites."""

    module = Module.STONEMASONS_WAGER
    entries = (Wager,)

    def __init__(self, table: WagerTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.fields = len(table["fields"][str(players)])
        self.most = _by_field(table["most"])
        self.most_tied = _by_field(table["most_tied"])
        self.second = _by_field(table["second"])

    def storage(self) -> Fields:
        return Fields(self.fields)

    def turns(self) -> Mapping[type[Action], Turn]:
        return {Wager: FunctionTurn(self.bet, self.bets)}

    def bet(self, s: State, seat: int, action: Wager) -> None:
        if self.has_bet(s, seat):
            raise IllegalAction(Rule.WAGER_MADE)
        laid: Fields = s.modules[self.index]
        fields = laid.fields[action.site]
        if action.field >= len(fields) or fields[action.field] != EMPTY:
            raise IllegalAction(Rule.WAGER_FIELD)
        if not s.players[seat].quarry:
            raise IllegalAction(Rule.QUARRY_EMPTY)
        s.players[seat].quarry -= 1
        fields[action.field] = seat
        if s.events is not None:
            s.events.append(WagerMade(seat, action.site, action.field))

    def bets(self, s: State, seat: int) -> Iterator[Wager]:
        if s.players[seat].quarry and not self.has_bet(s, seat):
            laid: Fields = s.modules[self.index]
            for site in BUILDING_SITES:
                for index, owner in enumerate(laid.fields[site]):
                    if owner == EMPTY:
                        yield Wager(site, Field(index))

    def has_bet(self, s: State, seat: int) -> bool:
        laid: Fields = s.modules[self.index]
        return any(seat in fields for fields in laid.fields)

    def end_of_game(self, s: State) -> None:
        """Points for the sites with the most, and the second most, stones (R11.2, R13.17)."""
        counts = [len(stones_at(s, site)) if BUILT[site] else 0 for site in range(len(BUILT))]
        first = max(counts)
        second = max([0, *[count for count in counts if count < first]])
        if not first:
            return
        if counts.count(first) > 1:
            self._pay(s, counts, first, self.most_tied)
            return
        self._pay(s, counts, first, self.most)
        if second and counts.count(second) == 1:
            self._pay(s, counts, second, self.second)

    def _pay(self, s: State, counts: list[int], paid: int, points: list[int]) -> None:
        """Give `points`, by field, at the sites whose count of stones is `paid`."""
        laid: Fields = s.modules[self.index]
        for site, count in enumerate(counts):
            if count == paid:
                for field, seat in enumerate(laid.fields[site]):
                    if seat != EMPTY:
                        score_points(s, seat, points[field], POINTS)

    def quarried(self, storage: Fields) -> Iterable[int]:
        return chain.from_iterable(storage.fields)

    def promise(self, s: State, ahead: int) -> list[float]:
        """A wager by how likely its site has the most stones; one to be made, by a little."""
        storage: Fields = s.modules[self.index]
        values = [0.0] * len(s.players)
        counts = {site: len(stones_at(s, site)) for site in BUILDING_SITES}
        highest, spread = max(counts.values()), spread_of(ahead)
        chances = {site: exp((count - highest) / spread) for site, count in counts.items()}
        bettors = set()
        for site, likely in chances.items():
            for index, seat in enumerate(storage.fields[site]):
                if seat != EMPTY:
                    bettors.add(seat)
                    values[seat] += self.most[index] * likely / sum(chances.values())
        for seat in range(len(values)):
            values[seat] += (seat not in bettors) * min(1.0, ahead / FULL_WORTH)
        return values

    def show(self, s: State, viewer: int | None, game_view: View) -> None:
        laid: Fields = s.modules[self.index]
        for site, fields in zip(Site, laid.fields, strict=True):
            game_view["sites"][site.word]["wagers"] = {
                Field(index).word: None if seat == EMPTY else seat
                for index, seat in enumerate(fields)
            }


def _by_field(points: Mapping[str, int]) -> list[int]:
    """Points of the edition, by ``Field``."""
    return [points[field.word] for field in Field]
