"""A game ends before its end, or a player does: leaving, running out of time, agreeing to cancel;
and a moderator closes the table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.action_log import Kind, log_moderator_action, must_moderate
from games.log_outbox import BROKEN_OFF, queue_leaves
from games.models import Account
from games.standing import checked_reason, ensure_player, must_be_impartial
from tables.clocks import clock
from tables.errors import NotPlaying
from tables.limits import STAND_IN
from tables.lobby.invitations import publish_invited
from tables.locks import lock_table, persons, require_place
from tables.models import Dealing, Phase, Place, Table
from tables.models.table import LIVE
from tables.notifications.turn_events import notify_ended
from tables.notifications.turns import publish_turns
from tables.play.computers import computer_account
from tables.play.entries import write_resignation
from tables.play.position import read_position
from tables.play.publishing import publish_table_change, wake_if_computer
from web.errors import Conflict, NotAllowed


def leave_game(table_id: str, account: Account) -> Table:
    """`account` leaves a running game: from the next entry on a computer player acts there.

    Leaving twice is no fault. Where no person is left, a rated game is finished by the
    computer players, for leaving is no way out of losing; another one is abandoned. Raises
    ``Table.DoesNotExist``, ``NotAllowed``, ``NotPlaying``.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        place = require_place(table, account)
        _must_play(table)
        if not place.is_computer:
            _replace(table, place, Place.ReplacementCause.LEFT, clock.database_time())
    return table


def resign_game(table_id: str, account: Account) -> Table:
    """`account` gives the game up, and the log says so (R2.10). With two the game is over and the
    other wins; with more a computer player goes on, as when a player leaves, and the seat is placed
    last. Before an entry of its own it leaves instead: such a game is not rated (``is_unplayed``).

    Resigning twice is no fault. Raises ``Table.DoesNotExist``, ``NotAllowed``, ``NotPlaying``.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        place = require_place(table, account)
        entries = table.entries.filter(by=account)
        if table.phase == Phase.FINISHED and entries.filter(text=f"{place.colour} resign").exists():
            return table
        _must_play(table)
        if place.is_computer:
            return table
        moment = clock.database_time()
        has_played = entries.exists()
        if not has_played or not write_resignation(table, place, moment):
            _replace(table, place, Place.ReplacementCause.LEFT, moment)
    return table


def replace_player(table: Table, place: Place, cause: Place.ReplacementCause) -> bool:
    """Have a computer player act at `place` from the next entry on, if `table` has not moved since
    that row was read; and for ``TIME``, if it is that place's turn and its time is over.

    False if it is too late, or a computer player acts there already.
    """
    with transaction.atomic():
        locked, moment = lock_table(table.pk), clock.database_time()
        current_place = next(
            (candidate for candidate in locked.places.all() if candidate.pk == place.pk), None
        )
        if current_place is None or current_place.is_computer:
            return False
        if locked.phase != Phase.PLAYING or locked.plies != table.plies:
            return False
        if cause == Place.ReplacementCause.TIME and not _is_overdue(locked, current_place, moment):
            return False
        _replace(locked, current_place, cause, moment)
    return True


def agree_to_cancel(table_id: str, account: Account, yes: bool) -> Table:
    """`account` agrees to cancel the game, or no longer does. When all persons who still play
    agree, it is cancelled: no result, no log. A rated game is cancelled in its first round
    only, and not by one person alone.

    Raises ``Table.DoesNotExist``; ``NotAllowed`` for accounts that do not, or no longer, play
    there, or play a rated game with computer players only or after its first round;
    ``NotPlaying``.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        place = require_place(table, account)
        _must_play(table)
        if place.is_computer:
            raise NotAllowed(_("A computer player has taken your seat at this table."))
        if yes and not may_cancel(table):
            if table.shared_deal_id is not None and len(persons(table)) == 1:
                raise NotAllowed(
                    _(
                        "You can’t cancel because other tables play with the same cards. "
                        "Finish the game or resign."
                    )
                )
            raise NotAllowed(
                _(
                    "A rated game can’t be cancelled after its first round. "
                    "Finish the game or resign."
                )
                if len(persons(table)) > 1
                else _(
                    "A rated game against computer players can’t be cancelled. "
                    "Finish the game or resign."
                )
            )
        if place.consents != yes:
            place.consents = yes
            place.save(update_fields=["consents"])
            if all(person.consents for person in persons(table)):
                _close(table, Phase.CANCELLED, clock.database_time())
            else:
                publish_table_change(table.pk, "places", plies=table.plies)
    return table


def may_cancel(table: Table) -> bool:
    """True if the persons who still play may cancel the game together. In a rated game, and at a
    deal that other tables play, one person alone may not. After the first round of a rated game no
    one may: they could avoid every loss."""
    alone = len(persons(table)) == 1
    if not table.rated:
        return not (alone and table.shared_deal_id is not None)
    return not alone and read_position(table).state.round <= 1


def abandon(table_id: str) -> bool:
    """Close a table that does not fill, that its players have left, or that is stuck. True
    if this did it, False if it had ended. Raises ``Table.DoesNotExist``."""
    with transaction.atomic():
        table = lock_table(table_id)
        if table.phase not in LIVE:
            return False
        _close(table, Phase.ABANDONED, clock.database_time())
    return True


# --- inside -------------------------------------------------------------------


def _must_play(table: Table) -> None:
    if table.phase != Phase.PLAYING:
        raise NotPlaying(table.phase)


def _is_overdue(table: Table, place: Place, moment: datetime) -> bool:
    is_awaited = table.awaited is not None and table.awaited == place.turn
    return is_awaited and table.deadline is not None and table.deadline <= moment


def _replace(table: Table, place: Place, cause: Place.ReplacementCause, moment: datetime) -> None:
    publish_turns([place])
    place.stand_in = computer_account(STAND_IN)
    place.replaced_at, place.replaced_why, place.consents = table.plies + 1, cause, False
    place.save(update_fields=["stand_in", "replaced_at", "replaced_why", "consents"])
    left = persons(table)
    if not left and not table.rated:
        _close(table, Phase.ABANDONED, moment)
    elif left and may_cancel(table) and all(person.consents for person in left):
        _close(table, Phase.CANCELLED, moment)
    else:
        _start_computer(table, place, moment)
        publish_table_change(table.pk, "places", plies=table.plies)


def _start_computer(table: Table, place: Place, moment: datetime) -> None:
    """If it was the turn of the replaced player, the computer player begins at once."""
    if table.awaited != place.turn:
        return
    table.awaited_since, table.deadline = moment, None
    table.save(update_fields=["awaited_since", "deadline"])
    wake_if_computer(table, place)


def _close(table: Table, phase: Phase, moment: datetime) -> None:
    table.phase, table.ended_at = phase, moment
    table.awaited = table.awaited_since = table.deadline = None
    table.save(update_fields=["phase", "ended_at", "awaited", "awaited_since", "deadline"])
    queue_leaves(BROKEN_OFF, Dealing.objects.filter(table=table).values_list("pk", flat=True))
    publish_table_change(table.pk, "phase", plies=table.plies)
    publish_invited(table)
    notify_ended(table)


# --- a moderator closes a table -----------------------------------------------


def close_table(moderator: Account, table: Table, reason: str) -> None:
    """The table ends without a result. Games that are in the record already are voided there.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it has ended.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_over_table(moderator, table))
    reason = checked_reason(reason)
    with transaction.atomic():
        if not abandon(table.pk):
            raise Conflict(_("This table has ended already."))
        subject = f"table {table.pk}: {reason}"
        log_moderator_action(
            moderator,
            Kind.CLOSE_TABLE,
            subject,
            public_reason=reason,
            player=ensure_player(table.host),
        )
    table.refresh_from_db(fields=["phase", "ended_at"])


def conflict_over_table(moderator: Account, table: Table) -> str:
    """A sentence if `moderator` opened `table`, sits there or plays its deal elsewhere, else
    nothing."""
    if table.host_id == moderator.pk or table.places.filter(account=moderator).exists():
        return _("This is your own table: another moderator has to decide.")
    rivals = Place.objects.filter(account=moderator, table__shared_deal=table.shared_deal_id)
    if table.shared_deal_id is not None and rivals.exists():
        return _("You play the same cards at another table: another moderator has to decide.")
    return ""
