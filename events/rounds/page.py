"""The organiser's page: what can be done next."""

from __future__ import annotations

from events.formats import format_rules
from events.formats.plan import plan_text, planned_rounds
from events.models import Event
from events.results.page import event_context
from events.results.standings import EventBook
from events.rounds.planning import SEED_WORDS, outlooks_of
from events.seating import SeatingHistory
from games.models import Account


def organise_context(event: Event, account: Account) -> dict[str, object]:
    """The context of the organiser's page."""
    context = event_context(event, account)
    book = context["book"]
    assert isinstance(book, EventBook)
    rules = format_rules(event)
    planned = [row for number, row in planned_rounds(event).items() if number > len(book.rounds)]
    return {
        **context,
        "is_over": rules.is_over(book),
        "planned_are_over": 0 < event.rounds_planned <= len(book.rounds),
        "free": None if rules.waits or rules.planned else len(rules.players(book)),
        "opens_final": rules.opens_final(book),
        "outlooks": outlooks_of(book) if rules.planned and not book.rounds else [],
        "seed_orders": SEED_WORDS.items(),
        "plan_text": plan_text(planned),
        "plan_repeats": SeatingHistory(planned_rounds(event).values()).repeats,
        "lone_teams": [team.name for team in book.team_lines() if len(team.members) == 1],
    }
