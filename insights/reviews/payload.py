"""An analysis for the script of a replay (``static/js/reviews/replay.js``)."""

from __future__ import annotations

import json
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from drawing.language import cached_by_language
from drawing.replay.replay import Replay, cached_replay
from drawing.replay.track import HIGH, plies
from drawing.svg.charts import Scale, step_area
from engine.analysis import Analysis
from games.models import Game
from insights.reviews.alternatives import ghosts
from insights.reviews.models import FLAWS, Review
from insights.reviews.queries import GameReviews, analysis_of
from insights.reviews.step_words import AnalysisWords, ReviewKey, StepWords, analysis_words

MAX_GHOSTS: Final = 40
"""Entries of a game for which the better alternative is drawn."""

MOMENTS: Final = 5
"""Key moments of a game."""


def review_payload(game: Game, reviews: GameReviews) -> bytes:
    """JSON of the analysis, or of its progress."""
    if reviews.done is not None:
        return _done(ReviewKey(reviews.done), game.pk, game.log)
    return json.dumps(progress_payload(reviews)).encode()


def progress_payload(reviews: GameReviews) -> dict[str, object]:
    """Progress of an analysis, in numbers and in words."""
    row = reviews.present
    if row is None:
        return {"state": "none"}
    return {
        "state": row.state,
        "judged": row.judged,
        "entries": row.entries,
        "words": progress_words(row),
    }


def progress_words(row: Review) -> str:
    """Progress of an analysis in words."""
    if row.under_way and not row.judged:
        return _("The analysis is waiting to start.")
    if row.under_way:
        return _("Analysed: %(judged)s of %(entries)s moves.") % {
            "judged": row.judged,
            "entries": row.entries,
        }
    return str(row.get_state_display())


def key_steps(words: AnalysisWords) -> list[StepWords]:
    """The turning points, and the costliest entries where there are few of them; in their order."""
    noted = sorted(words.noted, key=lambda step: (not step.turning, -step.moved))
    return sorted(noted[:MOMENTS], key=lambda step: step.ply)


class Area(NamedTuple):
    """The area of a seat in a plot of ``WIDE`` x ``HIGH``; `letter` of its colour."""

    letter: str
    d: str


def share_areas(replay: Replay, analysis: Analysis) -> list[Area]:
    """The areas, the first seat on top: at each step as high as the share of wins."""
    shares = [analysis.entries[0].before.by_seat]
    shares += [entry.after.by_seat for entry in analysis.entries]
    edges = list(zip(*([0.0, *accumulate(row)] for row in shares), strict=True))
    x, y = plies(replay), Scale(0, 1, 0, HIGH)
    return [
        Area(seat_drawing.letter, step_area(upper, lower, x, y))
        for seat_drawing, (upper, lower) in zip(replay.drawing.seats, pairwise(edges), strict=True)
    ]


# --- inside -------------------------------------------------------------------


@cached_by_language(32)
def _done(row: ReviewKey, game_id: str, log: str) -> bytes:
    replay, analysis = cached_replay(log), analysis_of(row.row)
    words = analysis_words(row.row, log)
    flawed = sorted(
        (entry for entry in analysis.entries if str(entry.mark) in FLAWS and entry.best),
        key=lambda entry: -entry.loss,
    )
    ghosts_by_entry = ghosts(
        replay, log, {entry.entry: entry.best[0].text for entry in flawed[:MAX_GHOSTS]}
    )
    body = {
        "state": "done",
        "title": _("chance to win"),
        "areas": share_areas(replay, analysis),
        "stops": [step.ply for step in key_steps(words)],
        "moments": render_to_string(
            "reviews/partials/moments.html",
            {"steps": key_steps(words), "base_url": reverse("game", args=[game_id])},
        ),
        "steps": [
            [
                step.sentences,
                step.sign,
                step.label,
                step.mark,
                int(step.turning),
                ghosts_by_entry.get(step.ply, []),
            ]
            for step in words.steps
        ],
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
