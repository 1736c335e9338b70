"""How an event counts: points lists, byes, tie-breaks."""

from __future__ import annotations

from events.models import Event
from ratings.standings import Scoring, parse_point_number, parse_points


def scoring_of(event: Event) -> Scoring:
    """How the organiser of `event` counts."""
    lists = {4: event.points4, 3: event.points3, 2: event.points2}
    return Scoring(
        points={size: parse_points(text) for size, text in lists.items() if text},
        bye=parse_point_number(event.bye_points),
        tie_breaks=tuple(event.tie_break_words),
        seed=f"event {event.pk}",
    )
