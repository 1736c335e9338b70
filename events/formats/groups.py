"""Closed groups: all of one play the rounds of a known design, or of a search if none is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _

from events.formats.plan import planned_rounds
from events.formats.rules import FormatRules, RoundRequest
from events.models import Event
from events.organising.scoring import seed_of
from events.seating import (
    GROUPS,
    SeatedRound,
    SeatingTerms,
    group_design,
    seat_group,
)
from web.errors import Conflict

if TYPE_CHECKING:
    from events.results.standings import EventBook

GROUP_SIZES: Final = range(3, 21)
"""Entrants of one group."""

GROUP_ROUNDS: Final = range(1, 13)
"""Rounds that closed groups may play."""


class GroupOutlook(NamedTuple):
    """A play of so many groups, before anybody is dealt. `designs`: by size, True where a
    design is known."""

    groups: int
    sizes: tuple[int, ...]
    rounds: int
    designs: dict[int, bool]

    @property
    def has_design(self) -> bool:
        """True if a design is known for every size."""
        return all(self.designs.values())

    @staticmethod
    def for_sizes(sizes: tuple[int, ...], event: Event, terms: SeatingTerms) -> GroupOutlook:
        rounds = rounds_of_groups(sizes, event.rounds_planned)
        designs = {
            size: group_design(size, rounds, terms.largest) is not None and terms.smallest <= 3
            for size in sizes
        }
        return GroupOutlook(len(sizes), sizes, rounds, designs)


class GroupRules(FormatRules):
    """Every round is in the plan, which the deal of the groups writes."""

    waits = False
    closes = True
    planned = True

    def seat(self, request: RoundRequest) -> SeatedRound:
        if not request.event.plan:
            raise Conflict(_("Draw the groups first."))
        return SeatedRound(request.fixed_tables, (*request.fixed_byes, *request.unseated))

    def is_over(self, book: EventBook) -> bool:
        numbers = planned_rounds(book.event)
        return bool(numbers) and len(book.rounds) >= max(numbers)


def group_outlooks(entrants: int, event: Event, terms: SeatingTerms) -> list[GroupOutlook]:
    """The numbers of groups that so many entrants can be dealt to."""
    outlooks = []
    for count in range(1, entrants // GROUP_SIZES[0] + 1):
        sizes = group_sizes(entrants, count)
        if all(size in GROUP_SIZES for size in sizes):
            outlooks.append(GroupOutlook.for_sizes(sizes, event, terms))
    return outlooks


def group_sizes(entrants: int, count: int) -> tuple[int, ...]:
    """Sizes that differ by one at most, the largest first."""
    size, larger = divmod(entrants, count)
    return (size + 1,) * larger + (size,) * (count - larger)


def rounds_of_groups(sizes: Sequence[int], planned: int) -> int:
    """The rounds that the organiser planned; else those of a design that fits one of the groups,
    else so many that each two may meet once."""
    if planned:
        return min(planned, GROUP_ROUNDS[-1])
    designs = [len(GROUPS[size]) for size in sizes if size in GROUPS]
    return min(designs) if designs else max(-(-(size - 1) // 3) for size in sizes)


def seat_groups(
    groups: Sequence[Sequence[int]], rounds: int, event: Event, terms: SeatingTerms
) -> list[SeatedRound]:
    """All rounds of all groups together. Groups of one size play the same design or search, each
    with its own entrants."""
    patterns: dict[int, list[SeatedRound]] = {}
    merged: list[SeatedRound] = [SeatedRound(()) for _number in range(rounds)]
    for group in groups:
        size = len(group)
        if size not in patterns:
            patterns[size] = seat_group(range(size), rounds, seed_of(event), terms=terms)
        for number, pattern in enumerate(patterns[size]):
            tables = tuple(tuple(group[place] for place in table) for table in pattern.tables)
            byes = tuple(group[place] for place in pattern.byes)
            seated = merged[number]
            merged[number] = SeatedRound((*seated.tables, *tables), (*seated.byes, *byes))
    return merged
