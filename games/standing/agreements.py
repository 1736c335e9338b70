"""Standing agreements: “always confirm what @ben uploads of games we play together”.

An agreement confirms a game when it is brought, and only then: of a game whose seats were mended,
or where a computer player went on for a person, people are asked. It rests while its account
disputes a game that the uploader brought or sat in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.limits import MAX_AGREEMENTS
from games.models import Account, Attestation, Dispute, Game, StandingConfirmation
from web.errors import Conflict, Invalid
from web.rate_limits import AGREEMENTS


def agreements_of(account: Account) -> QuerySet[StandingConfirmation]:
    """Those of `account` that hold, newest first."""
    rows = StandingConfirmation.objects.filter(account=account, ended_at=None)
    return rows.select_related("uploader").order_by("-since", "-id")


def make_agreement(account: Account, handle: str) -> StandingConfirmation:
    """From now on `account` confirms what the account with this handle brings of games in which
    both sit. Twice is no more than once. Raises ``Invalid`` for a handle that is not a person's
    here, or one's own; ``Conflict`` if there are ``MOST_AGREEMENTS``."""
    people = Account.objects.filter(is_active=True, computer="")
    uploader = people.filter(username=handle).first() if handle.isprintable() else None
    if uploader is None:
        raise Invalid(_("There is no account @%(handle)s here.") % {"handle": handle[:24]})
    if uploader == account:
        raise Invalid(_("You always confirm your own uploads. Choose another player."))
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        agreements = agreements_of(account)
        if agreement := agreements.filter(uploader=uploader).first():
            return agreement
        if agreements.count() >= MAX_AGREEMENTS:
            limit = {"most": MAX_AGREEMENTS}
            raise Conflict(
                _(
                    "You already auto-confirm the uploads of %(most)d people, the most allowed. "
                    "Remove one first."
                )
                % limit
            )
        if not AGREEMENTS.allows(str(account.pk)):
            raise Conflict(_("Too many requests. Try again in an hour."))
        return StandingConfirmation.objects.create(account=account, uploader=uploader)


def end_agreement(account: Account, handle: str) -> bool:
    """`account` is asked again from now on; what was confirmed stays so. False if there was no
    such agreement."""
    if not handle.isprintable():
        return False
    agreements = agreements_of(account).filter(uploader__username=handle)
    return bool(agreements.update(ended_at=timezone.now()))


def end_all(account: Account) -> None:
    """Those of an account that closes, and those with it."""
    rows = StandingConfirmation.objects.filter(Q(account=account) | Q(uploader=account))
    rows.filter(ended_at=None).update(ended_at=timezone.now())


class UploadedGame(NamedTuple):
    """A game that `uploader` has just brought; `seated` are the accounts of its players."""

    game: Game
    uploader: int
    seated: Set[int]


def attest_by_agreement(uploads: Sequence[UploadedGame]) -> None:
    """Confirm games that were just brought, for those who have agreed to that. One query for any
    number of games without agreements."""
    uploaders = {upload.uploader for upload in uploads}
    rows = StandingConfirmation.objects.filter(uploader__in=uploaders, ended_at=None)
    agreed: dict[int, dict[int, StandingConfirmation]] = defaultdict(dict)
    for row in rows.filter(account__is_active=True) if uploaders else ():
        agreed[row.uploader_id][row.account_id] = row
    if not agreed:
        return
    resting = _resting(agreed)
    by_row: dict[StandingConfirmation, list[Game]] = defaultdict(list)
    for game, uploader, seated in uploads:
        for account, row in agreed[uploader].items() if uploader in seated else ():
            if account in seated and (account, uploader) not in resting:
                by_row[row].append(game)
    for row in sorted(by_row, key=lambda row: row.account_id):
        confirmations = [(row.account_id, game) for game in by_row[row]]
        Attestation.write(confirmations, agreement=row)


# --- inside -------------------------------------------------------------------


def _resting(agreed: dict[int, dict[int, StandingConfirmation]]) -> set[tuple[int, int]]:
    """Pairs of account and uploader: the account has an open dispute of a game of the uploader."""
    accounts = {account for rows in agreed.values() for account in rows}
    disputes = Dispute.objects.filter(account__in=accounts, closed_at=None)
    uploaders = disputes.values_list("account", "game__submission__upload__account")
    sat = disputes.values_list("account", "game__seats__player__account")
    return {(account, other) for account, other in [*uploaders, *sat]}
