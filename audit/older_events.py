"""Events from before there were acts, of which the dump has the people and the standings alone."""

from __future__ import annotations

from dataclasses import dataclass

from audit import fields
from audit.event_state import EntrantState
from audit.fields import Line, WrongField
from ratings.standings import StandingsRow


@dataclass
class OlderEvent:
    """An event as its line says it was: nothing else of the dump binds it."""

    event: int
    starts_at: str
    entrants: dict[int, EntrantState]
    rows: list[StandingsRow]


def read_older_event(line: Line) -> OlderEvent:
    """Raises ``WrongField``."""
    terms = fields.object_or_none(line, "terms") or {}
    entrants = {
        fields.number_field(row, "number"): EntrantState(
            fields.number_or_none(row, "player"), fields.text_or_none(row, "guest")
        )
        for row in fields.objects_field(line, "entrants")
    }
    rows = [
        StandingsRow(
            fields.number_field(row, "rank"),
            fields.number_field(row, "entrant"),
            fields.fraction_field(row, "points"),
            (),
            fields.number_field(row, "results"),
            fields.number_field(row, "wins"),
        )
        for row in fields.objects_field(line, "standings")
    ]
    if any(row.entrant not in entrants for row in rows):
        raise WrongField("standings: expected entrants of the event")
    event, starts_at = fields.number_field(line, "id"), fields.text_field(terms, "starts_at")
    return OlderEvent(event, starts_at, entrants, rows)
