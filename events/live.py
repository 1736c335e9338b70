"""An event as it is played: its tables with scores, the top of the standings, the next round.
The page for the wall shows the same."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from events.formats import format_rules
from events.models import Event, ResultState
from events.queries import wall_of
from events.results.standings import EventBook
from events.results.words import TableCard
from tables.models import Phase
from tables.scores import LiveScore, live_scores

TOP: Final = 10
"""Lines of the standings on the live page."""


class FollowedTable(NamedTuple):
    """A table of the round in play. `score`: of a game on this site that everybody may watch;
    `recorded_since`: a phone at the table has been recording since then."""

    card: TableCard
    score: LiveScore | None
    is_watchable: bool
    recorded_since: datetime | None

    @property
    def picture(self) -> str:
        """Address of the position of a game that everybody may watch, or of its end."""
        table = self.card.table.live_table
        if self.card.hidden or table is None or not self.is_watchable:
            return ""
        return f"{reverse('table-small', args=[table.pk])}?p={table.plies}"

    @property
    def leaders(self) -> str:
        """Names of the players who are ahead, in a sentence; empty while nobody is."""
        if self.score is None or not self.score.leaders:
            return ""
        return _("%(names)s ahead") % {"names": ", ".join(self.score.leaders)}

    @property
    def points(self) -> list[tuple[str, str, int]]:
        """Colour, name and points by seat."""
        if self.score is None:
            return []
        rows = zip(self.score.colours, self.score.points.items(), strict=True)
        return [(colour, name, points) for colour, (name, points) in rows]


def live_context(event: Event) -> dict[str, object]:
    """The context of the live page, the same for everybody; hidden results, and scores that would
    tell them, are not in it."""
    context = wall_of(event)
    book, cards, lines = context["book"], context["cards"], context["lines"]
    assert isinstance(book, EventBook)
    assert isinstance(cards, list)
    assert isinstance(lines, list)
    live_tables = [
        card.table.live_table
        for card in cards
        if card.is_open and card.table.live_table and book.shows(card.round)
    ]
    scores = live_scores(live_tables)
    tables = [_followed(card, book, scores) for card in cards]
    return context | {
        "tables": tables,
        "lines": lines[:TOP],
        "further": max(0, len(lines) - TOP),
        "next_words": _next_words(event, book, cards),
    }


# --- inside -------------------------------------------------------------------


def _followed(card: TableCard, book: EventBook, scores: dict[str, LiveScore]) -> FollowedTable:
    table = card.table
    live = table.live_table
    is_watchable = (
        live is not None
        and live.watchable
        and not live.is_withheld
        and book.shows(card.round)
        and live.phase in (Phase.PLAYING, Phase.FINISHED)
    )
    is_recorded = table.state == ResultState.PLAYING and live is None
    return FollowedTable(
        card=card,
        score=scores.get(live.pk) if live and card.is_open else None,
        is_watchable=is_watchable,
        recorded_since=table.changed_at if is_recorded else None,
    )


def _next_words(event: Event, book: EventBook, cards: list[TableCard]) -> str:
    """The next round, in a sentence; the page has the times."""
    if event.is_over:
        return ""
    if not book.rounds:
        return _("The first round has not begun.")
    number, count = len(book.rounds), sum(card.is_open for card in cards)
    rules = format_rules(event)
    if not rules.waits:
        return ""
    if rules.is_over(book):
        return _("This is the last round.") if count else _("All rounds are played.")
    if count:
        return _("Round %(n)d begins when all tables have a result.") % {"n": number + 1}
    return _("Round %(n)d is next.") % {"n": number + 1}
