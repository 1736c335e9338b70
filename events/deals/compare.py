"""Tables of a shown deal, compared entry by entry: what the deal gave, what each seat did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from drawing.language.words import joined_words
from drawing.svg import signed_points
from drawing.text.names import source_name
from drawing.text.narrated_game import narrate_game
from engine import read_log, result
from engine.vocabulary import Source
from events.models import EventDeal
from events.results.standings import read_book
from events.results.words import percent_text
from ratings.standings import leads
from web.errors import NotAllowed, NotThere


class DealSeatResult(NamedTuple):
    """Result of a player in the seat of `turn`; no `lead` for one who did not play to the end."""

    turn: int
    name: str
    points: int
    lead: int | None
    part: Fraction


class ComparedTable(NamedTuple):
    """A table whose game is on record: its number, its log, and the seats that are compared."""

    number: int
    game: str
    log: str
    seats: list[DealSeatResult]


class TableGroup(NamedTuple):
    """Tables, by their numbers, at which the same was done: `words`, one sentence."""

    words: str
    tables: list[int]


class ComparedStep(NamedTuple):
    """The same place of the game at all tables that have it: the bank's (no `colour`), or a seat's
    in `turn` of the round. `is_equal`: nothing differs."""

    turn: int
    colour: str
    groups: list[TableGroup]
    is_equal: bool


class ComparedRound(NamedTuple):
    """A round of the game: 0 is the set-up. `differ`: steps of the bank that differ."""

    number: int
    steps: list[ComparedStep]
    differ: int


class SeatRow(NamedTuple):
    """A seat at one table: its player, points, lead, result, and points by source."""

    table: int
    game: str
    name: str
    points: int
    lead: str
    part: str
    scored: list[int]


class ComparedSeat(NamedTuple):
    """The same seat at all tables, the best result first."""

    turn: int
    colour: str
    rows: list[SeatRow]


class DealComparison(NamedTuple):
    """The page: seats with their results, and all steps by round. `bank_matches`: of the steps of
    the bank at all tables how many are the same, of how many."""

    tables: list[int]
    sources: list[str]
    seats: list[ComparedSeat]
    rounds: list[ComparedRound]
    bank_matches: tuple[int, int]


def revealed_deal(event_id: int, number: int) -> EventDeal:
    """The deal of an event by its number, once it is shown. Raises ``NotThere``; ``NotAllowed``
    before the last table has ended."""
    rows = EventDeal.objects.select_related("event__club", "deal", "round")
    row = rows.filter(event=event_id, number=number, round__isnull=False).first()
    if row is None:
        raise NotThere(_("There is no such deal."))
    if row.deal.revealed_at is None:
        raise NotAllowed(_("This deal is hidden until its last table has ended."))
    return row


def compare_event_deal(row: EventDeal) -> DealComparison:
    """The tables of a shown deal of an event whose games are on record."""
    book = read_book(row.event)
    parts, results = book.deal_parts(), book.deal_tables()
    tables: list[ComparedTable] = []
    for table in book.tables:
        if table.round_id != row.round_id or table.game is None:
            continue
        seats = [
            DealSeatResult(
                seat.turn,
                seat.entrant.in_logs,
                seat.score or 0,
                leads(results[table.pk])[seat.turn],
                parts[table.pk][seat.turn],
            )
            for seat in table.seats.all()
            if table.pk in results
        ]
        tables.append(ComparedTable(table.number, str(table.game_id), table.game.log, seats))
    return compare_tables(tables)


def compare_tables(tables: Sequence[ComparedTable]) -> DealComparison:
    """Tables of one deal. Each game is played through once."""
    played = [_play(table) for table in tables]
    sources = [source for source in Source if any(_scores(game, source) for game in played)]
    rounds = _rounds(played)
    bank = [step for round_ in rounds for step in round_.steps if not step.colour]
    everywhere = [step for step in bank if _count(step) == len(played)]
    return DealComparison(
        tables=[game.table for game in played],
        sources=[str(source_name(source)) for source in sources],
        seats=_seats(tables, played, sources),
        rounds=rounds,
        bank_matches=(sum(step.is_equal for step in everywhere), len(everywhere)),
    )


def lead_text(lead: int | None) -> str:
    """A lead with its sign; a dash for a player who did not play to the end."""
    return "–" if lead is None else f"+{lead}" if lead > 0 else signed_points(lead)


# --- inside -------------------------------------------------------------------


class _PlayedGame(NamedTuple):
    """A game played through: by place its words and its entry; by seat its points by
    source."""

    table: int
    colours: list[str]
    words: dict[tuple[int, int, int, int], tuple[str, str]]
    scored: Sequence[Sequence[int]]


def _play(table: ComparedTable) -> _PlayedGame:
    log = read_log(table.log.encode())
    log = replace(
        log, header=replace(log.header, names=("",) * len(log.setup.seats))
    )  # colours are the names at all tables
    words: dict[tuple[int, int, int, int], tuple[str, str]] = {}
    last = None
    for step in narrate_game(log):
        number = 0
        while (key := (step.round, step.turn, number, step.seat)) in words:
            number += 1
        words[key] = step.words, step.entry
        last = step.state
    assert last is not None
    colours = [colour.word for colour in log.setup.seats]
    return _PlayedGame(table.number, colours, words, result(last).scored)


def _scores(game: _PlayedGame, source: Source) -> bool:
    return any(scored[source] for scored in game.scored)


def _rounds(played: Sequence[_PlayedGame]) -> list[ComparedRound]:
    keys = sorted({key for game in played for key in game.words})
    rounds: dict[int, list[ComparedStep]] = {}
    for key in keys:
        round_, turn, _number, seat = key
        colour = "" if seat < 0 else played[0].colours[seat]
        steps = [(game.table, *game.words[key]) for game in played if key in game.words]
        groups = _groups(steps)
        step = ComparedStep(turn, colour, groups, is_equal=len(groups) == 1)
        rounds.setdefault(round_, []).append(step)
    return [
        ComparedRound(number, steps, sum(not step.is_equal for step in steps if not step.colour))
        for number, steps in rounds.items()
    ]


def _groups(steps: Iterable[tuple[int, str, str]]) -> list[TableGroup]:
    """Tables, words and entries, by entry: what follows from it may differ. The largest group
    first."""
    tables: dict[str, list[int]] = {}
    sentences: dict[str, str] = {}
    for table, words, entry in steps:
        tables.setdefault(entry, []).append(table)
        sentences.setdefault(entry, _of_deal(entry) or words)
    groups = [TableGroup(sentences[entry], numbers) for entry, numbers in tables.items()]
    return sorted(groups, key=lambda group: (-len(group.tables), group.tables))


def _of_deal(entry: str) -> str:
    """A sentence about a round card without the player who starts, which play decides; else
    nothing."""
    verb, *stones = entry.split()
    if verb != "round":
        return ""
    return _("The ships have room for %(stones)s stones.") % {"stones": joined_words(stones)}


def _count(step: ComparedStep) -> int:
    return sum(len(group.tables) for group in step.groups)


def _seats(
    tables: Sequence[ComparedTable], played: Sequence[_PlayedGame], sources: Sequence[Source]
) -> list[ComparedSeat]:
    seats: list[ComparedSeat] = []
    for turn, colour in enumerate(played[0].colours if played else []):
        rows: list[tuple[Fraction, SeatRow]] = []
        for table, game in zip(tables, played, strict=True):
            seat = next((seat for seat in table.seats if seat.turn == turn), None)
            if seat is None:
                continue
            row = SeatRow(
                table.number,
                table.game,
                seat.name,
                seat.points,
                lead_text(seat.lead),
                percent_text(seat.part),
                [game.scored[turn][source] for source in sources],
            )
            rows.append((seat.part, row))
        rows.sort(key=lambda pair: (-pair[0], pair[1].table))
        seats.append(ComparedSeat(turn + 1, colour, [row for _part, row in rows]))
    return seats
