"""Temple Decoration: points for the stones at the temple (R5.3)."""

from __future__ import annotations

from engine.cards.decoration import Decoration
from engine.vocabulary import Card, Site


class TempleDecoration(Decoration):
    """Scores at the end of the game."""

    card = Card.TEMPLE_DECORATION
    decorated = Site.TEMPLE
