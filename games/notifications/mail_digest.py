"""Notices by mail: once a day at most, what is not read, in the categories that an account wants.

Every mail can be stopped with one click, by a link that works without logging in and by the mail
program itself (RFC 8058).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from games.models import CATEGORIES, Account, Game, Notice, NoticeWishes
from games.models.notice import Kind
from games.notifications.messages import notice_address, notice_sentence, seat_called
from games.queries import games_waiting_for, verified_address
from games.standing.attest import before_confirming
from games.standing.confirming import link_for
from web.languages import speaking_to
from web.mail_limits import REFUSED, Mail, may_mail, not_sent

BATCH: Final = 200
"""Accounts that one run writes to."""
LINES: Final = 30
GAMES: Final = 10
"""Notices, and games to confirm, in one mail."""
DAY: Final = timedelta(days=1)
QUIET: Final = timedelta(minutes=10)
"""A notice is mailed when it is so old: who is on the site has read it by then."""
OLDEST: Final = timedelta(days=7)
"""Age after which a notice is not mailed any more."""
SALT: Final = "games.stop-notices"

logger = logging.getLogger(__name__)


class MailLine(NamedTuple):
    """A line of a mail, the address of a page, and the other statements of confirming."""

    words: str
    address: str
    before: tuple[str, ...] = ()


def send_mail_digests() -> int:
    """Send what is due. Gives how many mails were sent. May be called at any time."""
    moment = timezone.now()
    unread = Notice.objects.filter(read_at=None, mailed_at=None)
    due = unread.filter(at__range=(moment - OLDEST, moment - QUIET)).values("account")
    lately = Q(notice_wishes__mailed_at__gt=moment - DAY)
    people = Account.objects.filter(pk__in=due, is_active=True, computer="").exclude(lately)
    sent = 0
    try:
        for account in people.order_by("pk")[:BATCH]:
            sent += _mail(account)
    except (OSError, SMTPException) as error:
        logger.warning("no mail can be sent, the next run tries again: %s", error)
    return sent


def wishes_of(account: Account) -> NoticeWishes:
    """Mail wishes of `account`; perhaps not stored yet."""
    notice_wishes = NoticeWishes.objects.filter(account=account).first()
    if notice_wishes is None:
        notice_wishes = NoticeWishes(account=account)
        if not account.reminders:
            notice_wishes.confirming = notice_wishes.games = False
    return notice_wishes


def wish(account: Account, categories: set[str]) -> None:
    """Of ``CATEGORIES``, `account` wants those in `categories` mailed."""
    switches = {name: name in categories for name in CATEGORIES}
    NoticeWishes.objects.update_or_create(account=account, defaults=switches)


# --- to stop them -------------------------------------------------------------


def stop_secret(account: Account) -> str:
    """The secret part of the link by which `account` gets no more of these mails."""
    return signing.Signer(salt=SALT).sign(str(account.pk))


def stopped_by(secret: str) -> Account | None:
    """Whose mails the link stops; None if it is none of ours. Changes nothing."""
    try:
        pk = signing.Signer(salt=SALT).unsign(secret)
    except signing.BadSignature:
        return None
    return Account.objects.filter(pk=int(pk)).first()


def stop_notice_mails(secret: str) -> bool:
    """No more mails for that account, until it wants them again."""
    account = stopped_by(secret)
    if account is not None:
        wish(account, set())
    return account is not None


# --- inside -------------------------------------------------------------------


def _mail(account: Account) -> bool:
    """Write to `account`, if there is something that it wants. What it does not want counts as
    mailed."""
    moment = timezone.now()
    wishes, address = wishes_of(account), verified_address(account)
    unread = Notice.objects.filter(account=account, read_at=None, mailed_at=None, at__lte=moment)
    notices = unread.filter(kind__in=wishes.kinds) if address else unread.none()
    listed = notices.select_related("by", "game", "upload").defer("game__log", "upload__raw")
    rows = list(listed.order_by("-id").prefetch_related("game__seats__player__account")[:LINES])
    number = notices.count()
    if rows and not _is_ours(wishes, moment):
        return False
    may = bool(rows) and may_mail(Mail.DIGEST, address)
    try:
        if may:
            with speaking_to(account):
                _message(account, address, rows, number).send()
    except REFUSED as error:
        logger.warning("a digest was refused: %s", type(error).__name__)
        may = False
    except (OSError, SMTPException):
        not_sent(Mail.DIGEST, address)
        NoticeWishes.objects.filter(account=account).update(mailed_at=None)
        raise
    unread.update(mailed_at=moment)
    return may


def _is_ours(wishes: NoticeWishes, moment: datetime) -> bool:
    """True if this worker writes to the account today, and not another one."""
    defaults = {name: getattr(wishes, name) for name in CATEGORIES}
    NoticeWishes.objects.get_or_create(account=wishes.account, defaults=defaults)
    free = Q(mailed_at=None) | Q(mailed_at__lte=moment - DAY)
    rows = NoticeWishes.objects.filter(free, account=wishes.account)
    return bool(rows.update(mailed_at=moment))


def _message(account: Account, address: str, rows: list[Notice], number: int) -> EmailMessage:
    stop_at = settings.SITE_URL + reverse("notices-stop", args=[stop_secret(account)])
    subject = ngettext("%(n)d notice", "%(n)d notices", number) % {"n": number}
    context = {
        "handle": account.username,
        "site": settings.SITE_URL,
        "lines": [
            MailLine(notice_sentence(row), settings.SITE_URL + notice_address(row)) for row in rows
        ],
        "games": _to_confirm(account, rows),
        "more": max(0, number - len(rows)),
        "all": settings.SITE_URL + reverse("notice-list"),
        "stop": stop_at,
    }
    text = render_to_string("games/mail/digest.txt", context).strip()
    headers = {
        "List-Unsubscribe": f"<{stop_at}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(f"{subject} · Imhotep", f"{text}\n", None, [address], headers=headers)


def _to_confirm(account: Account, rows: Sequence[Notice]) -> list[MailLine]:
    """The games that wait for `account`, each with the link that confirms it, if one of `rows` is
    about such games."""
    if not {Kind.NAMED, Kind.REMINDER} & {row.kind for row in rows}:
        return []
    games = games_waiting_for(account)[:GAMES]
    paths = [reverse("confirm-by-mail", args=[link_for(account, game)]) for game in games]
    return [
        MailLine(_result(game), settings.SITE_URL + path, _before(game))
        for game, path in zip(games, paths, strict=True)
    ]


def _result(game: Game) -> str:
    """When it was played, by whose handles, and their points. Names of guests, which others
    choose, come into no mail."""
    seats = sorted(game.seats.all(), key=lambda seat: (seat.place, seat.number))
    words = [f"{seat_called(seat)} {seat.points}" for seat in seats]
    return f"{date_format(game.played_on, 'SHORT_DATE_FORMAT')}: {', '.join(words)}"


def _before(game: Game) -> tuple[str, ...]:
    """Replaced players, by the log."""
    return tuple(before_confirming(game.seats.all(), seat_called))
