"""Which worker judges a log: the first one that changes its row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.limits import MOST_ATTEMPTS
from games.models import Account, Status, Submission
from games.services.bundles import texts_of


class Case(NamedTuple):
    """A claimed log: its row, its bytes, and who uploaded it."""

    submission: Submission
    source: bytes
    account: Account


class Claim(NamedTuple):
    """`at` marks the rows as ours until they are judged, given back or claimed by another."""

    at: datetime
    cases: list[Case]


def claim(ids: Sequence[int]) -> Claim:
    """Claim those of `ids` that nobody judges: by one conditional UPDATE, so that of several
    workers exactly one has each."""
    now = timezone.now()
    claimed = (
        Submission.objects.filter(claimable(now), pk__in=ids, attempts__lt=MOST_ATTEMPTS)
        .order_by()
        .update(status=Status.RUNNING, claimed_at=now, attempts=F("attempts") + 1)
    )
    return Claim(now, _cases(held(now, ids)) if claimed else [])


def claimable(now: datetime) -> Q:
    """Queued, or running for so long that its worker must be dead."""
    last = now - timedelta(seconds=settings.GAMES_CLAIM_SECONDS)
    dead = Q(status=Status.RUNNING, claimed_at__lt=last)
    return Q(status=Status.QUEUED) | dead


def held(at: datetime, ids: Sequence[int]) -> QuerySet[Submission]:
    """Those of `ids` that the claim `at` still holds."""
    return Submission.objects.filter(pk__in=ids, status=Status.RUNNING, claimed_at=at)


def give_back(at: datetime, ids: Sequence[int]) -> None:
    """Logs of a claim that were not begun: the attempt does not count."""
    held(at, ids).update(status=Status.QUEUED, attempts=F("attempts") - 1, claimed_at=None)


def _cases(found: QuerySet[Submission]) -> list[Case]:
    """In a fixed order, with three or four queries."""
    rows = list(found.select_related("upload").defer("upload__raw").order_by("pk"))
    texts = texts_of(rows)
    accounts = Account.objects.in_bulk({row.upload.account_id for row in rows})
    return [Case(row, texts[row.pk], accounts[row.upload.account_id]) for row in rows]
