"""Boards of a series with hidden guests: line by line, as far as anybody can tell.

The line of a person whose name is known follows from the events. A line without a name has to be
made of finishes of guests who are hidden, or whom the board does not name; which one is which is
taken as written. Lots, which depend on the order of all persons, are taken as written too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from audit.fields import (
    Line,
    WrongField,
    fraction_field,
    number_field,
    objects_field,
    text_or_none,
)
from audit.series_state import EventFinished, PersonKey, SeriesPersons, SeriesState
from ratings.standings import (
    EventFinish,
    SeriesRow,
    guest_form,
    parse_point_number,
    rank_series,
)

BoardFaults = Iterator[tuple[object, object]]
"""Pairs: the value that a board states, and the value that follows."""


@dataclass
class BoardWithHiddenGuests:
    """One board, of a division or of all. `unnamed`: by event, the persons whose finishes may be
    those of lines without a name; `unnamed_finishes`: those of such lines."""

    series: SeriesState
    division: int | None
    persons: SeriesPersons
    events: list[list[EventFinish]]
    unnamed: list[set[int]] = field(default_factory=list)
    unnamed_finishes: int = 0

    def faults(self, rows: Sequence[Line]) -> BoardFaults:
        """Raises ``WrongField``."""
        named = {key for row in rows if (key := _key_of(row)) is not None}
        hidden = {number for key, number in self.persons.numbers.items() if _is_unnamed(key, named)}
        self.unnamed = [{row.person for row in event} & hidden for event in self.events]
        for row in rows:
            yield from self._line_faults(row)
        yield from self._missing(named)
        yield from _rank_faults(rows)

    # --- inside -----------------------------------------------------------------

    def _line_faults(self, row: Line) -> BoardFaults:
        key = _key_of(row)
        number = self.persons.numbers.get(key) if key is not None else None
        stated = _finishes(row)
        if len(stated) != len(self.events):
            yield row, f"{len(self.events)} events"
            return
        person = len(self.persons.numbers)  # nobody else
        events: list[list[EventFinish]] = []
        is_sure = True
        for place, finishes in enumerate(self.events):
            source = number if any(finish.person == number for finish in finishes) else None
            if source is None and stated[place] is not None and self._may_be_hidden(key):
                source, is_sole = self._hidden_finish(place, stated[place])
                is_sure = is_sure and is_sole
            events.append(
                [f._replace(person=person) if f.person == source else f for f in finishes]
            )
        [follows] = self._rank(events, person)
        if list(follows.finishes) != stated:
            yield row, [None if number is None else str(number) for number in follows.finishes]
            return
        if (fraction_field(row, "points"), number_field(row, "events")) != (
            follows.points,
            follows.events,
        ):
            yield row, f"{follows.points} points of {follows.events} events"
        elif is_sure and (number_field(row, "wins"), self._ties(row)) != (
            follows.wins,
            list(follows.tie_breaks),
        ):
            yield row, f"{follows.wins} wins, tie-breaks {', '.join(map(str, follows.tie_breaks))}"

    def _may_be_hidden(self, key: PersonKey | None) -> bool:
        """True of a line without a name, and of an account that agreed to be a hidden guest."""
        agreed = {row.player for row in self.series.guests.values() if row.agrees and not row.guest}
        return key is None or key in agreed

    def _hidden_finish(self, place: int, points: Fraction | None) -> tuple[int | None, bool]:
        """The person without a name who won these points at an event, once; False with it if
        another such person has another rank."""
        rows = [finish for finish in self.events[place] if finish.person in self.unnamed[place]]
        fitting = [row for row in rows if self._points(place, row.person) == points]
        if not fitting:
            return None, True
        self.unnamed[place].discard(fitting[0].person)
        self.unnamed_finishes += 1
        return fitting[0].person, len({row.rank for row in fitting}) == 1

    def _points(self, place: int, person: int) -> Fraction | None:
        [row] = self._rank([self.events[place]], person)
        return row.finishes[0]

    def _rank(self, events: Sequence[Sequence[EventFinish]], person: int) -> list[SeriesRow]:
        terms = self.series.terms
        best = terms["best"]
        return rank_series(
            events,
            best=best if isinstance(best, int) and best else None,
            least=0,
            ranks=tuple(map(parse_point_number, str(terms["rank_points"]).split())),
            tie_breaks=self.ties,
            persons=[person],
        )

    @property
    def ties(self) -> list[str]:
        """Tie-breaks that do not depend on other persons."""
        names = str(self.series.terms["tie_breaks"]).split()
        return [name for name in names if name != "lot"]

    def _ties(self, row: Line) -> list[Fraction | None]:
        """Numbers of `ties` in a line."""
        names = str(self.series.terms["tie_breaks"]).split()
        numbers = dict(zip(names, _tie_break_numbers(row), strict=False))
        return [numbers.get(name) for name in self.ties]

    def _missing(self, named: set[PersonKey]) -> BoardFaults:
        """Persons with a name, and hidden guests if one event is enough, who have no line."""
        if self.division is not None:
            rows = [row for row in self.series.placed() if row.division == self.division]
            expected = {row.player for row in rows if row.player is not None} - named
        else:
            least = self.series.terms["least"]
            least = least if isinstance(least, int) else 1
            came = [row.person for event in self.events for row in event]
            expected = {
                key
                for key, number in self.persons.numbers.items()
                if isinstance(key, int) and key not in named and came.count(number) >= max(least, 1)
            }
            left_over = [persons for persons in self.unnamed if persons]
            if least <= 1 and left_over:
                yield None, f"a line for {sum(map(len, left_over))} guests without a name"
        for key in sorted(expected):
            yield None, f"a line for player {key}"


def boards_with_hidden_guests(
    state: SeriesState, finished: Sequence[EventFinished], line: Line
) -> Iterator[tuple[BoardWithHiddenGuests, list[tuple[object, object]]]]:
    """Each board of a series, and what is wrong on it. Raises ``WrongField``, ``ValueError``."""
    rows = objects_field(line, "board")
    persons = SeriesPersons(state.agreed(), names_hidden=True)
    ordered = sorted(finished, key=lambda row: (row.starts_at, row.event.event))
    finishes = [(state.events[row.event.event][0], persons.finishes(row)) for row in ordered]
    for place in state.placed():
        if place.player is not None:
            persons.number(place.player)
    divisions: list[int | None] = [*sorted(state.divisions)] or [None]
    for division in divisions:
        events = [part for number, part in finishes if division in (None, number)]
        board = BoardWithHiddenGuests(state, division, persons, events)
        of_board = [row for row in rows if row.get("division") == division]
        yield board, list(board.faults(of_board))


# --- inside -------------------------------------------------------------------


def _key_of(row: Line) -> PersonKey | None:
    """Raises ``WrongField``."""
    if row.get("player") is not None:
        return number_field(row, "player")
    guest = text_or_none(row, "guest")
    return None if guest is None else guest_form(guest)


def _is_unnamed(key: PersonKey, named: set[PersonKey]) -> bool:
    """True of guests who have no line under their name."""
    return isinstance(key, str) and key not in named


def _finishes(row: Line) -> list[Fraction | None]:
    """Raises ``WrongField``."""
    numbers = row.get("finishes")
    if not isinstance(numbers, list):
        raise WrongField("finishes: expected a list")
    return [
        None if number is None else fraction_field({"finishes": number}, "finishes")
        for number in numbers
    ]


def _tie_break_numbers(row: Line) -> list[Fraction]:
    """Raises ``WrongField``."""
    numbers = row.get("tie_breaks")
    if not isinstance(numbers, list):
        raise WrongField("tie_breaks: expected a list")
    return [fraction_field({"tie_breaks": number}, "tie_breaks") for number in numbers]


def _rank_faults(rows: Sequence[Line]) -> BoardFaults:
    """Ranks follow from points and tie-breaks, as the lines have them."""
    keys = [(fraction_field(row, "points"), *_tie_break_numbers(row)) for row in rows]
    for row, key in zip(rows, keys, strict=True):
        rank = 1 + sum(other > key for other in keys)
        if number_field(row, "rank") != rank:
            yield row, f"rank {rank}"
