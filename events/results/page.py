"""The page of an event, as its reader sees it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from events.announcing import announcements_of
from events.formats import format_rules
from events.models import Event, EventRuling
from events.organising.arbiters import is_arbiter
from events.results.rulings import moved_sentences, penalty_words
from events.results.schedule import player_rows, schedule_of
from events.results.standings import EventBook, StandingsLine, read_book
from events.results.tie_breaks import TIE_BREAK_WORDS
from events.results.words import TableCard, lost_game_warnings, table_cards
from games.models import Account
from games.pseudonyms import pseudonymise

RULINGS: Final = 40
"""Rulings on the page, the newest first."""


def event_context(event: Event, account: Account | None) -> dict[str, object]:
    """The context of an event's page, and of its organiser's. Where one plays comes first."""
    arbiter = is_arbiter(event, account)
    book = read_book(event, everything=arbiter)
    cards = table_cards(book, account, arbiter=arbiter)
    entrant = next(
        (r for r in book.entrants.values() if account and r.account_id == account.pk), None
    )
    rounds = [
        (
            round_,
            sorted(
                (card for card in cards if card.round == round_.number),
                key=lambda card: not (card.is_readers and card.is_open),
            ),
            [book.entrants[bye.entrant_id] for bye in round_.byes.all()],
        )
        for round_ in reversed(book.rounds)
    ]
    lines = book.lines()
    return {
        "event": event,
        **format_context(event),
        "groups": group_standings(lines),
        "teams": book.team_lines(),
        "last_round": book.rounds[-1] if book.rounds else None,
        "is_arbiter": arbiter,
        "book": book,
        "lines": lines,
        "has_results": has_results(lines),
        "rounds": rounds,
        "cards": cards,
        "entrants": list(book.entrants.values()),
        "here": [row for row in book.entrants.values() if row.is_present],
        "own": entrant,
        "own_table": _table_of_reader(cards),
        "arbiters": [row.account for row in event.arbiters.select_related("account__player")],
        "tie_breaks": [TIE_BREAK_WORDS[word] for word in event.tie_break_words],
        "rulings": rulings_in_words(event, book),
        "announcements": announcements_of(event),
        "lost_games": lost_game_warnings(cards),
        "now_open": [card for card in cards if card.is_open],
        "open_rounds": {card.round for card in cards if card.is_open},
    }


def has_results(lines: list[StandingsLine]) -> bool:
    """True once somebody has a result, or points."""
    return any(line.results or line.points != "0" for line in lines)


def format_context(event: Event) -> dict[str, object]:
    """The head of an event's page, as far as its format decides it. No query."""
    rules = format_rules(event)
    return {"rules": rules, "has_schedule": bool(event.plan) or rules.closes}


def schedule_context(event: Event, account: Account | None) -> dict[str, object]:
    """The context of the schedule, or bracket."""
    arbiter = is_arbiter(event, account)
    book = read_book(event, everything=arbiter)
    rounds = schedule_of(book, table_cards(book, account, arbiter=arbiter), account)
    rules = format_rules(event)
    rows = [] if rules.sizes_to_come(book) else player_rows(book, rounds)
    groups = sorted({row.entrant.group or 0 for row in rows})
    return {
        "event": event,
        "rules": rules,
        "is_arbiter": arbiter,
        "rounds": rounds,
        "known": [row for row in rounds if not row.sizes],
        "groups": [(n, [row for row in rows if (row.entrant.group or 0) == n]) for n in groups],
        "warnings": rules.warnings(book) if rules.closes else [],
        "own": account and next((r for r in rows if r.entrant.account_id == account.pk), None),
    }


def group_standings(lines: list[StandingsLine]) -> list[tuple[int, list[StandingsLine]]]:
    """The standings of each closed group; empty unless there are two."""
    groups: dict[int, list[StandingsLine]] = {}
    for line in lines:
        if line.entrant.group:
            group = groups.setdefault(line.entrant.group, [])
            ranks = [row.rank for row in lines if row.entrant.group == line.entrant.group]
            rank = 1 + sum(other < line.rank for other in ranks if other) if line.rank else None
            group.append(line._replace(rank=rank))
    return sorted(groups.items()) if len(groups) > 1 else []


def rulings_in_words(event: Event, book: EventBook) -> list[dict[str, object]]:
    """Rulings, the newest first, with what they moved. Those about hidden results say nothing of
    them."""
    rows = list(
        event.rulings.select_related("arbiter", "table__round", "entrant__account")[:RULINGS]
    )
    reasons = pseudonymise("\n".join(row.reason for row in rows)).split("\n")
    names, lines = book.names, []
    for row, reason in zip(rows, reasons, strict=False):
        shows = row.table is None or book.shows(row.table.round.number)
        moves = row.moved if shows and _shows_moves(book, row) else []
        lines.append(
            {
                "row": row,
                "kind": EventRuling.Kind(row.kind).label,
                "reason": reason,
                "points": penalty_words(row),
                "moves": moves,
                "moved": moved_sentences(moves, names),
                "change": _change(row) if shows else "",
            }
        )
    return lines


# --- inside -------------------------------------------------------------------


def _table_of_reader(cards: list[TableCard]) -> TableCard | None:
    """The table of the reader that has no result, or the last one."""
    cards = [card for card in cards if card.is_readers]
    return next((card for card in cards if card.is_open), cards[-1] if cards else None)


def _shows_moves(book: EventBook, ruling: EventRuling) -> bool:
    """False if the ranks before and after a ruling count results that are hidden from the reader:
    those of whatever was ruled since the first hidden round began."""
    hidden = (round_.opened_at for round_ in book.rounds if not book.shows(round_.number))
    return all(ruling.ruled_at < opened_at for opened_at in hidden)


def _change(ruling: EventRuling) -> str:
    """Points before and after a correction."""
    if ruling.kind != EventRuling.Kind.CORRECTED:
        return ""
    before = " – ".join(str(score) for _number, score, _place in ruling.before)
    after = " – ".join(str(score) for _number, score, _place in ruling.after)
    return _("from %(before)s to %(after)s") % {"before": before, "after": after}
