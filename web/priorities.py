"""Priorities of requests: heavy views have threads of their own, so that quick ones never wait
behind them.

A view says so itself: ``@heavy``, outermost, on one that searches, lists, paints or judges.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar

View = TypeVar("View", bound=Callable[..., Any])
MARK: Final = "priority"


class Priority(Enum):
    """Requests that share threads."""

    QUICK = "quick"
    HEAVY = "heavy"
    DRY_RUN = "dry run"


def heavy(view: View) -> View:
    """Mark a view, a function or a class, whose work grows with the record or with the request."""
    setattr(view, MARK, Priority.HEAVY)
    return view


def judging(view: View) -> View:
    """Mark a view that judges logs while its client waits."""
    setattr(view, MARK, Priority.DRY_RUN)
    return view


def marked_priority(view: Callable[..., Any]) -> Priority:
    """The mark of a view of the URL conf, or of its class."""
    for marked in (view, getattr(view, "view_class", None), getattr(view, "cls", None)):
        if priority := getattr(marked, MARK, None):
            return Priority(priority)
    return Priority.QUICK
