"""An analysis for the script of a replay (``static/js/reviews/replay.js``)."""

from __future__ import annotations

import json
from collections.abc import Sequence
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

STEP_DIGITS: Final = 4
"""Digits of the number of a step."""

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


def marked_steps(words: AnalysisWords) -> list[StepWords]:
    """Turning points and the costliest entries, in their order."""
    steps = {step.ply: step for step in (*key_steps(words), *words.mistakes)}
    return [steps[ply] for ply in sorted(steps)]


def chosen_step(words: AnalysisWords, moments: Sequence[StepWords], number: str) -> StepWords:
    """The step with that `number`; without one the costliest of the `moments`, or the last
    step."""
    if number.isdecimal() and len(number) <= STEP_DIGITS and 0 < int(number) <= len(words.steps):
        return words.steps[int(number) - 1]
    return max(moments, key=lambda step: step.moved, default=words.steps[-1])


class Area(NamedTuple):
    """The area of a seat in a plot of ``WIDE`` x ``HIGH``; `letter` of its colour."""

    letter: str
    d: str


class Lane(NamedTuple):
    """The chance of one seat, step by step, as an area of its own."""

    title: str
    colour: str
    letter: str
    d: str


def share_areas(replay: Replay, analysis: Analysis) -> list[Area]:
    """The areas, the first seat on top: at each step as high as the share of wins."""
    edges = list(zip(*([0.0, *accumulate(row)] for row in _shares(analysis)), strict=True))
    x, y = plies(replay), Scale(0, 1, 0, HIGH)
    return [
        Area(seat_drawing.letter, step_area(upper, lower, x, y))
        for seat_drawing, (upper, lower) in zip(replay.drawing.seats, pairwise(edges), strict=True)
    ]


def share_lanes(replay: Replay, analysis: Analysis) -> list[Lane]:
    """One area for each seat, from the ground of its own lane."""
    shares = _shares(analysis)
    x, y = plies(replay), Scale(0, 1, HIGH, 0)
    ground = [0.0] * len(shares)
    return [
        Lane(panel.title, panel.colour, panel.letter, step_area(heights, ground, x, y))
        for panel, heights in zip(replay.drawing.seats, zip(*shares, strict=True), strict=True)
    ]


# --- inside -------------------------------------------------------------------


def _shares(analysis: Analysis) -> list[Sequence[float]]:
    """Chances to win by seat, at the deal and after each entry."""
    return [
        analysis.entries[0].before.by_seat,
        *(entry.after.by_seat for entry in analysis.entries),
    ]


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
