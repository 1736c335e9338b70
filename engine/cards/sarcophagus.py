"""Sarcophagus: a stone to the burial chamber (R5.1)."""

from __future__ import annotations

from engine.cards.stone_to_site import StoneToSite
from engine.vocabulary import Card, Site


class Sarcophagus(StoneToSite):
    """Works at once."""

    card = Card.SARCOPHAGUS
    site = Site.BURIAL_CHAMBER
    value = 2.2
