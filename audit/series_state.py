"""A series after some of its acts, and its boards as they follow from the standings of its
events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from audit.event_acts import AuditedAct
from audit.event_state import EventState
from audit.older_events import OlderEvent
from ratings.standings import (
    EventFinish,
    SeriesRow,
    StandingsRow,
    guest_form,
    parse_point_number,
    rank_series,
)

PersonKey = int | str
"""Of an account its player; of a guest the form of the name."""


class HiddenGuest(LookupError):
    """A moderator hides the name of a guest: nobody can say who they are in another event."""


@dataclass
class PlaceState:
    """A person in a division. `guest`: None for an account, or a name that is hidden; `placed_at`:
    moment of the act."""

    division: int
    player: int | None
    guest: str | None
    move: str
    placed_at: str
    leaving: bool = False

    @property
    def key(self) -> PersonKey:
        """Raises ``HiddenGuest``."""
        return _key(self.player, self.guest)


@dataclass
class GuestState:
    """A guest who is said to be an account; `agrees`: its answer, None as long as it has none."""

    guest: str | None
    player: int
    agrees: bool | None = None


class EventFinished(NamedTuple):
    """An event as it counts on a board: its start, people and standings."""

    starts_at: str
    event: EventState | OlderEvent
    rows: Sequence[StandingsRow]


class SeriesPersons:
    """Persons of a board, numbered as they come: `numbers` by key. `names_hidden`: a hidden guest
    is somebody else at each event, and not refused."""

    def __init__(self, agreed: Mapping[str, int], *, names_hidden: bool = False) -> None:
        self.agreed = agreed
        self.names_hidden = names_hidden
        self.numbers: dict[PersonKey, int] = {}

    def finishes(self, finished: EventFinished) -> list[EventFinish]:
        """Finishes of the people of an event. A guest who is an account has a line of their own
        where the account itself played, too. Raises ``HiddenGuest``."""
        rows = sorted((row for row in finished.rows if row.results), key=lambda row: row.entrant)
        people = finished.event.entrants
        players = {people[row.entrant].player for row in rows}
        used: set[int] = set()
        finishes = []
        for row in rows:
            entrant = people[row.entrant]
            if self.names_hidden and entrant.player is None and entrant.guest is None:
                key: PersonKey = (
                    f"\0{finished.event.event}/{row.entrant}"  # no name has such a sign
                )
            else:
                key = _key(entrant.player, entrant.guest)
            account = self.agreed.get(key) if isinstance(key, str) else None
            number = self.number(key if account in players or account is None else account)
            if entrant.player is None and number in used:
                number = self.number(key)
            used.add(number)
            finishes.append(EventFinish(number, row.rank, row.points))
        return finishes

    def number(self, key: PersonKey) -> int:
        return self.numbers.setdefault(key, len(self.numbers))


@dataclass
class SeriesBoards:
    """The boards of a series at a moment. `finishes`: of each event, with its division."""

    series: SeriesState
    persons: SeriesPersons
    finishes: list[tuple[int | None, list[EventFinish]]]

    def rows(self, division: int | None) -> list[SeriesRow]:
        terms = self.series.terms
        ties, best, least = str(terms["tie_breaks"]).split(), terms["best"], terms["least"]
        persons = None
        if division is not None:
            keys = [self.key_of(row) for row in self.series.placed() if row.division == division]
            persons = list(dict.fromkeys(self.persons.numbers[key] for key in keys))
            least, ties = 0, ties + ["lot"] * ("lot" not in ties)
        return rank_series(
            [rows for part, rows in self.finishes if division is None or part == division],
            best=best if isinstance(best, int) and best else None,
            least=least if isinstance(least, int) else 1,
            ranks=tuple(map(parse_point_number, str(terms["rank_points"]).split())),
            tie_breaks=ties,
            seed=f"series {self.series.series}",
            persons=persons,
        )

    def key_of(self, place: PlaceState) -> PersonKey:
        """The person on this board. Raises ``HiddenGuest``."""
        key = place.key
        return self.persons.agreed.get(key, key) if isinstance(key, str) else key


@dataclass
class SeriesState:
    """A series after some of its acts. `officers`: gives the officers of a club at a moment;
    `all_events`: events as their acts have them; `older_events`: those without acts, as their lines
    have them; `not_worked_out`: seasons that began from boards nobody can work out; `hands`: acts
    that readers should know, with words; `placed_at_first`: also those who were taken out later;
    `next_places`: of the next season, by division the places here and moves; `next_persons`: who
    they are."""

    series: int
    officers: Callable[[int, str], frozenset[int]]
    all_events: Mapping[int, EventState]
    older_events: Mapping[int, OlderEvent] = field(default_factory=dict)
    name: str | None = None
    club: int | None = None
    founder: int | None = None
    before: int | None = None
    created_at: str = ""
    by_site: bool = False
    terms: dict[str, object] = field(default_factory=dict)
    divisions: dict[int, tuple[str, int]] = field(default_factory=dict)
    events: dict[int, tuple[int | None, bool]] = field(default_factory=dict)
    places: dict[int, PlaceState] = field(default_factory=dict)
    placed_at_first: list[PlaceState] = field(default_factory=list)
    guests: dict[int, GuestState] = field(default_factory=dict)
    next_season: int | None = None
    next_places: list[list[tuple[int | None, str]]] = field(default_factory=list)
    next_persons: list[list[PersonKey | None]] = field(default_factory=list)
    not_worked_out: list[int] = field(default_factory=list)
    acts: int = 0
    moment: str = ""
    hands: list[tuple[str, AuditedAct]] = field(default_factory=list)

    def organises(self, player: int | None, moment: str) -> bool:
        """True of officers of the club at that moment; without a club of the founder."""
        if self.club is None:
            return player is not None and player == self.founder
        return player in self.officers(self.club, moment)

    def counting(self) -> list[int]:
        """Events that were not taken out."""
        return [event for event, (_division, removed) in self.events.items() if not removed]

    def placed(self) -> list[PlaceState]:
        """Players of divisions as boards number them."""
        rows = sorted(self.places.items(), key=lambda pair: (pair[1].division, pair[0]))
        return [row for _place, row in rows]

    def agreed(self) -> dict[str, int]:
        rows = [row for row in self.guests.values() if row.agrees]
        return {guest_form(row.guest or ""): row.player for row in rows}

    def boards(self, finished: Sequence[EventFinished]) -> SeriesBoards:
        """Boards of the events that count. Raises ``HiddenGuest``."""
        if any(row.agrees and row.guest is None for row in self.guests.values()):
            raise HiddenGuest
        persons = SeriesPersons(self.agreed())
        ordered = sorted(finished, key=lambda row: (row.starts_at, row.event.event))
        finishes = [(self.events[row.event.event][0], persons.finishes(row)) for row in ordered]
        boards = SeriesBoards(self, persons, finishes)
        for place in self.placed():
            persons.number(boards.key_of(place))
        return boards

    def finished_events(self) -> list[EventFinished]:
        """Events that count, as everybody may see them. Raises ``KeyError`` for one that is not in
        the dump, ``ValueError``."""
        finished = []
        for event in self.counting():
            if older := self.older_events.get(event):
                finished.append(EventFinished(older.starts_at, older, older.rows))
            else:
                row = self.all_events[event]
                starts_at = str(row.terms["starts_at"])
                finished.append(EventFinished(starts_at, row, row.standings()))
        return finished

    def finished_at(self, moment: str) -> list[EventFinished] | int:
        """Events that count, as they had ended by `moment`; the number of one that had not. Raises
        ``KeyError``."""
        rows = []
        for event in self.counting():
            state = self.all_events[event]
            endings = [ending for ending in state.endings if ending.moment <= moment]
            if not endings or endings[-1].standings is None:
                return event
            rows.append(EventFinished(endings[-1].starts_at, state, endings[-1].standings))
        return rows


# --- inside -------------------------------------------------------------------


def _key(player: int | None, guest: str | None) -> PersonKey:
    if player is not None:
        return player
    if guest is None:
        raise HiddenGuest
    return guest_form(guest)
