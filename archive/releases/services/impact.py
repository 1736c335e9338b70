"""An impact begins, is cut into chunks for the workers, and ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from archive.releases.limits import CHUNK, MAX_IMPACTS_A_DAY
from archive.releases.models import UNDER_WAY, Impact, ImpactChunk, ImpactState
from archive.releases.services import builds
from engine import edition_names
from games.action_log import must_moderate
from games.editions import refresh_editions
from games.judging import send
from games.models import Account, Game
from web.database_clock import database_time
from web.errors import Conflict, Invalid, TooBusy
from web.public_id import LENGTH, game_id

QUEUE: Final = "reviews"
"""The queue that waits for all others."""
TASK: Final = "releases.tasks.go_on"
DIGITS: Final = 15
"""Of a fingerprint, that make an id: ids are spread evenly."""


def begin_impact(
    account: Account | None, edition: str | None = None, games: Sequence[str] | None = None
) -> Impact:
    """Compare all games, or `games` by id, with the current engine, or with the numbers of an
    `edition`. Without `account` the site itself begins it.

    Raises ``NotAllowed`` unless `account` is a moderator, ``Invalid`` for an edition or game not
    here, ``Conflict`` while another is under way, ``Busy`` after many within a day.
    """
    if account is not None:
        must_moderate(account)
        _check_daily_limit()
    refresh_editions()
    if edition and edition not in edition_names():
        raise Invalid(_("There is no such edition."))
    return _begun(account, edition or "", None if games is None else _chosen(games))


def cancel_impact(moderator: Account, impact: Impact) -> None:
    """Cancel an impact. Raises ``NotAllowed``, ``Conflict`` if it is not under way."""
    must_moderate(moderator)
    if not end_impact(impact, ImpactState.CANCELLED):
        raise Conflict(_("This comparison is not running."))


def end_impact(impact: Impact, state: ImpactState) -> bool:
    """End an impact as `state`; false if it has ended already."""
    impacts = Impact.objects.filter(pk=impact.pk, state__in=UNDER_WAY)
    ended = bool(impacts.update(state=state, ended_at=database_time()))
    if ended:
        ImpactChunk.objects.filter(impact=impact).delete()
        impact.refresh_from_db()
    return ended


def wake_release_worker() -> bool:
    """Send a worker a message; false if that failed: then a sweep does."""
    return send(TASK, queue=QUEUE)


def progress_percent(impact: Impact) -> int:
    """Judged games, in percent."""
    if not impact.under_way:
        return 100
    done = Count("pk", filter=Q(done_at__isnull=False))
    parts = impact.parts.aggregate(all=Count("pk"), done=done)
    return int(100 * parts["done"] // max(1, parts["all"]))


# --- inside -------------------------------------------------------------------


def _begun(account: Account | None, edition: str, chosen: list[str] | None) -> Impact:
    expected = Game.objects.count() if chosen is None else len(chosen)
    try:
        with transaction.atomic():
            impact = Impact.objects.create(
                release=builds.present(),
                edition=edition,
                chosen=chosen,
                by=account,
                expected=expected,
            )
            ImpactChunk.objects.bulk_create(_chunks(impact), batch_size=1000)
            transaction.on_commit(lambda: wake_release_worker(), robust=True)
    except IntegrityError:
        raise Conflict(_("A comparison is already running.")) from None
    return impact


def _check_daily_limit() -> None:
    if (
        Impact.objects.filter(by__isnull=False, begun_at__gte=_day_ago()).count()
        >= MAX_IMPACTS_A_DAY
    ):
        raise TooBusy(_("Too many comparisons were started today. Try again tomorrow."))


def _chosen(games: Sequence[str]) -> list[str]:
    """Sorted ids of chosen games. Raises ``Invalid``."""
    ids = sorted(set(games))
    if len(ids) > CHUNK:
        raise Invalid(_("Choose at most %(most)d games.") % {"most": CHUNK})
    if not ids or Game.objects.filter(pk__in=ids).count() != len(ids):
        raise Invalid(_("You chose no game, or one of these games does not exist."))
    return ids


def _day_ago() -> datetime:
    return database_time() - timedelta(days=1)


def _chunks(impact: Impact) -> Iterator[ImpactChunk]:
    """Spans of ids of about ``CHUNK`` games; ids come from digests, so that equal spans have about
    equally many."""
    number = max(1, -(-impact.expected // CHUNK)) if impact.chosen is None else 1
    bounds = [_bound(index, number) for index in range(number)] + [""]
    for index in range(number):
        yield ImpactChunk(impact=impact, number=index, first=bounds[index], until=bounds[index + 1])


def _bound(index: int, number: int) -> str:
    """The first id of part `index` of `number`."""
    digits = f"{16**DIGITS * index // number:0{DIGITS}x}"
    game = game_id(digits)
    assert len(game) == LENGTH
    return game
