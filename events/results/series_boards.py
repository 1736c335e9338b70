"""The board of a series, worked out from the published standings of its events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Division, DivisionPlayer, Entrant, GuestAccount, Series, SeriesEvent
from events.results.standings import EventBook, read_books, short_number
from games.models import Account
from ratings.standings import (
    EventFinish,
    SeriesRow,
    format_points,
    guest_form,
    parse_point_number,
    rank_series,
)

SERIES_TIE_BREAK_WORDS: Final[dict[str, tuple[Promise | str, Promise | str]]] = {
    "wins": (_("Events won"), _("how many events you won")),
    "best_event": (_("Best event"), _("your points at your best event")),
    "events": (_("Events"), _("how many events you took part in")),
    "all_events": (
        _("All events"),
        _("the points of all your events, including those that don’t count"),
    ),
    "last_event": (_("Last event"), _("your points at the last event you took part in")),
    "mean_rank": (_("Mean rank"), _("your average rank in an event; lower is better")),
    "lot": (
        _("Lot"),
        _("a random order computed from the series’ number, so no person can choose it"),
    ),
}
"""Tie-breaks of series in words: the head of a column, and a sentence."""

RANKS_LIMIT: Final = 20
"""Ranks that may have points of their own."""

RANK_POINTS_CHARACTERS: Final = 120

PersonKey = int | str
"""Of an account its key; of a guest the name as names of guests are compared."""


@dataclass(frozen=True)
class SeriesPerson:
    """A person of a series: an account, or a guest by name. `guests`: names of guests under which
    the person played as well."""

    key: PersonKey
    account: Account | None
    guest: str = ""
    guests: tuple[str, ...] = ()

    @property
    def account_id(self) -> int | None:
        return self.account.pk if self.account else None

    @property
    def in_logs(self) -> str:
        return f"@{self.account.username}" if self.account else self.guest

    @property
    def guest_names(self) -> str:
        """Names of guests; of an account that was closed none."""
        return ", ".join(self.guests) if self.account and self.account.is_active else ""


class EveningCell(NamedTuple):
    """An event in a person's line; empty where they were not there."""

    points: str
    counts: bool


class SeriesBoardLine(NamedTuple):
    """A line of the board, in words."""

    rank: int
    person: SeriesPerson
    points: str
    cells: list[EveningCell]
    events: int
    wins: int
    tie_breaks: list[str]


@dataclass(frozen=True)
class SeriesBoard:
    """All of a series that its board needs, read at once: a fixed number of queries. `finishes`: of
    each event of `entries`; `persons` are numbered in the order in which they came."""

    series: Series
    entries: Sequence[SeriesEvent]
    finishes: Sequence[Sequence[EventFinish]]
    persons: Sequence[SeriesPerson]
    players: Sequence[DivisionPlayer]
    running: frozenset[int]
    agreed: Mapping[str, int]

    def rows(self, division: Division | None = None) -> list[SeriesRow]:
        """Ranks and points; persons by their place in `persons`. Of a division all its players,
        parted by lot at the end."""
        events = [
            finishes
            for entry, finishes in zip(self.entries, self.finishes, strict=True)
            if division is None or entry.division_id == division.pk
        ]
        ties = self.series.tie_breaks.split()
        if division is None:
            persons, least = None, self.series.least
        else:
            persons, least = self.numbers_of(division), 0
            ties += [] if "lot" in ties else ["lot"]
        return rank_series(
            events,
            best=self.series.best or None,
            least=least,
            ranks=rank_points(self.series.rank_points),
            tie_breaks=ties,
            seed=f"series {self.series.pk}",
            persons=persons,
        )

    def entries_of(self, division: Division | None = None) -> list[SeriesEvent]:
        return [
            entry for entry in self.entries if division is None or entry.division_id == division.pk
        ]

    def numbers_of(self, division: Division) -> list[int]:
        """The players of a division, by their place in `persons`."""
        numbers = {person.key: number for number, person in enumerate(self.persons)}
        keys = [self.key_of(row) for row in self.players if row.division_id == division.pk]
        return list(dict.fromkeys(numbers[key] for key in keys))

    def key_of(self, player: DivisionPlayer) -> PersonKey:
        """The person whom a player of a division is on this board."""
        if player.account_id is not None:
            return player.account_id
        form = guest_form(player.guest)
        return self.agreed.get(form, form)

    def lines(self, division: Division | None = None) -> list[SeriesBoardLine]:
        return [
            SeriesBoardLine(
                row.rank,
                self.persons[row.person],
                format_points(row.points),
                [
                    EveningCell("" if points is None else format_points(points), counts)
                    for points, counts in zip(row.finishes, row.counts, strict=True)
                ],
                row.events,
                row.wins,
                [short_number(abs(number)) for number in row.tie_breaks],
            )
            for row in self.rows(division)
        ]


def read_board(series: Series) -> SeriesBoard:
    """The board of `series`, as everybody may see it. Thirteen queries, and one for each
    season before."""
    entries = list(
        SeriesEvent.objects.filter(series=series, removed_at=None)
        .select_related("event", "division")
        .order_by("event__starts_at", "event")
    )
    books = read_books([entry.event for entry in entries]) if entries else []
    agreed = agreed_accounts(series)
    persons = _Persons(agreed, hidden_guests(series))
    finishes = [persons.finishes(book) for book in books]
    players = list(
        DivisionPlayer.objects.filter(division__series=series)
        .select_related("account__player", "division")
        .order_by("division__number", "pk")
    )
    for player in players:
        persons.number_of_player(player)
    running = frozenset(book.event.pk for book in books if not book.event.is_over)
    keys = {form: account.pk for form, account in agreed.items()}
    return SeriesBoard(series, entries, finishes, persons.in_order(), players, running, keys)


def hidden_guests(series: Series) -> dict[str, str]:
    """Names of guests that a moderator hid at an event of `series`: numbers by form. One query."""
    rows = Entrant.objects.filter(event__series_entries__series__in=seasons_until(series))
    return {guest_form(row.guest): row.in_logs for row in rows.exclude(hidden_at=None)}


def seasons_until(series: Series) -> list[Series]:
    """`series` and the seasons before it, the latest first. One query each."""
    seasons = [series]
    while (before := seasons[-1].before) is not None:
        seasons.append(before)
    return seasons


def agreed_accounts(series: Series) -> dict[str, Account]:
    """Accounts that agreed to be a guest of the series, by the form of the guest's name."""
    rows = GuestAccount.objects.filter(series=series, declined_at=None).exclude(agreed_at=None)
    return {row.form: row.account for row in rows.select_related("account__player")}


def rank_points(text: str) -> tuple[Fraction, ...]:
    """Points of ranks, from the first. Raises ``ValueError`` unless no rank has more than a better
    one."""
    numbers = tuple(map(parse_point_number, text.split()))
    exceeds_limits = len(numbers) > RANKS_LIMIT or len(text) > RANK_POINTS_CHARACTERS
    if list(numbers) != sorted(numbers, reverse=True) or exceeds_limits:
        raise ValueError("points of ranks go down")
    return numbers


# --- inside -------------------------------------------------------------------


class _Persons:
    """Persons of a series, numbered as they come."""

    def __init__(self, agreed: dict[str, Account], hidden: Mapping[str, str]) -> None:
        self.agreed: Final = agreed
        self.numbers: Final[dict[PersonKey, int]] = {}
        self.accounts: Final[dict[int, Account]] = {}
        self.guests: Final[dict[PersonKey, dict[str, None]]] = {}
        self.hidden: Final = hidden

    def finishes(self, book: EventBook) -> list[EventFinish]:
        """How the people of an event finished it. A guest who is an account has a line of their own
        where the account itself played, too."""
        rows = [row for row in book.rows() if row.results]
        by_number = book.by_number
        accounts = {by_number[row.entrant].account_id for row in rows}
        used_numbers: set[int] = set()
        finishes = []
        for row in sorted(rows, key=lambda row: row.entrant):
            entrant = by_number[row.entrant]
            if entrant.account is not None:
                number = self._account(entrant.account)
            else:
                number = self._guest(entrant.guest, without=accounts)
                if number in used_numbers:
                    number = self._number(guest_form(entrant.guest), entrant.guest)
            used_numbers.add(number)
            finishes.append(EventFinish(number, row.rank, row.points))
        return finishes

    def number_of_player(self, player: DivisionPlayer) -> int:
        return self._account(player.account) if player.account else self._guest(player.guest)

    def in_order(self) -> list[SeriesPerson]:
        return [
            SeriesPerson(key, self.accounts[key], guests=self._names(key))
            if isinstance(key, int)
            else SeriesPerson(key, None, self._names(key)[0])
            for key in self.numbers
        ]

    def _names(self, key: PersonKey) -> tuple[str, ...]:
        """Names of a guest; where a moderator hid one, the number in its place."""
        names = self.guests.get(key, ())
        return tuple(self.hidden.get(guest_form(name), name) for name in names)

    def _account(self, account: Account) -> int:
        self.accounts[account.pk] = account
        return self._number(account.pk)

    def _guest(self, name: str, without: Collection[int | None] = ()) -> int:
        account = self.agreed.get(guest_form(name))
        if account is None or account.pk in without:
            return self._number(guest_form(name), name)
        self.accounts[account.pk] = account
        return self._number(account.pk, name)

    def _number(self, key: PersonKey, name: str = "") -> int:
        if name:
            self.guests.setdefault(key, {})[name] = None
        return self.numbers.setdefault(key, len(self.numbers))
