"""How an event counts: points lists, byes, tie-breaks."""

from __future__ import annotations

from events.models import Event, EventFormat
from ratings.standings import Scoring, parse_point_number, parse_points


def scoring_of(event: Event) -> Scoring:
    """How the organiser of `event` counts. In pairs all sit at tables of two, and a bye is worth a
    win, as FIDE has it."""
    lists = {4: event.points4, 3: event.points3, 2: event.points2}
    if event.format == EventFormat.PAIRS:
        lists = {2: event.points2}
    points = {size: parse_points(text) for size, text in lists.items() if text}
    return Scoring(
        points=points,
        bye=points[2][0]
        if event.format == EventFormat.PAIRS
        else parse_point_number(event.bye_points),
        tie_breaks=tuple(event.tie_break_words),
        seed=seed_of(event),
    )


def seed_of(event: Event) -> str:
    """The published text from which draws of `event` follow."""
    return f"event {event.pk}"
