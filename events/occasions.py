"""Occasions of uploads: a club of the uploader, the uploader's table at an event."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from events.clubs.games import CLUB_MARK, adopt_brought_games, check_club_of_member
from events.clubs.queries import open_clubs_of
from events.limits import LISTED_TABLES
from events.models import WITHOUT_RESULT, EventFormat, EventSeat, EventTable
from events.organising.arbiters import events_of_arbiter, is_arbiter, sits_at
from events.results.recorded import take_recorded_games
from events.round_tables.codes import table_of_code
from games.models import Account
from games.models.upload import OCCASION_CHARACTERS
from games.ports import Occasion, RecordedGame
from web.errors import Invalid, NotThere


def check_occasion(account: Account, occasion: str) -> str:
    """The marks in `occasion` as an upload stores them: one club and one table at most.

    Raises ``Invalid`` for a club of which `account` is no member, or that is closed; for a table
    where it neither plays nor rules; ``TooBusy`` after too many wrong codes.
    """
    typed = occasion.split()
    clubs = [mark for mark in typed if mark.startswith(CLUB_MARK)]
    codes = [mark for mark in typed if mark not in clubs]
    too_long = len(occasion) > OCCASION_CHARACTERS or not occasion.isprintable()
    if too_long or len(clubs) > 1 or len(codes) > 1:
        raise Invalid(_("Choose at most one club and one table."))
    for mark in clubs:
        check_club_of_member(account, mark.removeprefix(CLUB_MARK))
    return " ".join([*clubs, *(_table_of(account, code).code for code in codes)])


def occasions_of(account: Account) -> list[Occasion]:
    """Tables without a result at which `account` plays, then those of events where it is an
    arbiter, and open clubs of which it is a member. Two queries."""
    waiting = EventTable.objects.filter(
        state__in=WITHOUT_RESULT, live_table=None, round__event__ended_at=None
    ).exclude(round__event__format=EventFormat.DUPLICATE)
    sits = EventSeat.objects.filter(table=OuterRef("pk"), entrant__account=account)
    tables = waiting.annotate(sits=Exists(sits)).filter(
        Q(sits=True) | Q(round__event__in=events_of_arbiter(account))
    )
    rows = tables.select_related("round__event").order_by("-sits", "-round__opened_at", "number")
    return [
        *(Occasion(table.code, _table_words(table)) for table in rows[:LISTED_TABLES]),
        *(Occasion(CLUB_MARK + club.slug, club.public_name) for club in open_clubs_of(account)),
    ]


def take_brought_games(recorded: Sequence[RecordedGame]) -> None:
    """Games become games of the clubs, and results of the tables, that they were brought for."""
    adopt_brought_games(recorded)
    take_recorded_games(recorded)


# --- inside -------------------------------------------------------------------


def _table_of(account: Account, code: str) -> EventTable:
    try:
        table = table_of_code(code, account, f"account:{account.pk}")
    except NotThere as refusal:
        raise Invalid(refusal.message) from None
    if not (sits_at(table, account) or is_arbiter(table.event, account)):
        raise Invalid(_("Only a player of this table or an arbiter can add its game."))
    return table


def _table_words(table: EventTable) -> str:
    return _("%(event)s: round %(round)d, table %(table)d") % {
        "event": table.event.public_name,
        "round": table.round.number,
        "table": table.number,
    }
