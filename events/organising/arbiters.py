"""Arbiters of one event: rights there, and nowhere else."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from events.acts.writing import new_act, write_acts
from events.clubs.locks import current_members
from events.limits import MAX_ARBITERS
from events.models import ClubMember, Event, EventAct, EventArbiter, EventTable
from games.accounts import person_called, typed_handle
from games.models import Account
from games.standing import ensure_player
from web.errors import Conflict, Invalid, NotAllowed


def is_arbiter(event: Event, account: Account | None) -> bool:
    """True if `account` seats, enters and rules at `event`: its arbiters, and the officers of its
    club."""
    return account is not None and events_of_arbiter(account).filter(pk=event.pk).exists()


def events_of_arbiter(account: Account) -> QuerySet[Event]:
    """Events at which ``is_arbiter`` holds for `account`."""
    if not account.is_active:
        return Event.objects.none()
    roles = ClubMember.objects.filter(club=OuterRef("club"), account=account, until=None)
    officers = roles.filter(~Q(role=ClubMember.Role.MEMBER) | Q(club__owner=account))
    named = EventArbiter.objects.filter(event=OuterRef("pk"), account=account)
    of_club = Q(club__closed_at=None) & Exists(officers)
    return Event.objects.filter(Exists(named) | of_club)


def must_arbitrate(event: Event, account: Account) -> None:
    """Raises ``NotAllowed`` unless `account` is an arbiter of `event`."""
    if not is_arbiter(event, account):
        raise NotAllowed(_("Only an arbiter of this event can do that."))


def lock_event(event_id: int) -> Event:
    """The event; whatever changes it waits until the transaction ends. Raises
    ``Event.DoesNotExist``."""
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def lock_events(ids: Collection[int]) -> list[Event]:
    """As ``lock_event``, of several, in the order of their keys."""
    return list(Event.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def arbitrated(event_id: int, account: Account) -> Event:
    """The locked event, which runs, for one of its arbiters. Raises ``Event.DoesNotExist``,
    ``NotAllowed``, ``Conflict`` once it has ended."""
    event = lock_event(event_id)
    must_arbitrate(event, account)
    must_run(event)
    return event


def must_run(event: Event) -> None:
    """Raises ``Conflict`` once `event` has ended."""
    if event.is_over:
        raise Conflict(_("This event has ended."))


def sits_at(table: EventTable, account: Account) -> bool:
    """True if `account` plays at `table`. One query."""
    return table.seats.filter(entrant__account=account).exists()


def add_arbiter(event_id: int, arbiter: Account, handle: str) -> EventArbiter:
    """An arbiter names another one. Twice is no fault."""
    with transaction.atomic():
        event, account = arbitrated(event_id, arbiter), person_called(handle)
        if account is None:
            words = _("There is no account @%(handle)s.")
            raise Invalid(words % {"handle": typed_handle(handle)[:40]})
        if event.arbiters.count() >= MAX_ARBITERS:
            raise Conflict(
                _("An event can have at most %d arbiters. Remove one first.") % MAX_ARBITERS
            )
        row, is_new = EventArbiter.objects.get_or_create(event=event, account=account)
        if is_new:
            content = {"player": ensure_player(account).pk}
            act = new_act(EventAct.Kind.ARBITER, arbiter, content, as_arbiter=True)
            write_acts(event, [act])
    return row


def remove_arbiter(event_id: int, arbiter: Account, account: Account) -> Event:
    """An arbiter takes the role from another one, or lays it down; the last one keeps it."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        remaining = event.arbiters.exclude(account=account)
        if not remaining.exists():
            raise Conflict(_("This is the only arbiter. Add another one first."))
        removed, _rows = event.arbiters.filter(account=account).delete()
        if removed:
            content = {"player": ensure_player(account).pk}
            act = new_act(EventAct.Kind.NO_ARBITER, arbiter, content, as_arbiter=True)
            write_acts(event, [act])
    return event


def arbiter_accounts(event: Event) -> set[int]:
    """Keys of the accounts that arbitrate `event`: those that are named, and the officers of its
    club. One query, two for the event of a club."""
    accounts = {row.account_id for row in event.arbiters.all()}
    if event.club is not None and event.club.is_open:
        officers = ~Q(role=ClubMember.Role.MEMBER) | Q(account=event.club.owner_id)
        accounts.update(
            current_members(event.club).filter(officers).values_list("account", flat=True)
        )
    return accounts
