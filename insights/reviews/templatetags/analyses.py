"""Analyses in pages of games and tables."""

from __future__ import annotations

from typing import Final

from django import template

from games.models import Account, Game
from insights.reviews.models import FLAWS
from insights.reviews.payload import progress_words
from insights.reviews.queries import NOT_SHOWN, costliest, reviews_of
from insights.reviews.shown import analysis_words

register = template.Library()

LINES: Final = 12
"""Marked entries and turning points that the page of a game lists; another page has all."""


@register.simple_tag
def analysis_of_game(game: Game) -> dict[str, object]:
    """For ``reviews/partials/of_game.html``; empty for a game that is not analysed."""
    if game.standing in NOT_SHOWN:
        return {}
    found = reviews_of(game)
    context: dict[str, object] = {"found": found, "flaws": [flaw.label for flaw in FLAWS]}
    if found.present is not None:
        context["words"] = progress_words(found.present)
    if found.done is not None:
        said = analysis_words(found.done, game.log)
        noted = sorted(said.noted, key=lambda step: (not step.turning, -step.moved))[:LINES]
        context |= {"shown": said, "steps": sorted(noted, key=lambda step: step.ply)}
    return context


@register.simple_tag
def costliest_of(game: Game, account: Account) -> dict[str, object]:
    """For ``reviews/partials/costliest.html``: what became of the analysis of `game`, and the steps
    that cost `account` most."""
    if game.standing in NOT_SHOWN:
        return {"state": ""}
    found = reviews_of(game)
    if found.done is None:
        return {"state": found.state}
    steps = analysis_words(found.done, game.log).steps
    return {"state": "done", "steps": [steps[one.entry - 1] for one in costliest(game, account)]}
