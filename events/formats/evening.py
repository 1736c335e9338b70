"""An evening: tables as people come, for everybody who does not play now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.formats.rules import FormatRules
from events.limits import MAX_ROUNDS
from events.models import Event

if TYPE_CHECKING:
    from events.results.standings import EventBook


class EveningRules(FormatRules):
    """Rounds for people who are free; the number planned is no limit."""

    waits = False

    def players(self, book: EventBook) -> list[int]:
        playing = {
            seat.entrant_id
            for table in book.tables
            if not table.has_result
            for seat in table.seats.all()
        }
        rows = book.entrants.values()
        return [row.number for row in rows if row.is_present and row.pk not in playing]

    def round_limit(self, event: Event) -> int:
        return MAX_ROUNDS
