"""Formats of events: each is a module with one face, ``FormatRules``.

A format answers four questions: which entrants play the next round, at which tables, is there a
next round at all, and in which order entrants stand. Services ask it, and never its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from events.formats.duplicate import DuplicateRules
from events.formats.evening import EveningRules
from events.formats.groups import GroupRules
from events.formats.knockout import KnockoutRules
from events.formats.pairs import PairRules
from events.formats.rules import FormatRules, RoundRequest
from events.formats.swiss import SwissRules
from events.models import Event, EventFormat

FORMATS: Final[Mapping[str, FormatRules]] = {
    EventFormat.EVENING: EveningRules(),
    EventFormat.SWISS: SwissRules(),
    EventFormat.DUPLICATE: DuplicateRules(),
    EventFormat.GROUPS: GroupRules(),
    EventFormat.KNOCKOUT: KnockoutRules(),
    EventFormat.PAIRS: PairRules(),
}


def format_rules(event: Event) -> FormatRules:
    """The format of `event`."""
    return FORMATS[event.format]


__all__ = ["FORMATS", "FormatRules", "RoundRequest", "format_rules"]
