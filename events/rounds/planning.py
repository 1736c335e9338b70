"""Before the first round: seeds, groups, and seatings that an arbiter prescribes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.acts.writing import new_act, write_acts
from events.formats import format_rules
from events.formats.groups import GROUP_SIZES, GroupOutlook, group_outlooks, seat_groups
from events.formats.plan import BYE_SIGN, plan_as_json, planned_rounds
from events.limits import MAX_ROUNDS
from events.models import Entrant, Event, EventAct, EventRuling
from events.organising.arbiters import arbitrated
from events.organising.reasons import checked_public_reason
from events.organising.scoring import seed_of
from events.results.standings import EventBook, read_book
from events.round_tables.tables import check_size
from events.seating import SeatedRound, deal_seeds
from games.models import Account
from ratings.queries import overall_ratings
from ratings.standings import draw_lots, pair_of
from web.database_clock import database_time
from web.errors import Conflict, Invalid
from web.form_actions import row_key


class SeedOrder(StrEnum):
    """Ways to order entrants before the first round."""

    RATING = "rating"
    LOT = "lot"
    HAND = "hand"


SEED_WORDS: Final = {
    SeedOrder.RATING: gettext_lazy("by rating, followed by the guests in random order"),
    SeedOrder.LOT: gettext_lazy("by lot"),
    SeedOrder.HAND: gettext_lazy("by hand"),
}


def set_seeds(
    event_id: int, arbiter: Account, order: str, typed: str = "", reason: str = ""
) -> list[Entrant]:
    """Seeds of everybody who is here, the best first. By hand: `typed` has their numbers from the
    best; those who are not named follow by lot. That needs a public `reason`.

    Raises ``Conflict`` once a round was opened, ``Invalid`` for a number that is not there.
    """
    with transaction.atomic():
        event = _before_first_round(event_id, arbiter)
        book = read_book(event, everything=True)
        seeding = seed_entrants(book, order, typed)
        if order == SeedOrder.HAND:
            reason = note_pairings(event, arbiter, reason, [seeding.numbers]).reason
        content = {**seeding.content(order), "seeds": seeding.numbers}
        _write_act(event, EventAct.Kind.SEEDED, arbiter, content, order, reason)
        return _write_seeds(book, seeding.numbers)


def deal_groups(
    event_id: int,
    arbiter: Account,
    count: int,
    order: str,
    typed: str = "",
    reason: str = "",
    *,
    fewest_repeats: bool = False,
) -> Event:
    """Everybody who is here is dealt to `count` groups in a snake, and all rounds are planned.

    Where no design is known, small tables go round, or there are the fewest repeated opponents.
    By hand: `typed` has a group on each line, the numbers of its players; that needs a public
    `reason`. Members of one team are kept apart where the snake lets them. Raises as ``set_seeds``,
    and ``Invalid`` for groups that are too small or too large.
    """
    with transaction.atomic():
        event = _before_first_round(event_id, arbiter)
        rules, book = format_rules(event), read_book(event, everything=True)
        if not rules.planned:
            raise Conflict(_("To draw groups, choose the format “Groups” first."))
        seeding = Seeding([])
        if order == SeedOrder.HAND:
            groups = _typed_groups(book, typed)
            reason = note_pairings(event, arbiter, reason, groups).reason
        else:
            seeding = seed_entrants(book, order)
            numbers = seeding.numbers
            if not 1 <= count <= len(numbers):
                raise Invalid(_("Choose the number of groups."))
            teammates = {pair_of(*pair): 1 for pair in book.separate_pairs()}
            groups = deal_seeds(numbers, count, teammates)
        for group in groups:
            if len(group) not in GROUP_SIZES:
                sizes = {"least": GROUP_SIZES[0], "most": GROUP_SIZES[-1], "n": len(group)}
                raise Invalid(
                    _(
                        "A group must have %(least)d to %(most)d players. One of these groups "
                        "has %(n)d."
                    )
                    % sizes
                )
        _write_seeds(book, [key for group in groups for key in group])
        for number, group in enumerate(groups, 1):
            event.entrants.filter(number__in=group).update(group=number)
        terms = rules.terms(event)._replace(spread_small=not fewest_repeats)
        outlook = GroupOutlook.for_sizes(tuple(map(len, groups)), event, terms)
        rounds = seat_groups(groups, outlook.rounds, event, terms)
        event.plan = plan_as_json(enumerate(rounds, 1))
        event.save(update_fields=["plan"])
        content = {**seeding.content(order), "groups": groups, "rounds": event.plan}
        _write_act(event, EventAct.Kind.GROUPED, arbiter, content, order, reason)
    return event


def write_plan(event_id: int, arbiter: Account, typed: str, reason: str) -> Event:
    """The seating of rounds to come as an arbiter prescribes it, with a public reason: a table on
    each line, the numbers of its players in the order of their turns; an empty line begins the next
    round; a line that begins with ``-`` has the players without a table. Without text the plan of
    these rounds is deleted.

    Raises ``Conflict`` for closed groups, ``Invalid`` with the round and the fault.
    """
    reason = checked_public_reason(reason)
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if format_rules(event).planned:
            raise Conflict(
                _(
                    "An event with the format “Groups” already has a plan. "
                    "You can draw new groups by hand instead."
                )
            )
        opened = event.rounds.count()
        rounds = _typed_rounds(event, typed, opened)
        past = [(n, row) for n, row in planned_rounds(event).items() if n <= opened]
        event.plan = plan_as_json([*past, *enumerate(rounds, opened + 1)])
        event.save(update_fields=["plan"])
        after = [list(table) for row in rounds for table in row.tables]
        note_pairings(event, arbiter, reason, after)
        content = {"rounds": plan_as_json(enumerate(rounds, opened + 1))}
        _write_act(event, EventAct.Kind.PLANNED, arbiter, content, SeedOrder.HAND, reason)
    return event


def note_pairings(
    event: Event, arbiter: Account, reason: str, after: Sequence[Sequence[int]]
) -> EventRuling:
    """An arbiter's own order or pairings stay on the event's page, with a public `reason`. Raises
    ``Invalid`` without one."""
    ruling: EventRuling = EventRuling.objects.create(
        event=event,
        kind=EventRuling.Kind.PAIRED,
        reason=checked_public_reason(reason),
        arbiter=arbiter,
        after=[list(row) for row in after],
        at_own_table=event.entrants.filter(account=arbiter).exists(),
        ruled_at=database_time(),
    )
    return ruling


def outlooks_of(book: EventBook) -> list[GroupOutlook]:
    """The numbers of groups that the people who are here can be dealt to."""
    present = sum(row.is_present for row in book.entrants.values())
    return group_outlooks(present, book.event, format_rules(book.event).terms(book.event))


class Seeding(NamedTuple):
    """Numbers of everybody who is here, the best seed first; those that an arbiter named, and the
    ratings that the order follows from, by number."""

    numbers: list[int]
    named: Sequence[int] = ()
    ratings: Mapping[int, int] = MappingProxyType({})

    def content(self, order: str) -> dict[str, object]:
        """As acts have it."""
        return {"order": order, "named": list(self.named), "ratings": sorted(self.ratings.items())}


def seed_entrants(book: EventBook, order: str, typed: str = "") -> Seeding:
    """Seeds of everybody who is here."""
    present = {row.number: row for row in book.entrants.values() if row.is_present}
    lots = draw_lots(present, seed_of(book.event))
    if order == SeedOrder.LOT:
        return Seeding(lots)
    if order == SeedOrder.RATING:
        accounts = {row.account_id for row in present.values() if row.account_id}
        ratings = overall_ratings(accounts)
        by_number = {
            key: ratings[row.account_id].rating
            for key, row in present.items()
            if row.account_id in ratings
        }
        numbers = sorted(lots, key=lambda key: -by_number.get(key, -(10**9)))
        return Seeding(numbers, ratings=by_number)
    if order != SeedOrder.HAND:
        raise Invalid(_("Choose one of the options."))
    numbers = _typed_numbers(typed, present)
    return Seeding([*numbers, *(key for key in lots if key not in numbers)], numbers)


# --- inside -------------------------------------------------------------------


def _before_first_round(event_id: int, arbiter: Account) -> Event:
    event = arbitrated(event_id, arbiter)
    if event.rounds.exists():
        raise Conflict(_("The first round has started, so seeds and groups can’t be changed."))
    return event


def _write_act(
    event: Event,
    kind: EventAct.Kind,
    arbiter: Account,
    content: Mapping[str, object],
    order: str,
    reason: str,
) -> None:
    """The act of an order or plan; only one by hand has a `reason`."""
    text = reason if order == SeedOrder.HAND else ""
    write_acts(event, [new_act(kind, arbiter, content, text, as_arbiter=True)])


def _write_seeds(book: EventBook, numbers: Sequence[int]) -> list[Entrant]:
    entrants = list(book.entrants.values())
    for entrant in entrants:
        number = entrant.number
        entrant.seed = numbers.index(number) + 1 if number in numbers else None
        entrant.group = None
    Entrant.objects.bulk_update(entrants, ["seed", "group"])
    book.event.save(update_fields=["changed_at"])
    return entrants


def _typed_numbers(typed: str, present: dict[int, Entrant]) -> list[int]:
    """Numbers of entrants who are here, each once. Raises ``Invalid``."""
    numbers = [row_key(word) for word in typed.replace(",", " ").split()]
    for key in numbers:
        if key not in present or numbers.count(key) > 1:
            raise Invalid(_("The number %d appears twice, or no player here has it.") % key)
    return numbers


def _typed_groups(book: EventBook, typed: str) -> list[list[int]]:
    present = {row.number: row for row in book.entrants.values() if row.is_present}
    lines = [line for line in typed.splitlines() if line.strip()]
    numbers = _typed_numbers(" ".join(lines), present)
    if missing := [row.in_logs for key, row in present.items() if key not in numbers]:
        raise Invalid(_("These players are in no group: %s.") % ", ".join(missing[:10]))
    return [_typed_numbers(line, present) for line in lines]


def _typed_rounds(event: Event, typed: str, opened: int) -> list[SeatedRound]:
    entrants = {row.number: row for row in event.entrants.select_related("account")}
    blocks: list[list[str]] = [[]]
    for line in map(str.strip, typed.splitlines()):
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    rounds = []
    for number, lines in enumerate(filter(None, blocks), opened + 1):
        try:
            _typed_numbers(" ".join(line.removeprefix(BYE_SIGN) for line in lines), entrants)
            rows = [(line, _typed_numbers(line.removeprefix(BYE_SIGN), entrants)) for line in lines]
            tables = [tuple(row) for line, row in rows if not line.startswith(BYE_SIGN)]
            for table in tables:
                check_size(event, len(table))
        except Invalid as refusal:
            words = {"n": number, "why": refusal.message}
            raise Invalid(_("Round %(n)d: %(why)s") % words) from None
        byes = [key for line, row in rows if line.startswith(BYE_SIGN) for key in row]
        rounds.append(SeatedRound(tuple(tables), tuple(byes)))
    if opened + len(rounds) > MAX_ROUNDS:
        raise Invalid(_("At most %d rounds.") % MAX_ROUNDS)
    return rounds
