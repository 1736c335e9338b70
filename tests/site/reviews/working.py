"""Analyses for the tests: of few playouts, so that a game takes part of a second."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.utils import timezone

from engine.analysis import (
    METHOD,
    PlayoutBudget,
    analysed_game,
    analysis_from_json,
    analysis_to_json,
    assemble_analysis,
    judge_entry,
)
from games.engine_version import engine_version
from games.models import Game
from insights.reviews.models import Flaw, Review, ReviewReason, ReviewState
from insights.reviews.services import working

FEW = PlayoutBudget(2, 2, 1.0)


@contextmanager
def few_playouts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(working, "BUDGET", FEW)
        patched.setattr(working, "analysed_game", partial(analysed_game, playouts=2))
        patched.setattr(working.Messages, "others_wait", lambda self: False)
        yield


def marked(game: Game) -> Review:
    """A review that is done, with marks: few playouts are sure of nothing, so three choices are
    said to be a mistake, a blunder, an only move; the blunder and the last of the bank turn the
    game."""
    found = analysed_game(game.log, playouts=2)
    judged = [judge_entry(found, entry, FEW) for entry in range(1, found.entries + 1)]
    kept = analysis_to_json(assemble_analysis(found, judged))
    for entry in kept["entries"]:
        entry["mark"], entry["turning"] = None, False
    choices = [one for one in kept["entries"] if len(one["best"]) > 1]
    for at, mark, loss in ((-20, "mistake", 0.12), (-9, "blunder", 0.25), (-4, "only", 0.0)):
        one = choices[at]
        one["best"] = [best for best in one["best"] if best["text"] != one["text"]]
        one["mark"], one["loss"], one["turning"] = mark, loss, mark == "blunder"
    [one for one in kept["entries"] if one["seat"] is None][-1]["turning"] = True
    review = Review.objects.create(
        game=game,
        method=METHOD,
        engine=engine_version(),
        state=ReviewState.DONE,
        reason=ReviewReason.ASKED,
        entries=found.entries,
        judged=found.entries,
        done_at=timezone.now(),
        result=json.dumps(kept).encode(),
    )
    Flaw.objects.bulk_create(working.flaws_of(review, game, analysis_from_json(kept)))
    return review
