"""Six short lessons on the real table: positions, goals, comments.

``lesson`` plays and judges a task; ``actions`` and ``places`` have the lessons. A
position is the beginning of a log with a fixed deal, which the engine plays; what a learner does in
it is judged by the engine too.
"""

from __future__ import annotations

from typing import Final

from tables.learn.lessons.actions import LOADING, SAILING, TAKING, UNLOADING
from tables.learn.lessons.lesson import Lesson
from tables.learn.lessons.places import CARDS, SITES

LESSONS: Final[tuple[Lesson, ...]] = (TAKING, LOADING, UNLOADING, SAILING, SITES, CARDS)
"""All of them, in their order."""


def lesson_called(slug: str) -> Lesson:
    """The lesson with this name; raises ``KeyError``."""
    return {lesson.slug: lesson for lesson in LESSONS}[slug]
