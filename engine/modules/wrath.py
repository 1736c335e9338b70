"""Wrath of the Pharaoh: -5 for staying away from a monument (R11.5)."""

from __future__ import annotations

from engine.cards.final import stones_at
from engine.state import State
from engine.stones import score
from engine.vocabulary import BUILDING_SITES, Module, Source


def score_wrath(s: State) -> None:
    if Module.WRATH_OF_THE_PHARAOH not in s.rules.setup.modules:
        return
    builders = [set(stones_at(s, site)) for site in BUILDING_SITES]
    for seat in range(len(s.players)):
        if not all(seat in present for present in builders):
            score(s, seat, s.rules.wrath_points, Source.WRATH_OF_THE_PHARAOH)
