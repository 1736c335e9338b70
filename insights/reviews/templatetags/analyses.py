"""Analyses in pages of games and tables."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template.context import Context

from games.models import Account, Game, Seat
from insights.reviews.payload import progress_words
from insights.reviews.queries import HIDDEN_STANDINGS, costliest, reviews_of
from insights.reviews.step_words import analysis_words, flaw_heads

register = template.Library()


@register.simple_tag(takes_context=True)
def analysis_of_game(context: Context, game: Game) -> dict[str, object]:
    """Context of ``reviews/partials/of_game.html``; empty for a game that is not analysed. The
    reader's own seat comes first, and a reader who played sees the own mistakes."""
    if game.standing in HIDDEN_STANDINGS:
        return {}
    reviews = reviews_of(game)
    analysis: dict[str, object] = {"found": reviews, "flaws": flaw_heads()}
    if reviews.present is not None:
        analysis["words"] = progress_words(reviews.present)
    if reviews.done is not None:
        words = analysis_words(reviews.done, game.log)
        account = getattr(context.get("request"), "user", None)
        reader_seats = _seats_of_reader(account, context.get("seats") or ())
        seats = sorted(words.seats, key=lambda row: row.seat not in reader_seats)
        summary = seats[0] if reader_seats else None
        analysis |= {
            "seats": seats,
            "own": summary,
            "mistakes": summary.mistakes if summary else words.mistakes,
            "shown": words,
        }
    return analysis


def _seats_of_reader(account: object, seats: Iterable[Seat]) -> set[int]:
    """The seats of the reader, of the rows `seats` of the game."""
    if not isinstance(account, Account):
        return set()
    return {seat.number for seat in seats if seat.player and seat.player.account_id == account.pk}


@register.simple_tag
def costliest_of(game: Game, account: Account) -> dict[str, object]:
    """Context of ``reviews/partials/costliest.html``: state of the analysis of `game`, and the
    steps that cost `account` most."""
    if game.standing in HIDDEN_STANDINGS:
        return {"state": ""}
    reviews = reviews_of(game)
    if reviews.done is None:
        return {"state": reviews.state}
    steps = analysis_words(reviews.done, game.log).steps
    return {"state": "done", "steps": [steps[flaw.entry - 1] for flaw in costliest(game, account)]}
