"""Analyses for the tests: of few playouts, so that a game takes part of a second."""

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
from engine.build import engine_version
from games.models import Game
from insights.reviews.models import Flaw, Review, ReviewReason, ReviewState
from insights.reviews.services import working

FEW = PlayoutBudget(2, 2, 1.0)


@contextmanager
def few_playouts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(working, "BUDGET", FEW)
        patched.setattr(working, "analysed_game", partial(analysed_game, playouts=2, nodes=500))
        patched.setattr(working.Messages, "has_other_work", lambda self: False)
        yield


def marked(game: Game) -> Review:
    """A review that is done, with marks: few playouts are sure of nothing, so three choices are
    said to be a mistake, a blunder, an only move; the blunder and the last of the bank turn the
    game."""
    analysed = analysed_game(game.log, playouts=2, nodes=500)
    judged_entries = [judge_entry(analysed, entry, FEW) for entry in range(1, analysed.entries + 1)]
    document = analysis_to_json(assemble_analysis(analysed, judged_entries))
    for entry in document["entries"]:
        entry["mark"], entry["turning"] = None, False
    choices = [one for one in document["entries"] if len(one["best"]) > 1]
    for at, mark, loss in ((-20, "mistake", 0.12), (-9, "blunder", 0.25), (-4, "only", 0.0)):
        seat = choices[at]["seat"]
        one = next(  # with the loss the share was no more than all
            choice
            for choice in reversed(choices[: at + 1])
            if choice["seat"] == seat and choice["after"][0][seat] + loss <= 1
        )
        one["best"] = [best for best in one["best"] if best["text"] != one["text"]]
        one["mark"], one["loss"], one["turning"] = mark, loss, mark == "blunder"
    [one for one in document["entries"] if one["seat"] is None][-1]["turning"] = True
    review = Review.objects.create(
        game=game,
        method=METHOD,
        engine=engine_version(),
        state=ReviewState.DONE,
        reason=ReviewReason.ASKED,
        entries=analysed.entries,
        judged=analysed.entries,
        done_at=timezone.now(),
        result=json.dumps(document).encode(),
    )
    Flaw.objects.bulk_create(working.flaws_of(review, game, analysis_from_json(document)))
    return review
