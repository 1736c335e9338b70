"""Events, in a dump: each is played through by its acts, and compared with its lines.

People, tables, results and standings follow from the acts; each act has a leaf in the log. Games
that are results of tables are compared with the record. Acts of arbiters are named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from audit import fields
from audit.clubs import ClubRows
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.event_acts import ACTS_FILE, AuditedAct, EventActs
from audit.event_fields import event_fields
from audit.event_games import EventGames
from audit.event_state import EntrantState, EventState, EventTableState
from audit.event_steps import add_act
from audit.fields import AuditDifference, Line, WrongField
from audit.lines_by_game import GameLines
from audit.lists import DumpPlayer
from audit.older_events import OlderEvent, read_older_event
from audit.seed_ratings import SeedRatings

EVENTS: Final = "events"
ROUNDS: Final = "event_rounds"
TABLES: Final = "event_tables"
OFFICERS: Final = ("officer", "arbiter")

Differences = Iterator[AuditDifference]


class EventAudit:
    """Events of a dump: call ``begin``, then ``add`` for each game, then ``end``. Afterwards
    `notes` has a sentence for each act of an arbiter that readers should know, and for each table
    whose game counts no longer; `events` is their number, `states` has them by number, `older`
    those without acts."""

    def __init__(
        self,
        dump: Dump,
        players: Mapping[int, DumpPlayer],
        club_rows: ClubRows,
        names: Mapping[int, frozenset[str]],
    ) -> None:
        self.dump = dump
        self.notes: list[str] = []
        self.events = 0
        self._faults: list[AuditDifference] = []
        self._players = players
        self._officers: dict[int, list[Line]] = defaultdict(list)
        for (club, _player), rows in club_rows.items():
            self._officers[club] += [row for row in rows if row["role"] in OFFICERS]
        self._acts = EventActs()
        self.states: dict[int, EventState] = {}
        self.older: dict[int, OlderEvent] = {}
        self._seeds = SeedRatings()
        self._games = EventGames(
            {key: row.merged_into for key, row in players.items()}, names, self.notes
        )

    def begin(self) -> Differences:
        """Play all events through. Raises ``UnreadableDump``."""
        yield from self._acts.read(self.dump)
        acts_by_event = {
            event: acts
            for event, acts in sorted(self._acts.by_event.items())
            if acts[0].kind == "made"
        }
        for event, acts in acts_by_event.items():
            state = EventState(event, self.officers_at)
            self.states[event] = state
            for act in acts:
                for fault in add_act(state, act):
                    yield _of_act(act, fault.subject, fault.stated, fault.follows)
            for act, fault in state.hidden_faults():
                yield _of_act(act, fault.subject, fault.stated, fault.follows)
            self._seeds.add_acts(state.seedings)
            self._games.add_event(state)
        self.events = len(acts_by_event)

    def add(self, bundle: GameLines) -> Differences:
        """A game of the record: of the tables whose result it is."""
        try:
            self._seeds.add_rows(bundle.ledger)
        except WrongField as error:
            raise UnreadableDump(f"{file_name('ledger')}: {bundle.key[2]}: {error}") from None
        yield from self._games.add(bundle)

    def end(self) -> Differences:
        """Games that are not there; lines that do not follow; and notes."""
        yield from self._games.differences()
        yield from self._seeds.differences()
        yield from self._event_lines()
        yield from self._round_lines()
        yield from self._table_lines()
        yield from self._faults
        for state in self.states.values():
            self._note_event(state)
        if self._seeds.without_folds:
            self.notes.append("ratings of seeds: an older ledger does not say when they held")
        for act in self._acts.rewritten:
            label = f"event {act.event}: act {act.number} ({act.kind})"
            self.notes.append(f"{label}: its text is not shown as it was written")

    # ------------------------------------------------------------------ lines

    def _event_lines(self) -> Differences:
        missing = dict(self.states)
        first = min(missing, default=0)
        for number, (event,), line in self._lines(EVENTS, "id"):
            state = missing.pop(event, None)
            if state is not None:
                for name, stated, follows in event_fields(line, state):
                    yield AuditDifference(
                        file_name(EVENTS), number, f"event {event} {name}", stated, follows
                    )
                yield from _name_differences(line, number, state)
            elif first and event > first:
                label = f"event {event} acts"
                yield AuditDifference(file_name(EVENTS), number, label, None, "its acts")
            else:
                self.notes.append(f"event {event}: it is older than acts, and was not worked out")
                try:
                    self.older[event] = read_older_event(line)
                except WrongField as error:
                    raise UnreadableDump(f"{file_name(EVENTS)}:{number}: {error}") from None
        for event in missing:
            yield AuditDifference(file_name(EVENTS), 0, f"event {event}", None, "a line")

    def _round_lines(self) -> Differences:
        missing: dict[tuple[int, ...], list[int]] = {
            (event, number): sorted(byes)
            for event, state in self.states.items()
            for number, byes in state.byes.items()
        }
        for number, key, line in self._lines(ROUNDS, "event", "round"):
            follows = missing.pop(key, None)
            if key[0] in self.states and line.get("byes") != follows:
                label = f"event {key[0]} round {key[1]} byes"
                yield AuditDifference(file_name(ROUNDS), number, label, line.get("byes"), follows)
        for event, round_number in missing:
            label = f"event {event} round {round_number}"
            yield AuditDifference(file_name(ROUNDS), 0, label, None, "a line")

    def _table_lines(self) -> Differences:
        missing: dict[tuple[int, ...], dict[str, object]] = {
            (event, *key): _table_fields(state, key, table)
            for event, state in self.states.items()
            for key, table in state.tables.items()
        }
        for number, key, line in self._lines(TABLES, "event", "round", "table"):
            event, round_number, table = key
            follows = missing.pop(key, None)
            if event in self.states:
                stated = {name: line.get(name) for name in ("hidden", "state", "game", "seats")}
                if follows is not None and follows["hidden"]:
                    stated["seats"] = _by_entrant(stated["seats"])
                label = f"event {event} round {round_number} table {table}"
                wrong = [n for n in stated if follows is None or stated[n] != follows[n]]
                for name in wrong:
                    stored, rule = stated[name], follows and follows[name]
                    yield AuditDifference(
                        file_name(TABLES), number, f"{label} {name}", stored, rule
                    )
        for event, round_number, table in missing:
            label = f"event {event} round {round_number} table {table}"
            yield AuditDifference(file_name(TABLES), 0, label, None, "a line")

    def _lines(self, name: str, *keys: str) -> Iterator[tuple[int, tuple[int, ...], Line]]:
        """Lines of a file and the numbers that name them; none in a dump from before there were
        events."""
        present = file_name(name) in self.dump.files
        count = 0
        for count, raw in read_lines(self.dump, name) if present else ():
            line = parse_line(raw, file_name(name), count)
            try:
                numbers = tuple(fields.number_field(line, key) for key in keys)
            except WrongField as error:
                raise UnreadableDump(f"{file_name(name)}:{count}: {error}") from None
            yield count, numbers, line
        self._faults += compare_line_count(self.dump, name, count) if present else ()

    # ------------------------------------------------------------------ notes

    def _note_event(self, state: EventState) -> None:
        names = ", ".join(sorted(self._name(player) for player in state.arbiters))
        sizes = [len(table.entrants) for table in state.tables.values()]
        problems = state.problems
        self.notes.append(
            f"event {state.event} “{state.name}”: {len(state.entrants)} entrants, "
            f"{len(state.byes)} rounds, {len(sizes)} tables, {sizes.count(3)} of them of three and "
            f"{sizes.count(2)} of two; {problems['repeat']} pairs met again, "
            f"{problems['position']} starting positions and {problems['bye']} byes out of balance; "
            f"arbiters: {names}"
        )
        for label, act in state.hands:
            content = act.content or {}
            place = f" round {act.round}" if act.round else ""
            table, entrant = content.get("table"), content.get("entrant")
            place += f" table {table}" if table else ""
            person = state.entrants.get(entrant) if isinstance(entrant, int) else None
            place += f" {self._entrant(person)}" if person else ""
            player = content.get("player")
            label += f" {self._name(player)}" if isinstance(player, int) else ""
            reason = f": {act.text}" if act.text and act.kind != "changed" else ""
            actor = "the site" if act.actor is None else self._name(act.actor)
            self.notes.append(f"event {state.event}{place}: {actor} {label}{reason}")
        for act in state.hidden:
            self.notes.append(f"event {state.event}: act {act.number} ({act.kind}) is hidden yet")

    def _entrant(self, entrant: EntrantState) -> str:
        return self._name(entrant.player) if entrant.player is not None else f"{entrant.guest}"

    def _name(self, player: int) -> str:
        return self._players[player].name if player in self._players else f"player {player}"

    def officers_at(self, club: int, moment: str) -> frozenset[int]:
        return frozenset(
            fields.number_field(row, "player")
            for row in self._officers.get(club, ())
            if str(row["since"]) <= moment
            and (row.get("until") is None or str(row["until"]) > moment)
        )


# --- inside -------------------------------------------------------------------


def _of_act(act: AuditedAct, subject: str, stated: object, follows: object) -> AuditDifference:
    label = f"event {act.event} act {act.number} {act.kind} {subject}"
    return AuditDifference(ACTS_FILE, act.line, label, stated, follows)


def _name_differences(line: Line, number: int, state: EventState) -> Differences:
    """Another name than the last act gave; one that a moderator hides is in neither."""
    name = line.get("name")
    if name is not None and state.name and name != state.name:
        label = f"event {state.event} name"
        yield AuditDifference(file_name(EVENTS), number, label, name, state.name)


def _table_fields(
    state: EventState, key: tuple[int, int], table: EventTableState
) -> dict[str, object]:
    hidden = state.hides(key[0])
    if hidden:
        seats: object = sorted(table.entrants)
    elif table.seats:
        seats = [seat._asdict() for seat in table.seats]
    else:
        empty = {"score": None, "place": None, "came": True}
        seats = [{"entrant": entrant, **empty} for entrant in table.entrants]
    return {
        "hidden": hidden,
        "state": "" if hidden else table.state,
        "game": None if hidden else table.game,
        "seats": seats,
    }


def _by_entrant(seats: object) -> object:
    """Entrants of the seats in a line, if nothing is said of their results."""
    rows = [row for row in seats if isinstance(row, dict)] if isinstance(seats, list) else []
    silent = all(row.get("score") is None and row.get("place") is None for row in rows)
    return sorted(row.get("entrant", 0) for row in rows) if silent else "no results"
