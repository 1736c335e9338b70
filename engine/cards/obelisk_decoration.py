"""Obelisk Decoration: points for the stones at the obelisks (R5.3)."""

from __future__ import annotations

from engine.cards.decoration import Decoration
from engine.vocabulary import Card, Site


class ObeliskDecoration(Decoration):
    """Scores at the end of the game."""

    card = Card.OBELISK_DECORATION
    decorated = Site.OBELISKS
