"""Events in JSON, as the page of the event shows them to the same reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.serializers import DateTimeField

from events.api.event_serializers import EventRow, EventTermsFull, MoveRow
from events.models import Entrant, Event, EventAnnouncement, EventRuling, EventTable, Round
from events.organising.arbiters import is_arbiter
from events.results.page import event_context
from events.results.rulings import StoredMove
from events.results.standings import EventBook, StandingsLine, read_book
from events.results.words import TableCard, table_cards
from games.models import Account
from web.api.base import absolute_link

MOVE_FIELDS: Final = tuple(MoveRow().fields)


def event_answer(request: Request, event: Event, account: Account | None) -> object:
    """`event` as `account` may see it; the same numbers as on its page."""
    page: Any = event_context(event, account)
    return EventRow(event, context={"request": request}).data | {
        "terms": EventTermsFull(event).data,
        "arbiters": [arbiter.username for arbiter in page["arbiters"]],
        "may_arbitrate": page["is_arbiter"],
        "entrants": entrants_answer(page["entrants"]),
        "rounds": rounds_answer(page["book"], page["cards"]),
        "standings": standings_answer(page["book"]),
        "rulings": [
            ruling_answer(line["row"], line["reason"], line["moves"]) for line in page["rulings"]
        ],
        "announcements": [announcement_answer(row) for row in page["announcements"]],
    }


def standings_of_reader(event: Event, account: Account | None) -> object:
    """The standings of `event` as `account` may see them."""
    return standings_answer(read_book(event, everything=is_arbiter(event, account)))


def table_of_reader(event: Event, account: Account | None, table_id: int) -> object:
    """One table of `event` as `account` may see it. Raises ``EventTable.DoesNotExist``."""
    arbiter = is_arbiter(event, account)
    cards = table_cards(read_book(event, everything=arbiter), account, arbiter=arbiter)
    for card in cards:
        if card.table.pk == table_id:
            return event_table_answer(card)
    raise EventTable.DoesNotExist


def round_of_reader(event: Event, account: Account, round_: Round) -> object:
    """A round that `account`, an arbiter, has opened."""
    book = read_book(event, everything=True)
    rounds = rounds_answer(book, table_cards(book, account, arbiter=True))
    return next(row for row in rounds if row["number"] == round_.number)


def entrants_answer(entrants: Iterable[Entrant]) -> list[dict[str, object]]:
    """Entrants; needs their accounts and players loaded."""
    return [
        {
            "number": row.number,
            "name": row.in_logs,
            "player": _player(row),
            "team": row.public_team,
            "seed": row.seed,
            "group": row.group,
            "entered_at": _time(row.entered_at),
            "withdrawn_at": _time(row.withdrawn_at),
        }
        for row in entrants
    ]


def rounds_answer(book: EventBook, cards: Sequence[TableCard]) -> list[dict[str, object]]:
    """The rounds of a book; `cards` hide what the reader may not see."""
    return [
        {
            "number": round_.number,
            "opened_at": _time(round_.opened_at),
            "deadline": _time(round_.deadline),
            "on_site": round_.on_site,
            "is_final": round_.is_final,
            "tables": [event_table_answer(card) for card in cards if card.round == round_.number],
            "byes": [book.entrants[bye.entrant_id].number for bye in round_.byes.all()],
        }
        for round_ in book.rounds
    ]


def event_table_answer(card: TableCard) -> dict[str, object]:
    """A table, as its card shows it."""
    table = card.table
    return {
        "id": table.pk,
        "round": card.round,
        "number": card.number,
        "state": table.state,
        "hidden": card.hidden,
        "game": None if card.hidden else table.game_id,
        "table": table.live_table_id,
        "disputed_by": table.disputed_by.username if table.disputed_by else None,
        "dispute": table.dispute,
        "seats": [
            {
                "entrant": seat.seat.entrant.number,
                "name": seat.name,
                "colour": "" if card.hidden else seat.seat.colour,
                "score": seat.score,
                "place": seat.place,
                "points": seat.points,
            }
            for seat in card.seats
        ],
    }


def standings_answer(book: EventBook) -> dict[str, object]:
    """The standings of a book. What is hidden from its reader is not in it."""
    last = len(book.rounds)
    return {
        "after_round": min(last, book.visible_rounds) if book.visible_rounds is not None else last,
        "hides": book.hides,
        "tie_breaks": book.event.tie_break_words,
        "rows": [_standings_line(line) for line in book.lines()],
        "teams": [line._asdict() for line in book.team_lines()],
    }


def ruling_answer(
    row: EventRuling, reason: str | None = None, moves: Sequence[StoredMove] | None = None
) -> dict[str, object]:
    """A ruling. `moves`: those that the reader may see; None: all."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "table": row.table_id,
        "entrant": row.entrant.number if row.entrant else None,
        "lifts": row.lifts_id,
        "points": row.points,
        "reason": row.reason if reason is None else reason,
        "arbiter": row.arbiter.username if row.arbiter else None,
        "at_own_table": row.at_own_table,
        "ruled_at": _time(row.ruled_at),
        "moved": [
            dict(zip(MOVE_FIELDS, move, strict=True))
            for move in (row.moved if moves is None else moves)
        ],
    }


def announcement_answer(row: EventAnnouncement) -> dict[str, object]:
    """An announcement; needs its arbiter loaded."""
    return {
        "text": row.text,
        "arbiter": row.arbiter.username,
        "announced_at": _time(row.announced_at),
    }


def codes_answer(request: Request, event: Event) -> list[dict[str, object]]:
    """Codes of the tables without a result, for an arbiter."""
    rows = EventTable.objects.filter(round__event=event).select_related("round")
    return [
        {
            "table": table.pk,
            "round": table.round.number,
            "number": table.number,
            "code": table.code,
            "page": absolute_link(request, "event-table", table.code),
        }
        for table in rows.order_by("round__number", "number")
        if not table.has_result
    ]


# --- inside -------------------------------------------------------------------


def _standings_line(line: StandingsLine) -> dict[str, object]:
    return {
        "rank": line.rank,
        "entrant": line.entrant.number,
        "name": line.entrant.in_logs,
        "points": line.points,
        "results": line.results,
        "wins": line.wins,
        "penalty": line.penalty,
        "tie_breaks": [None if text == "–" else text for text in line.tie_breaks],
    }


def _player(row: Entrant) -> int | None:
    player = getattr(row.account, "player", None) if row.account else None
    return player.pk if player else None


def _time(moment: datetime | None) -> str | None:
    text: str | None = DateTimeField().to_representation(moment) if moment else None
    return text
