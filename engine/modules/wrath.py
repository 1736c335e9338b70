"""Wrath of the Pharaoh: -5 for staying away from a monument (R11.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.modules.module import ModuleRules
from engine.state import Facts, State
from engine.stones import score_points, stones_at
from engine.vocabulary import BUILDING_SITES, Module, Source

if TYPE_CHECKING:
    from engine.editions.shapes import WrathTable
    from engine.profiles import ProfileRules


POINTS: Final[int] = Source.WRATH_OF_THE_PHARAOH
AWAY_A_ROUND: Final = 0.5
"""For a computer player: how likely a round brings no stone to a monument."""


class WrathOfThePharaoh(ModuleRules[Facts]):
    """A penalty at the end of the game."""

    module = Module.WRATH_OF_THE_PHARAOH

    def __init__(self, table: WrathTable, players: int, profile: ProfileRules) -> None:
        super().__init__(table, players, profile)
        self.points: int = table["points"]

    def end_of_game(self, s: State) -> None:
        monuments = [stones_at(s, site) for site in BUILDING_SITES]
        for seat in range(len(s.players)):
            if not all(seat in stones for stones in monuments):
                score_points(s, seat, self.points, POINTS)

    def promise(self, s: State, ahead: int) -> list[float]:
        """The penalty, less likely the more rounds are left to come to each monument."""
        monuments = [stones_at(s, site) for site in BUILDING_SITES]
        missing = [
            sum(seat not in stones for stones in monuments) for seat in range(len(s.players))
        ]
        return [self.points * (1 - (1 - AWAY_A_ROUND**ahead) ** sites) for sites in missing]
