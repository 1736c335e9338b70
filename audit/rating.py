"""The ledger of a dump, compared with what the formula makes of the games, in rating order."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final, NamedTuple

from audit import fields
from audit.audited_change import AuditedChange, Doubt, change_text, line_agrees, line_text
from audit.books import BOOKS, Books, BooksEntry, ClosingDigests, Place, Seats
from audit.dump import UnreadableDump, file_name, parse_line
from audit.fields import AuditDifference, Line, WrongField
from audit.folds import FoldAudit
from audit.lines_by_game import STRAY, GameLines
from audit.retired import ComputedFields, holder_of, retired_terms
from ratings.elo import (
    PlayerForm,
    deviation_before,
    rate_game,
    rate_game_2,
    reversed_deviations,
)

LEDGER: Final = file_name("ledger")
STANDINGS: Final = file_name("standings")
OVERALL: Final = "overall"
COMPUTERS: Final = "computer"

PoolPlayer = tuple[str, int]
"""A pool, and a player in it."""


class AuditedState(NamedTuple):
    """A player's state in a pool."""

    form: PlayerForm
    last_played: str


class WaitingGame(NamedTuple):
    """A game that waits for entries of its own: `seats` that count now, its rows by entry;
    `witnessed`: it was played here, or an arbiter vouches for it."""

    key: tuple[str, str, str]
    seats: Seats | None
    rows: dict[int, dict[PoolPlayer, tuple[int, Line]]]
    witnessed: bool


class LedgerAudit:
    """Give it every bundle, then ``end`` it. `states`: the ratings that follow. `retired`: rows
    that no longer hold, of the players `revised`; `changes`: those that do; `computed`: what wrong
    ones of these should be, by line. `rated` is told of the ratings of all
    games before the entry by which a game counts. `met` is told of every
    rated game: its day, when it came on record, who was rated, whether it was played here or an
    arbiter vouches for it.
    `computers`: computer players, by id the moment since when; empty: always."""

    def __init__(
        self,
        books: Books,
        folds: FoldAudit,
        met: Callable[[str, str, Sequence[int], bool], None],
        rated: Callable[[str, Mapping[int, int]], None] = lambda _game, _before: None,
        computers: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self._computers = computers
        self._rated = rated
        self._met = met
        self._folds = folds
        self.revised: set[PoolPlayer] = set()
        self.computed: dict[int, ComputedFields] = {}
        self.states: dict[PoolPlayer, AuditedState] = {}
        self.changes = self.retired = 0
        self._books = books
        self._closings = ClosingDigests(books)
        self._waiting = [entry for entries in books.entries.values() for entry in entries]
        heapq.heapify(self._waiting)
        self._taken_back = {
            (entry.place[2], entry.reverses) for entry in self._waiting if entry.kind == "reversal"
        }
        self._made: dict[tuple[str, int], dict[PoolPlayer, AuditedChange]] = {}
        self._games: dict[str, WaitingGame] = {}
        self._left = Counter(entry.place[2] for entry in self._waiting)

    def add(self, bundle: GameLines) -> Iterator[AuditDifference]:
        """The next game, and the entries that stand before it. Raises ``Unreadable``."""
        if bundle.key == STRAY:
            for number, line in bundle.ledger:
                yield AuditDifference(
                    LEDGER, number, f"{line.get('game')}", "a game", "not in games"
                )
            return
        yield from self._until((*bundle.key, 0))
        try:
            waiting = WaitingGame(bundle.key, self._seats(bundle), {}, _is_witnessed(bundle))
        except WrongField as error:
            number = bundle.lines["standings"][0].number
            raise UnreadableDump(f"{STANDINGS}:{number}: {error}") from None
        yield from self._rows(bundle, waiting)
        game = bundle.key[2]
        game_entries = self._books.entries.get(game, [])
        reversed_seats = {
            entry.reverses: entry.seats for entry in game_entries if entry.kind == "reversal"
        }
        seats = reversed_seats.get(0) if game_entries else waiting.seats
        if seats:
            yield from self._entry((*bundle.key, 0), "", seats, waiting)
        if game_entries:
            self._games[game] = waiting
            yield from self._check_entries(game_entries, reversed_seats, waiting)
        else:
            yield from _extra(waiting)

    def end(self) -> Iterator[AuditDifference]:
        """Behind the last game."""
        yield from self._until(("~", "", "", 0))
        yield from self._closings.until("~")

    # --- inside -------------------------------------------------------------------

    def _seats(self, bundle: GameLines) -> Seats | None:
        """Seats that the game rates, if it counts. Its standing is audited elsewhere."""
        if not bundle.lines["standings"]:
            return None
        number, raw = bundle.lines["standings"][0]
        line = parse_line(raw, STANDINGS, number)
        if fields.text_field(line, "standing") != "counted":
            return None
        seats: Seats = []
        for seat in fields.objects_field(line, "seats"):
            player, place = (
                fields.number_or_none(seat, "player"),
                fields.number_field(seat, "rated_place"),
            )
            if player is not None:
                seats.append((player, place or fields.number_field(seat, "place")))
        players = {player for player, _place in seats}
        complete = len(seats) == len(fields.objects_field(line, "seats"))
        return seats if complete and 2 <= len(seats) == len(players) else None

    def _rows(self, bundle: GameLines, waiting: WaitingGame) -> Iterator[AuditDifference]:
        """Note the rows that hold; compare those that no longer do."""
        try:
            yield from retired_terms(bundle.key[2], bundle.ledger)
        except WrongField as error:
            raise UnreadableDump(f"{LEDGER}: {bundle.key[2]}: {error}") from None
        for number, line in bundle.ledger:
            try:
                yield from self._folds.row(number, line)
                holder = holder_of(line)
                if fields.object_or_none(line, "retired") is not None:
                    self.retired += 1
                    self.revised.add(holder)
                    continue
                self.changes += 1
                rows = waiting.rows.setdefault(fields.number_field(line, "nth"), {})
            except WrongField as error:
                raise UnreadableDump(f"{LEDGER}:{number}: {error}") from None
            if holder in rows:
                label = f"{bundle.key[2]} {holder[0]} player {holder[1]}"
                yield AuditDifference(LEDGER, number, label, "a second change", "one")
            rows[holder] = number, line

    def _check_entries(
        self,
        game_entries: list[BooksEntry],
        reversed_seats: Mapping[int, Seats],
        waiting: WaitingGame,
    ) -> Iterator[AuditDifference]:
        """A game that counts has one entry that is not taken back, any other none."""
        standing = [
            entry
            for entry in game_entries
            if entry.kind != "reversal" and entry.place[3] not in reversed_seats
        ]
        if len(standing) != bool(waiting.seats):
            yield AuditDifference(
                BOOKS,
                game_entries[0].line,
                f"{waiting.key[2]} entries",
                len(standing),
                int(bool(waiting.seats)),
            )
        for entry in game_entries:
            if entry.place[:2] <= waiting.key[:2] or not self._books.closed(waiting.key[0]):
                yield AuditDifference(
                    BOOKS, entry.line, f"{waiting.key[2]} {entry.kind}", entry.place[0], "none"
                )

    def _until(self, place: Place) -> Iterator[AuditDifference]:
        """Go over the entries elsewhere that stand before `place`."""
        while self._waiting and self._waiting[0].place < place:
            entry = heapq.heappop(self._waiting)
            game, nth = entry.place[2:]
            waiting = self._games.get(game)
            if waiting is None:
                yield AuditDifference(
                    BOOKS, entry.line, f"{game} {entry.kind}", "a game", "none before"
                )
                continue
            if entry.kind == "reversal":
                yield from self._reversal(entry, waiting)
            else:
                reversed_seats = {
                    sibling.reverses: sibling.seats
                    for sibling in self._books.entries[game]
                    if sibling.seats
                }
                seats = reversed_seats.get(nth) or waiting.seats
                yield from self._entry(entry.place, entry.kind, seats or [], waiting)
            self._left[game] -= 1
            if not self._left[game]:
                yield from _extra(self._games.pop(game))

    def _entry(
        self, place: Place, kind: str, seats: Seats, waiting: WaitingGame
    ) -> Iterator[AuditDifference]:
        if not seats:
            return
        players = [player for player, _ in seats]
        self._met(*waiting.key[:2], players, waiting.witnessed)
        day = place[0] if not kind else waiting.key[0]
        computed: dict[PoolPlayer, AuditedChange] = {}
        second = self._books.second(place[0])
        with_computers = second and self._with_computers(players, waiting.key[1])
        for pool in (COMPUTERS,) if with_computers else (OVERALL, str(len(players))):
            try:
                if second:
                    forms = [self._form_on(waiting.key[0], pool, player) for player in players]
                    changes = rate_game_2(forms, [rated for _, rated in seats])
                else:
                    forms = [self._form(pool, player) for player in players]
                    changes = rate_game(forms, [rated for _, rated in seats])
            except ValueError as error:
                raise UnreadableDump(f"{LEDGER}: {place[2]}: {error}") from None
            for player, change in zip(players, changes, strict=True):
                pairs = [
                    (players[opponent], score, expected, k, term)
                    for opponent, score, expected, k, term in change.pairs
                ]
                doubt = change.deviation_before, change.deviation
                computed[pool, player] = AuditedChange(
                    change.before, change.after, change.games, pairs, doubt
                )
                was = self.states.get((pool, player))
                last = max(was.last_played, day) if was and was.form.games else day
                form = PlayerForm(change.after, change.games + 1, change.deviation)
                self.states[pool, player] = AuditedState(form, last)
        yield from self._compare(place, kind, computed, waiting)

    def _reversal(self, entry: BooksEntry, waiting: WaitingGame) -> Iterator[AuditDifference]:
        """The changes of an entry are taken back: subtracted on another day."""
        originals = self._made.get((entry.place[2], entry.reverses))
        if originals is None:
            label = f"{entry.place[2]} reversal"
            yield AuditDifference(
                BOOKS, entry.line, label, f"of entry {entry.reverses}", "no such entry"
            )
            return
        computed: dict[PoolPlayer, AuditedChange] = {}
        for (pool, player), original in originals.items():
            form = self._form(pool, player)
            after = form.rating - (original.after - original.before)
            pairs = [(*pair[:3], -pair[3], -pair[4]) for pair in original.pairs]
            doubt: Doubt = (None, None)
            if self._books.second(entry.place[0]):
                doubt = reversed_deviations(form.deviation, form.games, *original.doubt)
            computed[pool, player] = AuditedChange(form.rating, after, form.games, pairs, doubt)
            last = self.states[pool, player].last_played
            games = form.games - 1
            left = PlayerForm(after, games, doubt[1] if games else None)
            self.states[pool, player] = AuditedState(left, last)
        yield from self._compare(entry.place, entry.kind, computed, waiting)

    def _with_computers(self, players: Sequence[int], accepted_at: str) -> bool:
        return any(
            player in self._computers and accepted_at >= self._computers[player]
            for player in players
        )

    def _form(self, pool: str, player: int) -> PlayerForm:
        state = self.states.get((pool, player))
        return state.form if state else PlayerForm()

    def _form_on(self, day: str, pool: str, player: int) -> PlayerForm:
        """The form by terms 2 with which a player comes to a game of `day`."""
        state = self.states.get((pool, player))
        if state is None or not state.form.games:
            form = state.form if state else PlayerForm()
            return form._replace(deviation=deviation_before(None, 0, 0))
        days = (date.fromisoformat(day) - date.fromisoformat(state.last_played)).days
        rating, games, deviation = state.form
        return PlayerForm(rating, games, deviation_before(deviation, games, days))

    def _compare(
        self,
        place: Place,
        kind: str,
        computed: dict[PoolPlayer, AuditedChange],
        waiting: WaitingGame,
    ) -> Iterator[AuditDifference]:
        """The changes of one entry, compared with its rows, which are taken away."""
        day, moment, game, nth = place
        if (game, nth) in self._taken_back:
            self._made[game, nth] = computed
        elif kind != "reversal":
            overall = {
                p: change.before
                for (pool, p), change in computed.items()
                if pool in (OVERALL, COMPUTERS)
            }
            self._rated(game, overall)
        rows = waiting.rows.pop(nth, {})
        for (pool, player), change in sorted(computed.items()):
            values = pool, player, change.before, change.after, change.games_before
            doubt = change.doubt if change.doubt[1] is not None else ()
            words: tuple[object, ...] = (*place, *values, *doubt)
            yield from self._closings.change(day, words)
            number, line = rows.pop((pool, player), (0, None))
            label = f"{game} {pool} player {player}"
            if line is None:
                yield AuditDifference(LEDGER, 0, label, None, change_text(change))
                continue
            if not line_agrees(line, change):
                self.computed[number] = (*change[:3], *change.doubt)
                yield AuditDifference(LEDGER, number, label, line_text(line), change_text(change))
            elif (line.get("kind"), line.get("day"), line.get("at")) != (kind, day, moment):
                stored = f"{line.get('kind')} {line.get('day')} {line.get('at')}"
                yield AuditDifference(LEDGER, number, label, stored, f"{kind} {day} {moment}")
        waiting.rows[nth] = rows


def _is_witnessed(bundle: GameLines) -> bool:
    """As ``ratings.listing`` has it."""
    texts = {file: bundle.lines[file][:1] for file in ("games", "standings")}
    lines = {file: parse_line(raw, file, n) for file, rows in texts.items() for n, raw in rows}
    from_table = lines.get("games", {}).get("played_here") is True
    return from_table or lines.get("standings", {}).get("arbiter") is not None


def _extra(waiting: WaitingGame) -> Iterator[AuditDifference]:
    """Rows that hold, and that nothing makes."""
    for rows in waiting.rows.values():
        for (pool, player), (number, line) in rows.items():
            label = f"{waiting.key[2]} {pool} player {player}"
            yield AuditDifference(LEDGER, number, label, line_text(line), None)
