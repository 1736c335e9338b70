"""Paved Path: a stone to the obelisks (R5.1)."""

from __future__ import annotations

from engine.cards.stone_to_site import StoneToSite
from engine.vocabulary import Card, Site


class PavedPath(StoneToSite):
    """Works at once."""

    card = Card.PAVED_PATH
    site = Site.OBELISKS
    value = 2.6
