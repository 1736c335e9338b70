"""Notices: what an account is told about its games, written where the thing happens.

A notice is facts (``games.models.Notice``); ``games.notifications.messages`` has the sentence. Of
kinds in
``TOGETHER`` those that come soon after one another are one row with a number, so that an import of
ten thousand games is a few rows to each of its players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, IntegerField, Max, OuterRef, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone

from games.limits import MAX_NOTICES, NOTICE_DAYS, SMALL
from games.models import Account, Channel, Game, Notice, Standing, Status, Submission, Upload
from games.models.notice import Kind
from games.models.upload import OPEN
from games.ports import port

TOGETHER: Final = frozenset(
    {Kind.NAMED, Kind.CONFIRMED, Kind.COUNTS, Kind.LAPSED, Kind.REMINDER, Kind.JUDGED}
)
ASKS: Final = frozenset({Kind.NAMED, Kind.REMINDER})
"""Notices that ask an account to confirm games."""
WRONG: Final = frozenset({Status.REFUSED, Status.FAILED})
LATEST: Final = frozenset({Kind.RATING, Kind.REMINDER})
"""Of these one unread row is kept."""
SOON: Final = timedelta(hours=1)

OF_STANDINGS: Final[Mapping[Standing, Notice.Kind]] = {
    Standing.COUNTED: Kind.COUNTS,
    Standing.DISPUTED: Kind.DISPUTED,
    Standing.CONTESTED: Kind.CONTESTED,
    Standing.VOID: Kind.VOID,
}
"""Notices to the players of a game, by its new standing."""


@dataclass(slots=True)
class PendingNotice:
    """One thing that `account` is told. `by`: who did it, and is not told themselves."""

    account: int
    kind: Notice.Kind
    game: str | None = None
    by: int | None = None
    n: int = 1
    upload: UUID | None = None
    saved_search: int | None = None
    facts: dict[str, int] = field(default_factory=dict)

    @property
    def key(self) -> tuple[int, Notice.Kind, int | None]:
        return self.account, self.kind, self.by


def notify_accounts(notices: Iterable[PendingNotice]) -> None:
    """Write notices, in the transaction of what they are about. Computer players, closed and
    suspended accounts are told nothing, nor is who did it. At most four queries."""
    due = [notice for notice in notices if notice.account != notice.by]
    if not due:
        return
    people = Account.objects.filter(pk__in={notice.account for notice in due})
    reachable = set(people.filter(is_active=True, computer="").values_list("pk", flat=True))
    rows = _together(notice for notice in due if notice.account in reachable)
    if not rows:
        return
    fresh = _added_to_earlier(rows)
    Notice.objects.bulk_create([_row(notice) for notice in fresh], batch_size=500)
    to_confirm = {notice.account for notice in fresh if notice.kind is Kind.NAMED}
    to_confirm |= {notice.account for notice in rows if notice.kind is Kind.REMINDER}
    _publish({notice.account for notice in rows}, to_confirm)


def standing_notices(
    row: Game, standing: Standing, accounts: Iterable[int], actor: Account | None
) -> list[PendingNotice]:
    """Notices to the `accounts` that sit in `row` when it comes to stand as `standing`, but for the
    one that caused it. That a game that was played here counts, they know."""
    kind = OF_STANDINGS.get(standing)
    if kind is None or (kind is Kind.COUNTS and row.played_here):
        return []
    cause = actor.pk if actor else None
    named_actor = cause if kind in (Kind.DISPUTED, Kind.CONTESTED) else None
    return [
        PendingNotice(account, kind, row.pk, named_actor)
        for account in sorted(accounts)
        if account != cause
    ]


@transaction.atomic
def notify_uploaders(uploads: Collection[UUID]) -> None:
    """Notify uploaders of those of `uploads` in which every log is judged, once each; not
    of the logs of tables, which the site brings, nor of a few logs with nothing wrong, whose
    verdicts they saw on the page."""
    still = Submission.objects.filter(upload__in=uploads, status__in=OPEN)
    rows = Upload.objects.filter(pk__in=uploads).exclude(channel=Channel.TABLE)
    done = dict(
        rows.exclude(Exists(still.filter(upload=OuterRef("pk")))).values_list("pk", "account")
    )
    if not done:
        return
    notified = set(Notice.objects.filter(upload__in=done).values_list("upload", flat=True))
    counts: dict[UUID, dict[str, int]] = {pk: {} for pk in done if pk not in notified}
    lines: dict[UUID, dict[str, int]] = {}
    logs = Submission.objects.filter(upload__in=counts).order_by().values_list("upload", "status")
    last_line = Max(Cast(KT("refusal__line"), IntegerField()))
    for upload, status, number, line in logs.annotate(Count("pk"), last_line=last_line):
        counts[upload][status] = number
        if line:
            lines[upload] = {"line": line}
    sums = {pk: sum(facts.values()) for pk, facts in counts.items()}
    notify_accounts(
        PendingNotice(
            done[pk],
            Kind.UPLOAD,
            n=sums[pk],
            upload=pk,
            facts=facts | lines.get(pk, {}) if sums[pk] == 1 else facts,
        )
        for pk, facts in counts.items()
        if sums[pk] > SMALL or not facts.keys().isdisjoint(WRONG)
    )


# --- reading them -------------------------------------------------------------


def notices_of(account: Account) -> QuerySet[Notice]:
    """The notices of `account`, newest first."""
    rows = Notice.objects.filter(account=account)
    rows = rows.select_related("by", "game", "saved_search", "upload")
    rows = rows.defer("game__log", "upload__raw")
    return rows.prefetch_related("game__seats__player__account").order_by("-id")


def count_unread(account: Account) -> int:
    """One query."""
    unread: int = Notice.objects.filter(account=account, read_at=None).count()
    return unread


def mark_read(
    account: Account, ids: Collection[int] | None = None, *, until: int | None = None
) -> int:
    """Those of `account` with these `ids`, or all up to the id `until`, are read. Gives how many
    were not. Those of others are left alone."""
    unread = Notice.objects.filter(account=account, read_at=None)
    if ids is not None:
        unread = unread.filter(pk__in=ids)
    if until is not None:
        unread = unread.filter(pk__lte=until)
    read = unread.update(read_at=timezone.now())
    if read:
        _publish({account.pk})
    return read


def mark_confirmed(account: Account, games: Collection[str]) -> None:
    """`account` has confirmed `games`: what told it that they wait is read."""
    questions = Notice.objects.filter(account=account, read_at=None, kind=Kind.NAMED, n=1)
    questions.filter(game__in=games).update(read_at=timezone.now())
    _publish({account.pk})


def mark_upload_read(account: Account, upload: Upload) -> None:
    """`account` has looked at the verdicts on its `upload`: their notice is read."""
    notice = Notice.objects.filter(account=account, upload=upload, read_at=None)
    if notice.update(read_at=timezone.now()):
        _publish({account.pk})


def withdraw_notices(accounts: Collection[int], kind: Notice.Kind, **facts: int) -> None:
    """Delete notices of `accounts` about these facts, read or not, in the transaction of what they
    asked for."""
    about = {f"facts__{name}": number for name, number in facts.items()}
    rows = Notice.objects.filter(account__in=accounts, kind=kind, **about)
    if rows.delete()[0]:
        _publish(set(accounts))


# --- keeping few --------------------------------------------------------------


def delete_old_notices() -> int:
    """Delete notices that were read ``NOTICE_DAYS`` ago, and of an account with more than
    ``MOST_NOTICES`` the oldest. Gives how many."""
    old = timezone.now() - timedelta(days=NOTICE_DAYS)
    gone: int = Notice.objects.filter(read_at__lt=old).delete()[0]
    crowded = Notice.objects.order_by().values("account").annotate(n=Count("pk"))
    for account in crowded.filter(n__gt=MAX_NOTICES).values_list("account", flat=True):
        notices = Notice.objects.filter(account=account).order_by("-id")
        last = notices.values_list("pk", flat=True)[MAX_NOTICES]
        gone += notices.filter(pk__lte=last).delete()[0]
    return gone


# --- inside -------------------------------------------------------------------


def _together(notices: Iterable[PendingNotice]) -> list[PendingNotice]:
    """Those of a kind as one, where the kind allows it."""
    rows: list[PendingNotice] = []
    first: dict[tuple[int, Notice.Kind, int | None], PendingNotice] = {}
    for notice in notices:
        if notice.kind not in TOGETHER:
            rows.append(notice)
        elif (earlier := first.get(notice.key)) is None:
            first[notice.key] = notice
            rows.append(notice)
        else:
            earlier.n += notice.n
    return rows


def _added_to_earlier(rows: list[PendingNotice]) -> list[PendingNotice]:
    """Count into unread rows of the last hour what can be; gives the rest. Of ratings and of
    reminders only the latest number matters, whenever the row was written. Rows that another
    transaction has in hand are left to it, so that no two wait for each other."""
    since = timezone.now() - SOON
    accounts, kinds = {notice.account for notice in rows}, {notice.kind for notice in rows}
    unread = Notice.objects.filter(account__in=accounts, read_at=None, mailed_at=None)
    mergeable = unread.filter(kind__in=kinds & (TOGETHER | {Kind.RATING})).order_by("id")
    earlier = {
        (row.account_id, row.kind, row.by_id): row
        for row in mergeable.select_for_update(skip_locked=True)
        if row.kind in LATEST or row.at > since
    }
    added = [(earlier[notice.key], notice) for notice in rows if notice.key in earlier]
    for row, notice in added:
        row.n = notice.n if notice.kind in LATEST else row.n + notice.n
        row.at = timezone.now() if notice.kind in LATEST else row.at
        row.facts = notice.facts | {"before": row.facts["before"]} if row.facts else notice.facts
    if added:
        renewed = [row for row, _notice in added]
        Notice.objects.bulk_update(renewed, ["n", "facts", "at"], batch_size=500)
    return [notice for notice in rows if notice.key not in earlier]


def _row(notice: PendingNotice) -> Notice:
    return Notice(
        account_id=notice.account,
        kind=notice.kind,
        game_id=notice.game,
        upload_id=notice.upload,
        saved_search_id=notice.saved_search,
        by_id=notice.by,
        n=notice.n,
        facts=notice.facts,
    )


def _publish(accounts: Collection[int], to_confirm: Collection[int] = ()) -> None:
    """Once the transaction has committed, their open pages ask for their numbers; those who are
    `to_confirm` something are told wherever they want to be."""
    announce = port().notices_added
    transaction.on_commit(lambda: announce(accounts, to_confirm), robust=True)
