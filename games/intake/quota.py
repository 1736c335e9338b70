"""How much one account may bring in a day, in bytes and in logs, and how many may wait.

Counted on the days of UTC, with the upload and in its transaction: of two uploads at once one waits
for the other, and both together cannot pass what each could alone. Games played here and files that
the operator imports are not counted.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import TruncDate
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.limits import MAX_WAITING
from games.models import Account, Channel, Intake, Submission
from games.models.upload import OPEN
from games.times import in_utc
from web.database_clock import database_time, statement_time
from web.errors import ServiceError, TooBusy, TooLarge

METERED: Final = (Channel.PAGE, Channel.API)
NO_LIMIT: Final = 1 << 60
RETENTION_DAYS: Final = 7
MIB: Final = 1 << 20


class OverQuota(ServiceError):
    """The account has brought as much as it may today (429). `ends`: when it may bring more;
    `used_bytes` and `used_logs` of `limit_bytes` and `limit_logs`, which are 0 for no limit."""

    status = 429
    kind = "quota"

    def __init__(self, used: Intake, ends: datetime) -> None:
        self.ends = ends
        self.limit_bytes, self.limit_logs = _byte_limit(), _log_limit()
        self.used_bytes, self.used_logs = used.size, used.logs
        super().__init__(_sentence(self))

    @property
    def retry_after(self) -> int:
        """Seconds until it ends, one at least."""
        return max(1, int((self.ends - database_time()).total_seconds()) + 1)

    @property
    def members(self) -> dict[str, object]:
        """Its members in a problem (RFC 9457)."""
        names = ("limit_bytes", "used_bytes", "limit_logs", "used_logs")
        return {name: getattr(self, name) for name in names} | {"ends": self.ends.isoformat()}


def check_quota(account: Account, channel: Channel, size: int) -> None:
    """Refuse a file of `size` bytes before it is unpacked, if it cannot be taken today.

    Raises ``TooLarge`` if it could be taken on no day, ``OverQuota`` if not today.
    """
    if channel not in METERED:
        return
    _check_possible(size, 1)
    used = _counts_of_today(account).first()
    if used and (
        used.size + size > (_byte_limit() or NO_LIMIT) or used.logs >= (_log_limit() or NO_LIMIT)
    ):
        raise OverQuota(used, _end_of(used.day))


def spend(account: Account, channel: Channel, size: int, logs: int) -> None:
    """Count an upload, in the caller's transaction. Raises as ``check_quota`` does."""
    if channel not in METERED:
        return
    _check_possible(size, logs)
    if _add(_counts_of_today(account), size, logs):
        return
    today = database_time().astimezone(UTC).date()
    row, _is_new = Intake.objects.get_or_create(account=account, day=today)
    if not _add(Intake.objects.filter(pk=row.pk), size, logs):
        raise OverQuota(row, _end_of(today))


def delete_old_counts() -> int:
    """Remove the counts of days that are long over. How many there were."""
    last = database_time().astimezone(UTC).date() - timedelta(days=RETENTION_DAYS)
    return Intake.objects.filter(day__lt=last).delete()[0]


# --- inside -------------------------------------------------------------------

MAX_LOGS: Final = (1 << 31) - 1
"""Largest number of the column."""


def _byte_limit() -> int:
    return int(settings.GAMES_DAILY_BYTES)


def _log_limit() -> int:
    return int(settings.GAMES_DAILY_LOGS)


def _counts_of_today(account: Account) -> QuerySet[Intake]:
    return Intake.objects.filter(account=account, day=TruncDate(statement_time(), tzinfo=UTC))


def _add(counts: QuerySet[Intake], size: int, logs: int) -> bool:
    """Count an upload where there is room for it. One statement."""
    room = counts.filter(
        size__lte=(_byte_limit() or NO_LIMIT) - size,
        logs__lte=min(_log_limit() or MAX_LOGS, MAX_LOGS) - logs,
    )
    return bool(room.update(size=F("size") + size, logs=F("logs") + logs))


def _check_possible(size: int, logs: int) -> None:
    if size > (_byte_limit() or NO_LIMIT):
        raise TooLarge(
            _("this is too much: you can upload at most %d MiB a day") % (_byte_limit() // MIB)
        )
    if logs > (_log_limit() or NO_LIMIT):
        raise TooLarge(_("these are too many: you can upload at most %d logs a day") % _log_limit())


def _end_of(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def _sentence(over: OverQuota) -> str:
    terms = {
        "used": number_format(over.used_bytes / MIB, 1),
        "bytes": f"{over.limit_bytes / MIB:g} MiB" if over.limit_bytes else _("no limit"),
        "used_logs": over.used_logs,
        "logs": over.limit_logs or _("no limit"),
        "ends": in_utc(over.ends),
    }
    return (
        _(
            "this is more than you can upload in a day. Today’s uploads: %(used)s MiB "
            "(limit: %(bytes)s), %(used_logs)s logs (limit: %(logs)s). Try again at "
            "%(ends)s"
        )
        % terms
    )


# --- how many may wait --------------------------------------------------------


def check_waiting(account: Account, channel: Channel) -> None:
    """Raises ``Busy`` if as many as may wait do so. What was played here is always taken."""
    if channel not in METERED:
        return
    waiting = Submission.objects.filter(status__in=OPEN, upload__account=account)
    if waiting[:MAX_WAITING].count() >= MAX_WAITING:
        raise TooBusy(
            _(
                "%(n)s of your logs are waiting to be checked, which is the limit. "
                "Upload this again when some of them have been checked"
            )
            % {"n": f"{MAX_WAITING:,}"}
        )
