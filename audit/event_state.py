"""An event, played through act by act: its people, tables, results and standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from audit.event_acts import ABOUT_RESULTS, AuditedAct
from audit.seed_ratings import SeedingRatings
from ratings.standings import (
    Bye,
    DuplicateTable,
    Penalty,
    Scoring,
    SeatedRound,
    SeatingHistory,
    StandingsRow,
    TableResult,
    TeamRow,
    listed_rows,
    parse_point_number,
    parse_points,
    rank_duplicate,
    rank_entrants,
    rank_knockout,
    rank_teams,
    rank_with_final,
)


class EventFault(NamedTuple):
    """A fault of an act: its subject, what the act states, and what follows."""

    subject: str
    stated: object
    follows: object


Faults = Iterator[EventFault]


class CountedActs(Protocol):
    """A state that acts made: how many there were, and the moment of the last."""

    acts: int
    moment: str


def order_faults(state: CountedActs, act: AuditedAct, once: str) -> Faults:
    """Count the next act. Faults of its number, its moment, and of a kind that comes first: `once`
    says so."""
    state.acts += 1
    if act.number != state.acts:
        yield EventFault("number", act.number, state.acts)
    if act.moment < state.moment:
        yield EventFault("at", act.moment, f"{state.moment} at the earliest")
    state.moment = act.moment
    if (act.kind == "made") != (act.number == 1):
        yield EventFault("kind", act.kind, once)


class EventSeatResult(NamedTuple):
    """A seat of a table that has a result."""

    entrant: int
    score: int | None
    place: int | None
    came: bool


@dataclass
class EntrantState:
    """A person in an event: a player, or a guest by name, None if it is hidden. `team`: its number;
    `seed`, `group`: those given before the first round."""

    player: int | None
    guest: str | None
    present: bool = True
    team: int | None = None
    seed: int | None = None
    group: int | None = None


class EventEnding(NamedTuple):
    """An event at the moment at which it ended, or was opened again: then without standings."""

    moment: str
    starts_at: str
    standings: list[StandingsRow] | None


@dataclass
class EventTableState:
    """A table: its entrants in turn order, its result if it has one. `opened_at`: of its round;
    `ruled`: an arbiter or the site decided it; `by_site`: its game was played
    here; `replaced`: entrants who did not play to the end."""

    entrants: list[int]
    opened_at: str
    state: str = ""
    game: str | None = None
    seats: list[EventSeatResult] = field(default_factory=list)
    reporter: int | None = None
    ruled: bool = False
    by_site: bool = False
    replaced: tuple[int, ...] = ()

    @property
    def by_entrant(self) -> dict[int, EventSeatResult]:
        return {seat.entrant: seat for seat in self.seats}


@dataclass
class EventState:
    """An event after some of its acts. `officers`: gives the officers of a club at a moment;
    `hands`: acts of arbiters that readers should know, each with words; `hidden`: acts without
    content; `problems`: of the seatings, by kind; `plan`: seatings of rounds to come, by number;
    `endings`: how it ended, each time."""

    event: int
    officers: Callable[[int, str], frozenset[int]]
    name: str = ""
    club: int | None = None
    terms: dict[str, object] = field(default_factory=dict)
    arbiters: set[int] = field(default_factory=set)
    entrants: dict[int, EntrantState] = field(default_factory=dict)
    team_names: dict[int, str | None] = field(default_factory=dict)
    plan: dict[int, SeatedRound] = field(default_factory=dict)
    byes: dict[int, list[int]] = field(default_factory=dict)
    opened_at: dict[int, str] = field(default_factory=dict)
    tables: dict[tuple[int, int], EventTableState] = field(default_factory=dict)
    penalties: dict[int, Penalty] = field(default_factory=dict)
    ended: bool = False
    acts: int = 0
    hands: list[tuple[str, AuditedAct]] = field(default_factory=list)
    hidden: list[AuditedAct] = field(default_factory=list)
    problems: Counter[str] = field(default_factory=Counter)
    has_later_kinds: bool = False
    first_result_at: str = ""
    endings: list[EventEnding] = field(default_factory=list)
    moment: str = ""
    seedings: list[SeedingRatings] = field(default_factory=list)

    def hidden_faults(self) -> Iterator[tuple[AuditedAct, EventFault]]:
        """Acts without content, though nothing is hidden. Call it behind the last act."""
        for act in self.hidden:
            if act.kind not in ABOUT_RESULTS or not self.hides(act.round):
                yield act, EventFault("content", None, "its content")

    @property
    def visible_rounds(self) -> int | None:
        """Rounds whose results everybody may see; None: all."""
        hides, planned = self.terms.get("hides_end"), self.terms.get("rounds_planned")
        last_visible = max(0, planned - 2) if isinstance(planned, int) else 0
        return last_visible if hides and not self.ended else None

    @property
    def is_duplicate(self) -> bool:
        """True if all tables of a round play one deal, and the site opens the rounds."""
        return self.terms.get("format") == "duplicate"

    def hides(self, round_number: int) -> bool:
        visible = self.visible_rounds
        return visible is not None and round_number > visible

    def scoring(self) -> Scoring:
        is_pairs = self.terms.get("format") == "pairs"
        lists = {
            size: str(self.terms[f"points{size}"]) for size in ((2,) if is_pairs else (4, 3, 2))
        }
        points = {size: parse_points(text) for size, text in lists.items() if text}
        return Scoring(
            points=points,
            bye=points[2][0] if is_pairs else parse_point_number(str(self.terms["bye_points"])),
            tie_breaks=tuple(str(self.terms["tie_breaks"]).split()),
            seed=f"event {self.event}",
        )

    def standings(self) -> list[StandingsRow]:
        """As everybody may see them, of entrants with enough results. Raises ``ValueError`` for
        results that contradict."""
        least = self.terms.get("least_games")
        rows = self.all_standings()
        return listed_rows(rows, least) if isinstance(least, int) else rows

    def teams(self) -> list[TeamRow]:
        """Teams by the sum of their members' points. Raises as ``standings``."""
        teams = {n: entrant.team for n, entrant in self.entrants.items() if entrant.team}
        best = self.terms.get("team_best")
        team_best = best if isinstance(best, int) and best else None
        return rank_teams(self.all_standings(), teams, team_best)

    def all_standings(self) -> list[StandingsRow]:
        """As ``standings``, of all entrants."""
        results: list[TableResult] = []
        deals: list[DuplicateTable] = []
        byes = [
            Bye(number, entrant)
            for number, entrants in self.byes.items()
            for entrant in entrants
            if not self.hides(number)
        ]
        for (number, _table), table in self.tables.items():
            places = tuple(seat.place for seat in table.seats if seat.place is not None)
            scores = tuple(max(0, seat.score) for seat in table.seats if seat.score is not None)
            if places and len(places) == len(table.seats) and not self.hides(number):
                complete_scores = scores if len(scores) == len(places) else ()
                entrants = tuple(seat.entrant for seat in table.seats)
                results.append(TableResult(number, entrants, places, complete_scores))
                raw_scores = tuple(seat.score or 0 for seat in table.seats)
                turns = tuple(n for n, key in enumerate(entrants) if key in table.replaced)
                deals.append(DuplicateTable(number, entrants, raw_scores, turns))
            elif table.state == "ruled" and not self.hides(number):
                byes += [Bye(number, seat.entrant) for seat in table.seats if seat.came]
        people, penalties = sorted(self.entrants), list(self.penalties.values())
        if self.is_duplicate:
            return rank_duplicate(people, deals, byes=byes, penalties=penalties)
        final = self.final_number
        swiss_results = [row for row in results if row.round != final]
        byes = [bye for bye in byes if bye.round != final]
        rows = rank_entrants(people, swiss_results, self.scoring(), byes=byes, penalties=penalties)
        if self.terms.get("format") == "knockout":
            rows = rank_knockout(rows, self.seated_rounds(), self.placings())
        elif final is not None:
            seated = {
                key for (n, _), table in self.tables.items() if n == final for key in table.entrants
            }
            finals = {key: place for (n, key), place in self.placings().items() if n == final}
            rows = rank_with_final(rows, seated, finals)
        return rows

    @property
    def final_number(self) -> int | None:
        """The round after the planned ones of a Swiss with a final, once it is open."""
        planned = self.terms.get("rounds_planned")
        number = planned + 1 if isinstance(planned, int) else 0
        return number if self.terms.get("has_final") and number in self.byes else None

    def placings(self) -> dict[tuple[int, int], int]:
        """Places by round and entrant; of a table decided without a game all who came are first."""
        places: dict[tuple[int, int], int] = {}
        for (number, _table), table in self.tables.items():
            if not table.seats or self.hides(number):
                continue
            behind = 1 + sum(seat.came for seat in table.seats)
            is_played = all(seat.place is not None for seat in table.seats)
            for seat in table.seats:
                place = seat.place if is_played else 1 if seat.came else behind
                places[number, seat.entrant] = place or 0
        return places

    def seats_of(self, act: AuditedAct) -> bool:
        """True if the one who acted sits at the table that the act is about."""
        number = act.content.get("table") if act.content else None
        table = self.tables.get((act.round, number)) if isinstance(number, int) else None
        seats = table.entrants if table else []
        return act.actor is not None and any(
            self.entrants[key].player == act.actor for key in seats
        )

    def history(self) -> SeatingHistory:
        """Rounds so far, by which a seating is judged."""
        return SeatingHistory(self.seated_rounds(), max(self.scoring().points))

    def seated_rounds(self) -> list[SeatedRound]:
        return [
            SeatedRound(
                tuple(tuple(t.entrants) for (n, _), t in self.tables.items() if n == number),
                tuple(byes),
            )
            for number, byes in sorted(self.byes.items())
        ]


def first_difference(stated: object, follows: Sequence[object]) -> tuple[object, object]:
    """The first lines of two standings that differ."""
    rows = stated if isinstance(stated, list) else []
    longest = max(len(rows), len(follows))
    pairs = [
        (rows[n] if n < len(rows) else None, follows[n] if n < len(follows) else None)
        for n in range(longest)
    ]
    return next((pair for pair in pairs if pair[0] != pair[1]), (stated, follows))
