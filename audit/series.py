"""Series and leagues, in a dump: each is played through by its acts.

Its boards and the divisions of its next season follow from the standings of its events.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from audit import fields
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.event_acts import AuditedAct, digest_differences
from audit.event_state import EventState, first_difference
from audit.fields import AuditDifference, Line, WrongField
from audit.older_events import OlderEvent
from audit.series_lines import boards_with_hidden_guests
from audit.series_state import (
    EventFinished,
    HiddenGuest,
    PersonKey,
    SeriesBoards,
    SeriesState,
)
from audit.series_steps import add_series_act
from ratings.standings import SeriesRow, guest_form

SERIES: Final = "series"
ACTS: Final = "series_acts"

Differences = Iterator[AuditDifference]


class SeriesAudit:
    """Series of a dump, whose `events` were played through. Afterwards `notes` has sentences for
    readers. None in a dump from before there were acts of series. `older`: events without acts;
    `hidden_boards`, `hidden_finishes`, `older_events`, `unknown_boards`: of boards that cannot
    wholly be worked out."""

    def __init__(
        self,
        dump: Dump,
        events: Mapping[int, EventState],
        older: Mapping[int, OlderEvent],
        officers: Callable[[int, str], frozenset[int]],
    ) -> None:
        self.dump = dump
        self.notes: list[str] = []
        self.hidden_boards = self.hidden_finishes = self.older_events = self.unknown_boards = 0
        self._events = events
        self._older = older
        self._officers = officers
        self._states: dict[int, SeriesState] = {}

    def differences(self) -> Differences:
        """Raises ``UnreadableDump``."""
        if file_name(ACTS) not in self.dump.files:
            return
        acts_by_series: dict[int, list[AuditedAct]] = defaultdict(list)
        count = 0
        for count, raw in read_lines(self.dump, ACTS):
            line = parse_line(raw, file_name(ACTS), count)
            try:
                act = _act(line, count)
                label = f"series {act.event} act {act.number}"
                yield from digest_differences(line, file_name(ACTS), count, label)
                if fields.text_or_none(line, "text_salt") is None:
                    self.notes.append(f"{label} ({act.kind}): its text is not shown as it was")
            except WrongField as error:
                raise UnreadableDump(f"{file_name(ACTS)}:{count}: {error}") from None
            acts_by_series[act.event].append(act)
        yield from compare_line_count(self.dump, ACTS, count)
        for series, acts in sorted(acts_by_series.items()):
            state = SeriesState(series, self._officers, self._events, self._older)
            self._states[series] = state
            for act in acts:
                for fault in add_series_act(state, act):
                    yield _of_act(act, fault.subject, fault.stated, fault.follows)
        for state in self._states.values():
            yield from self._season_differences(state)
        yield from self._lines()
        for state in self._states.values():
            self._note(state)

    def _season_differences(self, state: SeriesState) -> Differences:
        """A season goes on from the one that names it; its divisions are those that followed."""
        label = f"series {state.series}"
        if state.before is not None:
            before = self._states.get(state.before)
            if before is None or (before.next_season != state.series and not state.by_site):
                named = before.next_season if before else None
                yield AuditDifference(file_name(ACTS), 0, f"{label} before", state.series, named)
        if state.next_season is None:
            return
        season = self._states.get(state.next_season)
        if season is None or season.before != state.series:
            stated = season.before if season else None
            yield AuditDifference(
                file_name(ACTS), 0, f"{label} season", stated, f"goes on from {state.series}"
            )
            return
        placed = [row for row in season.placed_at_first if row.placed_at == season.created_at]
        stated_rows = [(row.division, row.move) for row in placed]
        follows = [
            (number, move)
            for number, part in enumerate(state.next_places, 1)
            for _place, move in part
        ]
        if stated_rows != follows:
            yield AuditDifference(
                file_name(ACTS), 0, f"{label} next divisions", stated_rows, follows
            )
            return
        persons = [key for part in state.next_persons for key in part]
        for row, person in zip(placed, persons, strict=False):
            if person is not None and (row.player or row.guest) and row.key != person:
                yield AuditDifference(
                    file_name(ACTS), 0, f"{label} next divisions", row.key, person
                )

    # ------------------------------------------------------------------ lines

    def _lines(self) -> Differences:
        missing = dict(self._states)
        count = 0
        for count, raw in read_lines(self.dump, SERIES):
            line = parse_line(raw, file_name(SERIES), count)
            try:
                series = fields.number_field(line, "id")
            except WrongField as error:
                raise UnreadableDump(f"{file_name(SERIES)}:{count}: {error}") from None
            state = missing.pop(series, None)
            for name, stated, follows in self._fields(line, state) if state else ():
                label = f"series {series} {name}"
                yield AuditDifference(file_name(SERIES), count, label, stated, follows)
            if state is None:
                label = f"series {series} acts"
                yield AuditDifference(file_name(SERIES), count, label, None, "its acts")
        yield from compare_line_count(self.dump, SERIES, count)
        for series in missing:
            yield AuditDifference(file_name(SERIES), 0, f"series {series}", None, "a line")

    def _fields(self, line: Line, state: SeriesState) -> Iterator[tuple[str, object, object]]:
        """Fields of a line that do not follow from the acts and from standings of events."""
        name = line.get("name")
        if name is not None and state.name and name != state.name:
            yield "name", name, state.name
        for field, rule in _follows(state).items():
            stated = line.get(field)
            if stated != rule:
                pair = first_difference(stated, rule) if isinstance(rule, list) else (stated, rule)
                yield (field, *pair)
        label = f"series {state.series}"
        if older := [event for event in state.counting() if event in self._older]:
            self.older_events += len(older)
            listed = ", ".join(map(str, older))
            self.notes.append(
                f"{label}: older than acts, and its standings taken as written: event {listed}"
            )
        finished: list[EventFinished] = []
        try:
            finished = state.finished_events()
            board: object = self._board(state.boards(finished), line)
        except HiddenGuest:
            yield from self._hidden_fields(line, state, finished)
            return
        except KeyError as error:
            self.unknown_boards += 1
            self.notes.append(
                f"{label}: event {error} is not in the dump, and its boards were not worked out"
            )
            return
        except ValueError as error:
            board = str(error)
        if line.get("board") != board:
            follows = board if isinstance(board, list) else [board]
            yield ("board", *first_difference(line.get("board"), follows))

    def _hidden_fields(
        self, line: Line, state: SeriesState, finished: Sequence[EventFinished]
    ) -> Iterator[tuple[str, object, object]]:
        """Lines of boards with hidden guests, that cannot be right whoever they are."""
        finishes = 0
        try:
            for board, faults in boards_with_hidden_guests(state, finished, line):
                self.hidden_boards += 1
                finishes += board.unnamed_finishes
                for stated, follows in faults:
                    yield "board", stated, follows
        except (WrongField, ValueError) as error:
            yield "board", line.get("board"), str(error)
        self.hidden_finishes += finishes
        self.notes.append(
            f"series {state.series}: a guest is hidden, and which lines are theirs is taken as "
            f"written; {finishes} finishes"
        )

    @property
    def not_audited(self) -> list[str]:
        """Parts that were taken as they are written, with their numbers."""
        seasons = sum(len(state.not_worked_out) for state in self._states.values())
        counts = {
            "boards with hidden guests: which lines are theirs": self.hidden_boards,
            "finishes in such lines": self.hidden_finishes,
            "events older than acts: their standings, as series count them": self.older_events,
            "series with an event that is not in the dump: their boards": self.unknown_boards,
            "next seasons: their divisions": seasons,
        }
        return [f"{count} {words}" for words, count in counts.items() if count]

    def _board(self, boards: SeriesBoards, line: Line) -> list[object]:
        """As the line has it: a guest is called as there, if it is the same name."""
        stated = line.get("board")
        rows = [row for row in stated if isinstance(row, dict)] if isinstance(stated, list) else []
        names = {guest_form(str(row.get("guest"))): row.get("guest") for row in rows}
        people = {number: key for key, number in boards.persons.numbers.items()}
        without_divisions = () if boards.series.divisions else (None,)
        return [
            {"division": division, **_row(row, people[row.person], names)}
            for division in (*sorted(boards.series.divisions), *without_divisions)
            for row in boards.rows(division)
        ]

    def _note(self, state: SeriesState) -> None:
        label = f"series {state.series}"
        origin = "; written down by the site at an upgrade" * state.by_site
        self.notes.append(
            f"{label} “{state.name or '…'}”: {len(state.counting())} events, "
            f"{len(state.divisions)} divisions{origin}"
        )
        for words, act in state.hands:
            reason = f": {act.text}" if act.text and act.kind == "no-event" else ""
            self.notes.append(f"{label}: player {act.actor} {words}{reason}")


# --- inside -------------------------------------------------------------------


def _act(line: Line, number: int) -> AuditedAct:
    """Raises ``WrongField``."""
    return AuditedAct(
        number,
        fields.number_field(line, "series"),
        fields.number_field(line, "number"),
        fields.text_field(line, "kind"),
        fields.moment_field(line, "at"),
        0,
        fields.number_or_none(line, "by"),
        True,
        fields.object_or_none(line, "content"),
        fields.text_or_none(line, "text"),
    )


def _of_act(act: AuditedAct, subject: str, stated: object, follows: object) -> AuditDifference:
    label = f"series {act.event} act {act.number} {act.kind} {subject}"
    return AuditDifference(file_name(ACTS), act.line, label, stated, follows)


def _follows(state: SeriesState) -> dict[str, object]:
    return {
        "club": state.club,
        "before": state.before,
        "terms": state.terms,
        "divisions": [
            {"number": number, "name": name, "exchanged": exchanged}
            for number, (name, exchanged) in sorted(state.divisions.items())
        ],
        "events": [
            {"event": event, "division": division, "removed": removed}
            for event, (division, removed) in sorted(state.events.items())
        ],
        "places": [
            {
                "place": place,
                "division": row.division,
                "player": row.player,
                "guest": row.guest,
                "move": row.move,
                "leaving": row.leaving,
            }
            for place, row in sorted(state.places.items())
        ],
        "acts": state.acts,
    }


def _row(row: SeriesRow, person: PersonKey, names: Mapping[str, object]) -> Line:
    is_guest = isinstance(person, str)
    return {
        "rank": row.rank,
        "player": None if is_guest else person,
        "guest": names.get(person, person) if isinstance(person, str) else None,
        "points": str(row.points),
        "events": row.events,
        "wins": row.wins,
        "tie_breaks": [str(number) for number in row.tie_breaks],
        "finishes": [None if points is None else str(points) for points in row.finishes],
    }
