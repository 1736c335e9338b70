"""Standings of games as badges: a word and its kind (the ``badge--…`` of it, or none)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.models import Standing

STANDING_BADGES: Final = {
    Standing.COUNTED: (_("rated"), "good"),
    Standing.WAITING: (_("not rated yet"), "wait"),
    Standing.UNRATED: (_("unrated"), ""),
    Standing.DISPUTED: (_("disputed"), "bad"),
    Standing.CONTESTED: (_("contested"), "bad"),
    Standing.VOID: (_("void"), ""),
    Standing.REFUTED: (_("refuted"), "bad"),
}


def standing_badge(standing: str) -> tuple[str, str]:
    """The badge of a game's `standing`."""
    word, kind = STANDING_BADGES[Standing(standing)]
    return str(word), kind
