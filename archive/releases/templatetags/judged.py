"""Warnings on pages of games where the current engine differs from the record."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.context import Context

from archive.releases.models import Impact
from archive.releases.queries import find_mismatch, newest_by
from archive.releases.services.candidates import impact_of
from archive.releases.services.impact import percent_judged
from archive.releases.shown import mismatch_sentence, summary
from engine.editions import Edition
from games.models import Game, Seat

register = template.Library()


@register.simple_tag(takes_context=True)
def judged_otherwise(context: Context, game: Game) -> dict[str, object] | None:
    """For a page of `game`: what differs, and in a sentence; None if nothing does."""
    seats: Sequence[Seat] = context.get("seats") or list(game.seats.select_related("player"))
    mismatch = find_mismatch(game, seats)
    return {"found": mismatch, "said": mismatch_sentence(mismatch, seats)} if mismatch else None


@register.simple_tag
def impact_of_candidate(text: Edition) -> dict[str, object] | None:
    """For the preview of an edition: what exactly its numbers would change; None: not known."""
    return _impact_context(impact_of(text.tables))


@register.simple_tag
def impact_by_edition(name: str) -> dict[str, object] | None:
    """For the page of an edition: the newest impact that counts by it."""
    return _impact_context(newest_by(name))


def _impact_context(impact: Impact | None) -> dict[str, object] | None:
    if impact is None:
        return None
    return {"impact": impact, "progress": percent_judged(impact), "said": summary(impact)}
