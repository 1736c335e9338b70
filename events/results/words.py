"""Tables of an event as pages show them: seats, points, and what the reader may do there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from events.models import EventSeat, EventTable, ResultState
from events.organising.arbiters import arbiter_accounts
from events.organising.scoring import scoring_of
from events.results.standings import EventBook, seats_in_turn
from events.round_tables.tables import readable_code
from games.models import Account
from ratings.standings import HALF, format_points, table_points
from tables.models import Phase


class SeatCard(NamedTuple):
    """A seat of a table. `points`: of the event; empty without a result."""

    seat: EventSeat
    name: str
    player: int | None
    score: int | None
    place: int | None
    points: str


class TableCard(NamedTuple):
    """A table for a page. `hand`: the arbiter's hand, in a sentence. `code` is empty for a reader
    who may not open it. `closed`: its game is withheld from the reader."""

    table: EventTable
    round: int
    number: int
    state: str
    seats: list[SeatCard]
    hidden: bool
    hand: str
    code: str
    readable: str
    is_readers: bool
    closed: bool = False
    twins: str = ""
    """A sentence about tables of the same deal that made the same moves."""

    @property
    def is_open(self) -> bool:
        return not self.table.has_result


def lost_game_warnings(cards: Sequence[TableCard]) -> list[str]:
    """Tables whose game no longer counts, in sentences for arbiters."""
    words = _("Round %(round)d, table %(n)d: its game no longer counts. Enter the result again.")
    tables = [(card.round, card.number) for card in cards if card.table.lost_its_game]
    return [words % {"round": round_, "n": number} for round_, number in tables]


def table_cards(book: EventBook, account: Account | None, *, arbiter: bool) -> list[TableCard]:
    """All tables of the book, round by round, as `account` may see them. No query."""
    scoring = scoring_of(book.event)
    arbiters = arbiter_accounts(book.event)
    parts = book.deal_parts() if book.event.is_duplicate else {}
    sentences = _twin_sentences(book) if book.event.is_duplicate else {}
    cards = []
    for table in book.tables:
        seats = seats_in_turn(table)
        sits = account is not None and any(s.entrant.account_id == account.pk for s in seats)
        hidden = table.has_result and not (book.shows(table.round.number) or sits)
        places = [seat.place for seat in seats if seat.place is not None]
        points = [""] * len(seats)
        if table.pk in parts:
            points = [percent_text(part) for part in parts[table.pk]]
        elif book.event.is_duplicate:
            points = _ruled_parts(table, seats)
        elif not hidden and table.has_result and len(places) == len(seats):
            points = [format_points(number) for number in table_points(places, scoring.points)]
        elif not hidden and table.state == ResultState.RULED:
            points = [format_points(scoring.bye) if seat.came else "0" for seat in seats]
        opens = sits or arbiter
        cards.append(
            TableCard(
                table=table,
                round=table.round.number,
                number=table.number,
                state=_state(table),
                seats=[
                    _seat_card(seat, "" if hidden else text, hidden=hidden)
                    for seat, text in zip(seats, points, strict=True)
                ],
                hidden=hidden,
                hand=_hand(table, arbiters),
                code=table.code if opens else "",
                readable=readable_code(table.code) if opens else "",
                is_readers=sits,
                twins=sentences.get(table.pk, ""),
                closed=table.live_table is not None and table.live_table.withheld and not sits,
            )
        )
    return cards


def percent_text(part: Fraction) -> str:
    """A part of the possible matchpoints for a page."""
    return _("%(n)d %%") % {"n": round(part * 100)}


# --- inside -------------------------------------------------------------------


def _ruled_parts(table: EventTable, seats: Sequence[EventSeat]) -> list[str]:
    """Of a table that was ruled without a game."""
    if table.state != ResultState.RULED:
        return [""] * len(seats)
    return [percent_text(HALF if seat.came else Fraction()) for seat in seats]


def _twin_sentences(book: EventBook) -> dict[int, str]:
    """By table a sentence, if other tables are the same game."""
    tables_of_game: dict[str, list[EventTable]] = defaultdict(list)
    for table in book.tables:
        if table.game_id is not None:
            tables_of_game[table.game_id].append(table)
    words = _(
        "Tables %(tables)s made the same moves. We store them as one game, and rate "
        "only the players named in it. In this event all these tables count."
    )
    return {
        table.pk: words % {"tables": ", ".join(str(table.number) for table in tables)}
        for tables in tables_of_game.values()
        for table in tables
        if len(tables) > 1
    }


def _seat_card(seat: EventSeat, points: str, *, hidden: bool) -> SeatCard:
    entrant = seat.entrant
    player = getattr(entrant.account, "player", None) if entrant.account else None
    return SeatCard(
        seat,
        entrant.in_logs,
        player.pk if player else None,
        None if hidden else seat.score,
        None if hidden else seat.place,
        points,
    )


def _state(table: EventTable) -> str:
    if table.disputed_by_id:
        return _("disputed")
    live = table.live_table
    if live is not None and live.is_withheld and live.phase == Phase.FINISHED:
        return _("ended, result hidden")
    if live is not None and not table.has_result and live.phase == Phase.PLAYING:
        return str(ResultState.PLAYING.label)
    return str(ResultState(table.state).label)


def _hand(table: EventTable, arbiters: set[int]) -> str:
    """A sentence where an arbiter who plays at this table had a hand in its result."""
    playing = {seat.entrant.account_id for seat in table.seats.all()} & arbiters
    for account in (table.reported_by, table.confirmed_by):
        if account is not None and account.pk in playing:
            sentence = _(
                "@%(handle)s, an arbiter, entered or confirmed the result of their own table."
            )
            return sentence % {"handle": account.username}
    return ""
