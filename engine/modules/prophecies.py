"""God Prophecies: foretell an accomplishment (R11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.agenda import Chance
from engine.entries import Action, Outcome
from engine.entries.action import ascending
from engine.entries.forms import PROPHECY, Form, ManyWords
from engine.errors import IllegalAction, Rule
from engine.events import PropheciesRevealed, ScarabLaid
from engine.modules.module import ModuleRules
from engine.pile import check_count
from engine.shown import View
from engine.state import Facts, State
from engine.stones import score_points, stones_at
from engine.turns.turn import FunctionTurn, Reveal, Turn
from engine.vocabulary import BUILDING_SITES, Card, Module, Prophecy, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import PropheciesTable
    from engine.profiles import ProfileRules


AMUN: Final = Prophecy.AMUN
POINTS: Final[int] = Source.GOD_PROPHECIES
LOST_A_ROUND: Final = 0.07
GAINED_A_ROUND: Final = 0.06
"""For a computer player: how likely a round changes the truth of a prophecy."""


@dataclass(frozen=True)
class Prophesy(Action):
    """Lay a scarab on a prophecy for the present period (R11.4)."""

    prophecy: Prophecy


Prophesy.form = Form("prophecy", PROPHECY)


@dataclass(frozen=True)
class RevealProphecies(Outcome):
    """The prophecies in play, in the order of ``Prophecy`` (R11.4)."""

    prophecies: tuple[Prophecy, ...]

    def __post_init__(self) -> None:
        ascending(self, "prophecies")


RevealProphecies.form = Form("prophecies", ManyWords(PROPHECY, 1, 7))


class Foretold(Facts):
    """The `prophecies` in play, and `scarabs`: for each of them by seat the period from 1, or 0."""

    facts: ClassVar[tuple[str, ...]] = ("prophecies", "scarabs")
    __slots__ = facts

    def __init__(self) -> None:
        self.prophecies: list[Prophecy] = []
        self.scarabs: list[list[int]] = []

    def copy(self) -> Foretold:
        new = Foretold()
        new.prophecies = self.prophecies.copy()
        new.scarabs = [seats.copy() for seats in self.scarabs]
        return new


class GodProphecies(ModuleRules[Foretold]):
    """Cards of which the bank lays some out, and scarabs to lay on them."""

    module = Module.GOD_PROPHECIES
    entries = (Prophesy, RevealProphecies)
    new_dynasty = True

    def __init__(self, table: PropheciesTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.in_play: int = table["in_play"]
        self.scarabs: int = table["scarabs"]
        self.period_of: dict[int, int] = {
            number: period for period, rounds in enumerate(table["periods"], 1) for number in rounds
        }
        self.points: list[list[int]] = table["points"]
        self.amun_red_cards: int = table["amun_red_cards"]
        self.thoth_statues: int = table["thoth_statues"]
        self.ptah_stones: int = table["ptah_stones"]

    def storage(self) -> Foretold:
        return Foretold()

    def turns(self) -> Mapping[type[Action], Turn]:
        return {Prophesy: FunctionTurn(self.prophesy, self.prophesies)}

    def outcomes(self) -> Mapping[type[Action], Reveal]:
        return {RevealProphecies: Reveal(self.reveal, self.possible)}

    # ------------------------------------------------------------------------- in the game

    def before_first_round(self, s: State) -> None:
        s.agenda.append(Chance(RevealProphecies, self.in_play))

    def reveal(self, s: State, chance: Chance, action: RevealProphecies) -> None:
        """The bank names the prophecies in play."""
        check_count(chance.count, len(action.prophecies))
        if len(set(action.prophecies)) < len(action.prophecies):
            raise IllegalAction(Rule.PROPHECIES_IMPOSSIBLE)
        s.agenda.pop()
        foretold: Foretold = s.modules[self.index]
        foretold.prophecies = list(action.prophecies)
        foretold.scarabs = [[0] * len(s.players) for _ in action.prophecies]
        if s.events is not None:
            s.events.append(PropheciesRevealed(action.prophecies))

    def possible(self, s: State, chance: Chance) -> list[str]:
        return [prophecy.word for prophecy in Prophecy]

    def prophesy(self, s: State, seat: int, action: Prophesy) -> None:
        foretold: Foretold = s.modules[self.index]
        if action.prophecy not in foretold.prophecies:
            raise IllegalAction(Rule.PROPHECY_NOT_IN_PLAY, action.prophecy.word)
        scarabs = foretold.scarabs[foretold.prophecies.index(action.prophecy)]
        if scarabs[seat] or not self.may_prophesy(s, seat):
            raise IllegalAction(Rule.PROPHECY_MADE)
        period = scarabs[seat] = self.period_of[s.round]
        if s.events is not None:
            s.events.append(ScarabLaid(seat, action.prophecy, period))

    def prophesies(self, s: State, seat: int) -> Iterator[Prophesy]:
        """One scarab a card, one a period, two in all (R11.4)."""
        if self.may_prophesy(s, seat):
            foretold: Foretold = s.modules[self.index]
            for prophecy, scarabs in zip(foretold.prophecies, foretold.scarabs, strict=True):
                if not scarabs[seat]:
                    yield Prophesy(prophecy)

    def may_prophesy(self, s: State, seat: int) -> bool:
        """True if `seat` has a scarab left, and none for the present period."""
        foretold: Foretold = s.modules[self.index]
        periods = [scarabs[seat] for scarabs in foretold.scarabs if scarabs[seat]]
        return len(periods) < self.scarabs and self.period_of[s.round] not in periods

    def keeps_red_cards(self, s: State) -> bool:
        """With Amun in play, whose card counts them (R13.16, P2)."""
        foretold: Foretold = s.modules[self.index]
        return AMUN in foretold.prophecies

    # ----------------------------------------------------------------------------- the end

    def end_of_game(self, s: State) -> None:
        foretold: Foretold = s.modules[self.index]
        for prophecy, scarabs in zip(foretold.prophecies, foretold.scarabs, strict=True):
            for seat, period in enumerate(scarabs):
                if period:
                    fulfilled, failed = self.points[period - 1]
                    points = fulfilled if self.fulfilled(s, prophecy, seat) else failed
                    score_points(s, seat, points, POINTS)

    def fulfilled(self, s: State, prophecy: Prophecy, seat: int) -> bool:
        """True if `seat` has done what `prophecy` foretells."""
        return FULFILLED[prophecy](self, s, seat)

    def amun(self, s: State, seat: int) -> bool:
        """Red cards that came to the player; with Amun in play all are kept (R13.16, P2)."""
        cards, count = s.players[seat].cards, 0
        for card in s.rules.red_cards:
            count += cards[card]
        return count >= self.amun_red_cards

    def thoth(self, s: State, seat: int) -> bool:
        return s.players[seat].cards[Card.STATUE] >= self.thoth_statues

    def ptah(self, s: State, seat: int) -> bool:
        needed = self.ptah_stones
        return all(stones_at(s, site).count(seat) >= needed for site in BUILDING_SITES)

    def promise(self, s: State, ahead: int) -> list[float]:
        """Prophecies by their present truth and the changes still possible."""
        storage: Foretold = s.modules[self.index]
        values = [0.0] * len(s.players)
        for prophecy, scarabs in zip(storage.prophecies, storage.scarabs, strict=True):
            for seat, period in enumerate(scarabs):
                if period:
                    fulfilled, failed = self.points[period - 1]
                    holds = self.fulfilled(s, prophecy, seat)
                    likely = 1 - LOST_A_ROUND * ahead if holds else GAINED_A_ROUND * ahead
                    values[seat] += likely * fulfilled + (1 - likely) * failed
        return values

    def show(self, s: State, viewer: int | None, game_view: View) -> None:
        foretold: Foretold = s.modules[self.index]
        game_view["prophecies"] = [
            {"prophecy": prophecy.word, "scarabs": [period or None for period in scarabs]}
            for prophecy, scarabs in zip(foretold.prophecies, foretold.scarabs, strict=True)
        ]


Condition = Callable[[GodProphecies, State, int], bool]


def strict_majority(site: Site) -> Condition:
    """The condition of having alone the most stones at `site`; nothing is never the most."""
    index: int = site

    def holds(module: GodProphecies, s: State, seat: int) -> bool:
        counts = [0] * len(s.players)
        for owner in stones_at(s, index):
            counts[owner] = counts[owner] + 1
        seat_stones = counts[seat]
        counts[seat] = -1
        return seat_stones > max(counts)

    return holds


FULFILLED: Final[Mapping[Prophecy, Condition]] = {
    Prophecy.AMUN: GodProphecies.amun,
    Prophecy.RA: strict_majority(Site.PYRAMID),
    Prophecy.ISIS: strict_majority(Site.TEMPLE),
    Prophecy.ANUBIS: strict_majority(Site.BURIAL_CHAMBER),
    Prophecy.OSIRIS: strict_majority(Site.OBELISKS),
    Prophecy.THOTH: GodProphecies.thoth,
    Prophecy.PTAH: GodProphecies.ptah,
}
