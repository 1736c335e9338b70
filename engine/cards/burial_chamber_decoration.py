"""Burial Chamber Decoration: points for the stones in the burial chamber (R5.3)."""

from __future__ import annotations

from engine.cards.decoration import Decoration
from engine.vocabulary import Card, Site


class BurialChamberDecoration(Decoration):
    """Scores at the end of the game."""

    card = Card.BURIAL_CHAMBER_DECORATION
    decorated = Site.BURIAL_CHAMBER
