"""Analyses in pages of games and tables."""

from __future__ import annotations

from typing import Final

from django import template

from games.models import Account, Game
from insights.reviews.models import FLAWS
from insights.reviews.payload import progress_words
from insights.reviews.queries import HIDDEN_STANDINGS, costliest, reviews_of
from insights.reviews.step_words import analysis_words

register = template.Library()

LINES: Final = 12
"""Marked entries and turning points that the page of a game lists; another page has all."""


@register.simple_tag
def analysis_of_game(game: Game) -> dict[str, object]:
    """Context of ``reviews/partials/of_game.html``; empty for a game that is not analysed."""
    if game.standing in HIDDEN_STANDINGS:
        return {}
    reviews = reviews_of(game)
    context: dict[str, object] = {"found": reviews, "flaws": [flaw.label for flaw in FLAWS]}
    if reviews.present is not None:
        context["words"] = progress_words(reviews.present)
    if reviews.done is not None:
        words = analysis_words(reviews.done, game.log)
        noted = sorted(words.noted, key=lambda step: (not step.turning, -step.moved))[:LINES]
        context |= {"shown": words, "steps": sorted(noted, key=lambda step: step.ply)}
    return context


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
