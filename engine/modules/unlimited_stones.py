"""Unlimited stones: quarries that never run out, an option of Yucata's (P5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.modules.module import ModuleRules
from engine.state import Facts
from engine.vocabulary import Module, Profile

if TYPE_CHECKING:
    from engine.setup import Setup

UNLIMITED: Final = 10**6
"""More stones than any log within the limits can take."""


class UnlimitedStones(ModuleRules[Facts]):
    """For two players with a part of A New Dynasty (P5, R13.20)."""

    module = Module.UNLIMITED_STONES
    endless = True

    @staticmethod
    def refused(setup: Setup) -> str:
        if setup.profile is not Profile.YUCATA:
            return "only the profile yucata has this option"
        if len(setup.seats) > 2 or not setup.new_dynasty:
            return "only for two players with a part of A New Dynasty"
        return ""

    def stones(self, count: int) -> int:
        return UNLIMITED
