"""Duplicate: one deal at all tables; ``events.deals`` opens its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.formats.rules import FormatRules
from ratings.standings import StandingsRow

if TYPE_CHECKING:
    from events.results.standings import EventBook


class DuplicateRules(FormatRules):
    """Ranks compare each seat with the same seat at the other tables."""

    deals = True

    def rank(self, book: EventBook) -> list[StandingsRow]:
        return book.duplicate_rows()
