"""Pyramid Decoration: points for the stones at the pyramids (R5.3)."""

from __future__ import annotations

from engine.cards.decoration import Decoration
from engine.vocabulary import Card, Site


class PyramidDecoration(Decoration):
    """Scores at the end of the game."""

    card = Card.PYRAMID_DECORATION
    decorated = Site.PYRAMID
