"""Browsers that get push messages of an account, and the kinds of messages that it wants."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.accounts import Credential
from games.models import Account
from games.notifications.push import deliver, sealing, vapid
from tables.limits import PUSH_BROWSERS
from tables.locks import must_be_active
from tables.models import PushBrowser, PushWishes
from web.errors import Conflict, Invalid

KINDS: Final = ("turn", "begun", "ended", "confirming")


def browsers_of(account: Account) -> list[PushBrowser]:
    """Oldest first."""
    return list(PushBrowser.objects.filter(account=account))


def push_wishes(account: Account) -> PushWishes:
    """Push wishes of `account`; perhaps not stored yet."""
    return PushWishes.objects.filter(account=account).first() or PushWishes(account=account)


def set_push_wishes(account: Account, kinds: set[str]) -> None:
    """Store which of ``KINDS`` `account` wants."""
    wishes = {kind: kind in kinds for kind in KINDS}
    PushWishes.objects.update_or_create(account=account, defaults=wishes)


def add_browser(
    credential: Credential, account: Account, endpoint: str, key: str, secret: str, user_agent: str
) -> PushBrowser:
    """Send push messages for `account` to this browser, and for no other account. `credential`: of
    its session.

    Raises ``NotAllowed``; ``Invalid`` for what no browser says, or for a push service that is not
    known here; ``Conflict`` if there are ``PUSH_BROWSERS``, or this site sends nothing.
    """
    must_be_active(account)
    if vapid.server_key() is None:
        raise Conflict(_("This site doesn’t send notices to browsers."))
    try:
        deliver.judged(endpoint)
        point, shared = sealing.bytes_of(key), sealing.bytes_of(secret)
        sealing.sealed(b"", point, shared)
    except deliver.Unwanted:
        raise Invalid(_("This site doesn’t support your browser’s push service.")) from None
    except ValueError:
        raise Invalid(
            _("Your browser didn’t send a valid key. Reload the page and try again.")
        ) from None
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        other_browsers = PushBrowser.objects.filter(account=account).exclude(endpoint=endpoint)
        if other_browsers.count() >= PUSH_BROWSERS:
            message = _(
                "You already get notices in %(n)s browsers, the most allowed. Remove one first."
            )
            raise Conflict(message % {"n": PUSH_BROWSERS})
        row, _created = PushBrowser.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "account": account,
                "key": sealing.base64url(point),
                "auth": sealing.base64url(shared),
                "session": credential.session,
                "proof": credential.proof,
                "made_by": user_agent[:200],
                "failures": 0,
            },
        )
    return row


def remove_browser(account: Account, pk: int) -> bool:
    """False if `account` has no browser with that key."""
    return bool(PushBrowser.objects.filter(account=account, pk=pk).delete()[0])


def remove_all(account: Account) -> None:
    PushBrowser.objects.filter(account=account).delete()
