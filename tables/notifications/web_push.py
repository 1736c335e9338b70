"""Tells players who are not looking, by the push services of their browsers: that it is their
turn, that a game has begun, that it is over; that a game waits for them to confirm it.

A message says at which table, and nothing of the game. Each is sent once, if at all: the worker
that marks the place sends. Who has seen the table as it is on a page in sight is told nothing.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final, Literal

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts import Credential, ended
from games.judging import RETRY
from games.models import Account, Notice
from games.notices import ASKS
from games.notifications import waiting_words
from games.notifications.push import deliver, sealing, vapid
from games.queries import count_waiting_for
from tables.clocks import clock
from tables.limits import CONFIRMATION_PUSHES
from tables.models import Phase, Place, PushBrowser, Table
from tables.notifications.push_subscriptions import push_wishes
from tables.notifications.turns import account_turns
from web.languages import speaking_to

Kind = Literal["turn", "begun", "ended"]

FAILURES: Final = 5
"""Failures in a row after which a browser is removed."""
GONE: Final = (404, 410)
"""Answers of a push service for a browser that has ended its subscription."""
SECONDS: Final = 20.0
"""For all browsers of a player."""
BATCH: Final = 50
LATEST: Final = timedelta(hours=1)
"""A turn that began longer ago without a push message is left to the mails."""

OF_GAMES: Final = "confirm"
"""The topic of messages about games: a later message replaces an earlier one."""

logger = logging.getLogger(__name__)


def push_later(places: Iterable[Place], kind: Kind, ply: int) -> None:
    """Once the transaction has committed, a worker gets the task to push to the persons at
    `places`, unless they have seen it by then. `ply`: a number that grows with each event."""
    if not settings.PUSH_KEY:
        return
    by_account = {place.account_id: place.pk for place in places if not place.is_computer}
    subscribed = PushBrowser.objects.filter(account__in=by_account).values_list(
        "account", flat=True
    )
    keys = [by_account[account] for account in set(subscribed)]
    if keys:
        transaction.on_commit(lambda: _send(keys, kind, ply), robust=True)


def push_to_player(place_id: int, kind: str, ply: int) -> int:
    """Push to the player at this place, unless that is done or out of date. Gives the number of
    browsers reached."""
    place = Place.objects.select_related("table__host", "account", "stand_in").get(pk=place_id)
    if not _is_current(place, kind, ply) or not getattr(push_wishes(place.account), kind, False):
        return 0
    row = Place.objects.filter(pk=place.pk, told_ply__lt=ply)
    if not row.update(told_ply=ply) or place.looked_ply >= place.table.plies:
        return 0
    with speaking_to(place.account):
        message = json.dumps(_message(place, kind)).encode()
    return _push_to_browsers(place.account, message, place.table_id)


def push_confirmations_later(accounts: Collection[int]) -> None:
    """Workers get the task to tell `accounts` that games wait for them to confirm them."""
    if not settings.PUSH_KEY or not accounts:
        return
    subscribed = PushBrowser.objects.filter(account__in=accounts).values_list("account", flat=True)
    for account in sorted(set(subscribed)):
        _send_task("tables.tasks.tell_of_games", [account])


def push_confirmations(account_id: int) -> int:
    """Push to this account how many games wait for it, unless it does not want that or has read the
    notice. Gives the number of browsers reached."""
    account = Account.objects.get(pk=account_id)
    waits = count_waiting_for(account)
    unread = Notice.objects.filter(account=account, read_at=None, kind__in=ASKS).exists()
    if not (account.is_active and waits and unread and push_wishes(account).confirming):
        return 0
    if not CONFIRMATION_PUSHES.allows(str(account_id)):
        return 0
    with speaking_to(account):
        payload = {
            "title": _("A game is waiting for you"),
            "body": waiting_words(waits),
            "url": reverse("confirm"),
            "tag": OF_GAMES,
            "turns": account_turns(account).total,
        }
    return _push_to_browsers(account, json.dumps(payload).encode(), OF_GAMES)


def push_missed_turns() -> int:
    """Finds turns for which the message to a worker was lost. Gives how many."""
    if not settings.PUSH_KEY:
        return 0
    moment = clock.database_time()
    late = Place.objects.filter(
        Exists(PushBrowser.objects.filter(account=OuterRef("account"))),
        turn=F("table__awaited"),
        stand_in=None,
        table__phase=Phase.PLAYING,
        table__awaited_since__range=(moment - LATEST, moment - timedelta(minutes=1)),
        told_ply__lte=F("table__plies"),
    )
    places = late.order_by("table__awaited_since").values_list("pk", "table__plies")[:BATCH]
    return sum(push_to_player(pk, "turn", plies + 1) > 0 for pk, plies in places)


def store_look(place: Place, table: Table) -> None:
    """The player at `place` has `table` in sight as it is."""
    matters = table.awaited == place.turn or table.phase != Phase.PLAYING
    if matters and place.looked_ply < table.plies:
        row = Place.objects.filter(pk=place.pk, looked_ply__lt=table.plies)
        row.update(looked_ply=table.plies)


# --- inside -------------------------------------------------------------------


def _send(places: list[int], kind: Kind, ply: int) -> None:
    for place in places:
        _send_task("tables.tasks.tell", [place, kind, ply])


def _send_task(name: str, arguments: list[int | str]) -> None:
    try:
        current_app.send_task(
            name,
            arguments,
            queue="pulse",
            countdown=settings.PUSH_DELAY_SECONDS or None,
            retry_policy=RETRY,
        )
    except Exception as error:  # whatever the queue raises: a sweep finds a turn
        logger.warning("no message could be sent: %s", error)


def _is_current(place: Place, kind: str, ply: int) -> bool:
    """True if there still is to tell what there was at `ply`."""
    table = place.table
    if not place.account.is_active or place.is_computer:
        return False
    if kind == "turn":
        is_awaited = table.awaited is not None and table.awaited == place.turn
        return is_awaited and table.phase == Phase.PLAYING and table.plies + 1 == ply
    return (table.phase == Phase.PLAYING) == (kind == "begun")


def _message(place: Place, kind: str) -> dict[str, object]:
    titles = {
        "turn": _("It is your turn"),
        "begun": _("The game has begun"),
        "ended": _("The game is over"),
    }
    return {
        "title": titles[kind],
        "body": _("Table of @%(host)s") % {"host": place.table.host.username},
        "url": reverse("table", args=[place.table_id]),
        "tag": place.table_id,
        "turns": account_turns(place.account).total,
    }


def _push_to_browsers(account: Account, message: bytes, topic: str) -> int:
    ends = time.monotonic() + SECONDS
    browsers = list(PushBrowser.objects.filter(account=account))
    return sum(
        _push_to_browser(browser, message, topic) for browser in browsers if time.monotonic() < ends
    )


def _push_to_browser(browser: PushBrowser, message: bytes, topic: str) -> bool:
    """Bring `message` to `browser`. One that wants nothing any more, whose session has ended, or
    whose service fails again and again, is removed."""
    credential = Credential(browser.account_id, None, browser.session, browser.proof)
    row = PushBrowser.objects.filter(pk=browser.pk)
    if ended([credential]):
        row.delete()
        return False
    status = _status(browser, message, topic)
    if 200 <= status < 300:
        row.update(told_at=clock.database_time(), failures=0)
        return True
    if status in GONE or browser.failures + 1 >= FAILURES:
        row.delete()
    else:
        row.update(failures=F("failures") + 1)
    return False


def _status(browser: PushBrowser, message: bytes, topic: str) -> int:
    """Status of the push service's answer; 0: none that can be used."""
    headers = {
        "TTL": str(settings.PUSH_TTL),
        "Urgency": "high",
        "Topic": topic,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }
    try:
        key, secret = sealing.bytes_of(browser.key), sealing.bytes_of(browser.auth)
        headers["Authorization"] = vapid.signature(browser.endpoint)
        return deliver.post(browser.endpoint, headers, sealing.sealed(message, key, secret))
    except (deliver.Unwanted, deliver.NoAnswer, ValueError) as error:
        logger.info("a push service could not be asked: %s", error)
        return 0
