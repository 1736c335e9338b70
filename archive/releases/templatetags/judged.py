"""Warning on the page of a game where the current engine differs from the record."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.context import Context

from archive.releases.impact_words import mismatch_sentence
from archive.releases.queries import find_mismatch
from games.models import Game, Seat

register = template.Library()


@register.simple_tag(takes_context=True)
def engine_mismatch(context: Context, game: Game) -> dict[str, object] | None:
    """Mismatch of `game` with the current engine, and a sentence about it; None without one."""
    seats: Sequence[Seat] = context.get("seats") or list(game.seats.select_related("player"))
    mismatch = find_mismatch(game, seats)
    return (
        {"mismatch": mismatch, "sentence": mismatch_sentence(mismatch, seats)} if mismatch else None
    )
