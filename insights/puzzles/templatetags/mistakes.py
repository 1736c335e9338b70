"""The reader's own mistakes on pages of games and players."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.context import Context

from games.models import Account, Game, Seat
from insights.puzzles.services import retrying

register = template.Library()


@register.simple_tag(takes_context=True)
def mistakes_of_reader(context: Context, game: Game) -> int:
    """Number of the reader's mistakes in `game`, by its analysis. No query for a reader without a
    seat there."""
    account = getattr(context.get("request"), "user", None)
    seats: Sequence[Seat] = context.get("seats") or ()
    if not isinstance(account, Account):
        return 0
    has_seat = any(seat.player and seat.player.account_id == account.pk for seat in seats)
    return retrying.mistakes(account, game.pk).count() if has_seat else 0
