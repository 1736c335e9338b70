"""Entrance: a stone to the pyramids (R5.1)."""

from __future__ import annotations

from engine.cards.stone_to_site import StoneToSite
from engine.vocabulary import Card, Site


class Entrance(StoneToSite):
    """Works at once."""

    card = Card.ENTRANCE
    site = Site.PYRAMID
    value = 2.2
