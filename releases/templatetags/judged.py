"""What pages of games say where the engine at hand differs from the record."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.context import Context

from games.models import Game, Seat
from releases.queries import otherwise
from releases.shown import said_of

register = template.Library()


@register.simple_tag(takes_context=True)
def judged_otherwise(context: Context, game: Game) -> dict[str, object] | None:
    """For a page of `game`: what differs, and in a sentence; None if nothing does."""
    seats: Sequence[Seat] = context.get("seats") or list(game.seats.select_related("player"))
    found = otherwise(game, seats)
    return {"found": found, "said": said_of(found, seats)} if found else None
