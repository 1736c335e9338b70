"""Games that are results of tables of events, compared with the acts of their events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from audit import fields
from audit.dump import UnreadableDump, file_name, parse_line
from audit.event_acts import ACTS_FILE
from audit.event_state import EventState, EventTableState
from audit.fields import AuditDifference, Line, WrongField
from audit.lines_by_game import GameLines

GONE: Final = ("void", "refuted")

Differences = Iterator[AuditDifference]
TableOfEvent = tuple[EventState, tuple[int, int]]
"""A table of an event, by its round and number."""


class EventGames:
    """Give it each event, then each game, then ask for ``differences``. `merged_into`: by player
    the one that it became; `notes` are added to."""

    def __init__(
        self,
        merged_into: Mapping[int, int | None],
        names: Mapping[int, frozenset[str]],
        notes: list[str],
    ) -> None:
        self.notes = notes
        self._merged_into = merged_into
        self._names = names
        self._tables_of_game: dict[str, list[TableOfEvent]] = {}

    def add_event(self, state: EventState) -> None:
        for key, table in state.tables.items():
            if table.game is not None:
                self._tables_of_game.setdefault(table.game, []).append((state, key))

    def add(self, bundle: GameLines) -> Differences:
        """A game of the record: of the tables whose result it is."""
        tables = self._tables_of_game.pop(bundle.key[2], [])
        for number, raw in bundle.lines.get("games", ()) if tables else ():
            game = parse_line(raw, file_name("games"), number)
            try:
                corrected = _was_corrected(bundle)
                seated = self._seated_by(game, tables)
                for state, key in tables:
                    by_turn = bool(seated) and (state, key) not in seated
                    yield from self._compare_game(
                        state, key, game, corrected=corrected, by_turn=by_turn
                    )
            except WrongField as error:
                raise UnreadableDump(f"{file_name('games')}:{number}: {error}") from None
        if len(tables) > 1 and _is_one_deal(tables) and len(tables) <= _deals_of(bundle):
            labels = ", ".join(str(key[1]) for _state, key in tables)
            self.notes.append(
                f"event {tables[0][0].event} round {tables[0][1][0]}: tables {labels} played the "
                f"same moves, and are one game, {bundle.key[2]}"
            )
            return
        for state, key in tables[1:]:
            label = table_label(state, key)
            yield AuditDifference(ACTS_FILE, 0, f"{label} game", bundle.key[2], "one table only")

    def differences(self) -> Differences:
        """Games of tables that are not on record."""
        for game, tables in sorted(self._tables_of_game.items()):
            for state, key in tables:
                yield AuditDifference(
                    ACTS_FILE, 0, f"{table_label(state, key)} game", game, "not in games"
                )

    # --- inside -------------------------------------------------------------------

    def _seated_by(self, game: Line, tables: Sequence[TableOfEvent]) -> list[TableOfEvent]:
        """Of tables of one deal that are one game the one whose people the game seats; else
        nothing."""
        if len(tables) < 2 or not _is_one_deal(tables):
            return []
        seats = fields.objects_field(game, "seats")
        return [
            (state, key)
            for state, key in tables
            if None not in {self._entrant_of(state, state.tables[key], seat) for seat in seats}
        ]

    def _compare_game(
        self,
        state: EventState,
        key: tuple[int, int],
        game: Line,
        *,
        corrected: bool,
        by_turn: bool,
    ) -> Differences:
        """The game of a table seats the same people, and its points and places are the result.
        `by_turn`: the game is on record with the people of another table of the same deal."""
        table, label = state.tables[key], table_label(state, key)
        standing, name = game.get("standing"), game.get("id")
        if standing in GONE and not table.ruled:
            self.notes.append(
                f"{label}: its game {name} is {standing}, and the table has its result"
            )
        elif corrected:
            self.notes.append(f"{label}: the seats of its game {name} were corrected")
        if str(game.get("accepted_at")) < table.opened_at:
            accepted_at = game.get("accepted_at")
            yield AuditDifference(
                ACTS_FILE, 0, f"{label} game {name}", accepted_at, f"after {table.opened_at}"
            )
        if table.by_site and game.get("played_here") is not True:
            yield AuditDifference(
                ACTS_FILE, 0, f"{label} game {name}", "by the site", "by a player"
            )
        follows = self._game_result(
            state, table, fields.objects_field(game, "seats"), by_turn=by_turn
        )
        stated = [
            (seat.entrant, seat.score, seat.place, seat.entrant in table.replaced)
            for seat in table.seats
        ]
        if standing not in GONE and not corrected:
            people = [row[0] for row in follows]
            if people != [row[0] for row in stated]:
                entrants = [seat.entrant for seat in table.seats]
                yield AuditDifference(ACTS_FILE, 0, f"{label} seats of {name}", entrants, people)
            elif stated != follows and not table.ruled:
                yield AuditDifference(ACTS_FILE, 0, f"{label} result of {name}", stated, follows)
            elif stated != follows:
                self.notes.append(f"{label}: it was ruled otherwise than its game {name}")

    def _game_result(
        self, state: EventState, table: EventTableState, seats: Sequence[Line], *, by_turn: bool
    ) -> list[tuple[object, ...]]:
        """Entrant, points and place of each seat of a game, in the order of the table, and whether
        the entrant did not play to the end: replaced by a computer player, or resigned."""
        by_entrant = {self._entrant_of(state, table, seat): seat for seat in seats}
        if by_turn:
            by_entrant = dict(zip(table.entrants, seats, strict=False))
        order = [entrant if entrant in by_entrant else None for entrant in table.entrants]
        empty: Line = {}
        rows = [(entrant, by_entrant.get(entrant, empty)) for entrant in order]
        if len(seats) != len(order):
            rows.append((None, empty))
        return [
            (
                entrant,
                seat.get("points"),
                seat.get("rated_place") or seat.get("place"),
                seat.get("replaced_at") is not None or seat.get("resigned_at") is not None,
            )
            for entrant, seat in rows
        ]

    def _entrant_of(self, state: EventState, table: EventTableState, seat: Line) -> int | None:
        """The entrant of the table who sits in a seat of its game."""
        player = seat.get("player")
        names = self._names.get(player, frozenset()) if isinstance(player, int) else frozenset()
        hidden = any(name.startswith("player-") for name in names)
        people = {key: state.entrants[key] for key in table.entrants if key in state.entrants}
        merged = self._merged_into.get(player) if isinstance(player, int) else None
        accounts = [key for key, entrant in people.items() if entrant.player in (player, merged)]
        guests = [
            key
            for key, entrant in people.items()
            if entrant.player is None
            and (hidden or entrant.guest is None or entrant.guest in names)
        ]
        account_keys = [key for key in accounts if people[key].player is not None]
        return next(iter(account_keys + guests), None)


def table_label(state: EventState, key: tuple[int, int]) -> str:
    return f"event {state.event} round {key[0]} table {key[1]}"


# --- inside -------------------------------------------------------------------


def _is_one_deal(tables: Sequence[TableOfEvent]) -> bool:
    """True if all tables are of one round of a duplicate event."""
    rounds = {(state.event, key[0]) for state, key in tables}
    return len(rounds) == 1 and tables[0][0].is_duplicate


def _deals_of(bundle: GameLines) -> int:
    """Deals of tables that became this game."""
    return sum(b'"record":"deal"' in raw for _number, raw in bundle.lines.get("deals", ()))


def _was_corrected(bundle: GameLines) -> bool:
    """True if the seats of a game were put right after it came on record."""
    return any(
        seat.get("since")
        for number, raw in bundle.lines.get("standings", ())
        for seat in fields.objects_field(parse_line(raw, file_name("standings"), number), "seats")
    )
