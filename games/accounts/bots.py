"""Accounts that a program plays for are marked as bots: in public, with the moment, and for ever.

The owner marks an account before a program plays; moderators mark one that was hidden. Games that
come on record from that moment on are games with a computer player; earlier ones stay as they were.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.accounts import mail
from games.action_log import Kind, log_moderator_action, must_moderate
from games.log_outbox import PLAYER, queue_leaves
from games.models import Account
from games.ports import port
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_account, must_be_impartial
from games.standing.resolve_players import ensure_player
from web.database_clock import database_time
from web.errors import Conflict, NotAllowed
from web.security_log import log_security_event


def mark_own_account(account: Account) -> datetime:
    """The owner marks `account`. Gives the moment.

    Raises ``Conflict`` if it is marked already, or sits in a rated game that is not on record yet:
    a player who is losing does not choose where the game is rated.
    """
    with transaction.atomic():
        moment = _mark(account, ask_for_games=True)
    mail.send_notice(account, "bot_marked")
    return moment


def mark_account(moderator: Account, account: Account, reason: str) -> datetime:
    """A moderator marks `account`, for a `reason` that everybody may read; games that run count
    with computers from then on. Gives the moment.

    Raises ``NotAllowed`` (a moderator's is marked by a superuser, no account by its owner in this
    way), ``Invalid`` without a reason, ``Conflict`` if it is marked already.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_in_account(moderator, account))
    if account.is_moderator and not moderator.is_superuser:
        raise NotAllowed(_("Only a superuser can mark the account of another moderator."))
    reason = checked_reason(reason)
    with transaction.atomic():
        moment = _mark(account, ask_for_games=False)
        log_moderator_action(
            moderator, Kind.MARK_BOT, reason, public_reason=reason, player=ensure_player(account)
        )
    mail.send_notice(account, "bot_marked")
    return moment


# --- inside -------------------------------------------------------------------


def _mark(account: Account, *, ask_for_games: bool) -> datetime:
    """No ledger entry is written between the moment of the mark and its commit, so that each is
    rated as the dump says."""
    port().suspend_ratings()
    if ask_for_games and port().plays_rated_game(account):
        raise Conflict(_("Finish your rated games first. Then wait until they have been checked."))
    moment = database_time()
    people = Account.objects.filter(pk=account.pk, bot_since=None, computer="", guest="")
    if not people.update(bot_since=moment):
        raise Conflict(_("This account is marked as a bot already."))
    player = ensure_player(account).pk
    queue_leaves(PLAYER, [player])
    port().listings_changed([player])
    log_security_event("bot-marked", account=account.pk)
    account.bot_since = moment
    return moment
