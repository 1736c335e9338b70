"""Before the deal: people sit down, stand up, invite, decline; computers take free seats."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from engine.computer import LEVELS
from games.editions import require_right_edition
from games.models import Account
from tables.clocks import clock
from tables.deals import shared_promise
from tables.errors import InvalidTerms
from tables.limits import MAX_INVITED
from tables.lobby.dealing import begin_if_full, checked_promise, store_promise
from tables.lobby.invitations import publish_invited
from tables.lobby.opening import free_colour, invitable_accounts
from tables.locks import lock_table, must_be_active, persons, place_of_account, require_place
from tables.models import Access, Block, Invitation, Phase, Place, Table
from tables.play.computers import computer_account
from tables.play.publishing import publish_table_change
from tables.presence import require_host
from web.errors import Conflict, Invalid, NotAllowed

FORGOTTEN: Final = "guest"
"""The name of a guest whose name was forgotten."""


def sit_down(table_id: str, account: Account, colour: str = "", promise: str = "") -> Table:
    """`account` sits down; if that was the last free seat, the shares are asked for.

    Raises ``Table.DoesNotExist``; ``NotAllowed`` for accounts that are suspended, not invited, or
    blocked by a player who sits there; ``InvalidTerms`` (field ``colour``), ``Invalid`` for a
    promise that is none; ``Conflict`` if the seats are taken, the table is no longer open, its host
    is away, the account sits there, or the promise was made before.
    """
    must_be_active(account)
    checked_promise(promise)
    with transaction.atomic():
        table, moment = lock_open_table(table_id), clock.database_time()
        _may_sit(table, account)
        Invitation.objects.filter(table=table, account=account).update(declined=False)
        if table.shared_deal_id is not None:
            table = take_shared_seat(table, account, moment)
        else:
            table = add_place(table, account, colour, promise, moment)
        begin_if_full(table, moment)
        publish_invited(table)
    return table


def leave_seat(table_id: str, account: Account) -> Table:
    """`account` stands up again; a host hands the table on to the next player; if no person is
    left, or the host leaves a table for guests, the table is cancelled.

    Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Conflict`` once all seats are taken.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        place = require_place(table, account)
        heirs = [person for person in persons(table) if person.pk != place.pk]
        if table.access == Access.GUESTS and table.host_id == account.pk:
            heirs = []  # a table for the friends of its host
        if not heirs:
            table.phase, table.deadline = Phase.CANCELLED, None
            table.ended_at = clock.database_time()
            table.save(update_fields=["phase", "ended_at", "deadline"])
            publish_table_change(table.pk, "phase", plies=0)
            publish_invited(table)
            return table
        place.delete()
        forget_name(account)
        if table.host_id == account.pk:
            table.host = heirs[0].account
            table.save(update_fields=["host"])
        publish_table_change(table.pk, "places", plies=0)
        return lock_table(table.pk)


def add_computer(table_id: str, host: Account, level: str, colour: str = "") -> Table:
    """A computer player of `level` takes a free seat, as the host wishes.

    Raises ``Table.DoesNotExist``, ``NotAllowed``, ``InvalidTerms`` (``computers``, ``colour``),
    ``Conflict`` if the seats are taken.
    """
    if level not in LEVELS:
        raise InvalidTerms("computers", _("There is no such computer player."))
    with transaction.atomic():
        table, moment = lock_open_table(table_id), clock.database_time()
        must_host(table, host)
        player = computer_account(level)
        if table.rated and place_of_account(table, player):
            message = _(
                "In a rated game each computer player can have only one seat. "
                "Choose different computer players."
            )
            raise InvalidTerms("computers", message)
        table = add_place(table, player, colour, "", moment)
        begin_if_full(table, moment)
    return table


def remove_computer(table_id: str, host: Account, colour: str) -> Table:
    """The computer player of `colour` gives its seat back, as the host wishes.

    Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Invalid`` if no computer player sits there,
    ``Conflict`` once all seats are taken.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        must_host(table, host)
        gone, _rows = table.places.filter(colour=colour).exclude(account__computer="").delete()
        if not gone:
            raise Invalid(_("No computer player has this seat."))
        publish_table_change(table.pk, "places", plies=0)
        return lock_table(table.pk)


def invite_player(table_id: str, host: Account, handle: str) -> Table:
    """The host asks an account to the table; who declined is asked again.

    Raises ``Table.DoesNotExist``, ``NotAllowed``, ``InvalidTerms`` (``invited``), ``Conflict``
    once all seats are taken.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        must_host(table, host)
        if not handle.strip():
            raise InvalidTerms("invited", _("Enter the handle of the player you want to invite."))
        (guest,) = invitable_accounts(host, [handle])
        other_invitations = table.invitations.exclude(account=guest)
        if other_invitations.count() >= MAX_INVITED:
            raise InvalidTerms("invited", _("You can invite at most %d players.") % MAX_INVITED)
        table.invitations.update_or_create(account=guest, defaults={"declined": False})
        publish_table_change(table.pk, "places", plies=0)
        publish_invited(table)
    return table


def decline_invitation(table_id: str, account: Account) -> Table:
    """`account`, who was invited, does not want to play; declining twice is no fault.

    Raises ``Table.DoesNotExist``, ``NotAllowed`` if the account was not invited.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if not table.invitations.filter(account=account).update(declined=True):
            raise NotAllowed(_("You are not invited to this table."))
        publish_table_change(table.pk, "places", plies=0)
        publish_invited(table)
    return table


# --- for all that is done before the deal -----------------------------------------


def lock_open_table(table_id: str) -> Table:
    """``lock_table``; raises ``Conflict`` once all seats are taken."""
    table = lock_table(table_id)
    if table.phase != Phase.OPEN:
        raise Conflict(_("This table is no longer open."))
    return table


def must_host(table: Table, account: Account) -> None:
    """Raises ``NotAllowed`` for another account than the host's, or one that is suspended."""
    must_be_active(account)
    if table.reserved:
        raise NotAllowed(_("The seats of this table are set by an event."))
    if table.host_id != account.pk:
        raise NotAllowed(_("Only the host of the table can do that."))


def add_place(table: Table, account: Account, colour: str, promise: str, moment: datetime) -> Table:
    """The table with one more place. Raises ``Conflict``, also if its edition was marked as wrong
    since it was opened."""
    require_right_edition(table.edition)
    places = list(table.places.all())
    if len(places) >= table.seats_wanted:
        raise Conflict(_("All seats are taken."))
    colour = free_colour([place.colour for place in places], colour, table.colours)
    store_promise(account, table, promise)
    Place.objects.create(
        table=table, colour=colour, account=account, promise=promise, joined_at=moment
    )
    return lock_table(table.pk)


def take_shared_seat(table: Table, account: Account, moment: datetime) -> Table:
    """`account` takes the seat that the event gave it. Its colour, and so its turn, stand; the
    share of all entrants lies at the same seat of every table."""
    colour = Invitation.objects.values_list("colour", flat=True).get(table=table, account=account)
    table = add_place(table, account, colour, "", moment)
    if promise := shared_promise(table, colour):
        place = require_place(table, account)
        place.promise, place.opened_at = promise, moment
        place.save(update_fields=["promise", "opened_at"])
    return table


def forget_name(account: Account) -> None:
    """Forget the name of a guest who stood up; of an account nothing."""
    if account.guest:
        Account.objects.filter(pk=account.pk).update(guest=FORGOTTEN)


# --- inside -------------------------------------------------------------------


def _may_sit(table: Table, account: Account) -> None:
    if place_of_account(table, account):
        raise Conflict(_("You already have a seat at this table."))
    require_host(table)
    invited = table.invitations.filter(account=account).exists()
    if table.access == Access.INVITED and not invited:
        raise NotAllowed(_("This table is by invitation only."))
    sitting = [place.account_id for place in table.places.all()]
    if table.reserved:
        return  # nobody keeps an opponent of an event out
    if Block.objects.filter(account__in=sitting, blocked=account).exists():
        raise NotAllowed(_("You cannot sit down at this table."))
