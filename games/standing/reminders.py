"""Games that stay unconfirmed: their players are reminded twice, then the games wait no more.

A game that has lapsed stays as it is, verified and not rated; its players no longer find it among
what waits for them, but under *lapsed*. Who confirms it has it wait for the others again.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.limits import LAPSES_AFTER, REMINDED_AFTER
from games.models import Attestation, Game, Seat, Standing
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts
from web.database_clock import database_time

BATCH: Final = 2_000
FIRST, SECOND = REMINDED_AFTER
LAST: Final = 3
"""The number of a game that has lapsed, or would have, instead of the number of its reminders."""


def process_unconfirmed_games() -> int:
    """Remind the players of games that have waited so long, and let those lapse that have waited
    longest. Gives how many games it went over; at most ``BATCH`` of each. A game from before there
    were reminders gets two of them too, as far apart as others. One that all its accounts have
    confirmed, and that waits for a guest's name or an address, does not lapse."""
    current_time = database_time()
    still = Game.objects.filter(standing=Standing.WAITING, lapsed_at=None)
    fresh = Q(reminded=None, accepted_at__lt=current_time - FIRST)
    revived = Q(reminded=0, reminded_at__lt=current_time - FIRST)
    second = still.filter(reminded=1, reminded_at__lt=current_time - (SECOND - FIRST))
    last = still.filter(reminded=2, reminded_at__lt=current_time - (LAPSES_AFTER - SECOND))
    # the last stage first, so that none goes through two of them in one run
    done = _lapse(last, current_time) + _remind(second, 2, current_time)
    return done + _remind(still.filter(fresh | revived), 1, current_time)


def revive(ids: Collection[str], lapsed: Collection[str] = ()) -> None:
    """A player has confirmed these games, or their seats were mended, or a guest became known:
    those that still wait, wait from now on; likewise those of `lapsed` that have lapsed."""
    condition = Q(pk__in=ids) | Q(pk__in=lapsed, lapsed_at__isnull=False)
    waits = Game.objects.filter(condition, standing=Standing.WAITING)
    waits.update(reminded=0, reminded_at=database_time(), lapsed_at=None)


def unconfirmed(ids: Collection[str]) -> list[tuple[int, str]]:
    """Missing confirmations of these games: accounts and games."""
    seats = _unconfirmed_seats().filter(game__in=ids, player__account__isnull=False)
    return list(seats.order_by("game", "number").values_list("player__account", "game"))


def lapse_moment(game: Game) -> datetime | None:
    """When `game`, which waits, lapses if no player confirms it; None if it does not. One query at
    most."""
    if game.standing != Standing.WAITING or game.lapsed_at or not unconfirmed([game.pk]):
        return None
    passed = {1: FIRST, 2: SECOND}.get(game.reminded or 0, timedelta())
    return (game.reminded_at or game.accepted_at) + LAPSES_AFTER - passed


# --- inside -------------------------------------------------------------------


def _unconfirmed_seats() -> QuerySet[Seat]:
    """Seats whose accounts have not confirmed the game, seated as they are."""
    attestations = Attestation.objects.filter(
        game=OuterRef("game"), account=OuterRef("player__account"), seating__gte=OuterRef("since")
    )
    return Seat.objects.filter(~Exists(attestations))


@transaction.atomic
def _remind(due: QuerySet[Game], number: int, current_time: datetime) -> int:
    ids = _lock_ids(due)
    Game.objects.filter(pk__in=ids).update(reminded=number, reminded_at=current_time)
    reminded = {account for account, _game in unconfirmed(ids)}
    notify_accounts(
        PendingNotice(account, Kind.REMINDER, n=n) for account, n in _number_for(reminded)
    )
    return len(ids)


def _number_for(accounts: Collection[int]) -> list[tuple[int, int]]:
    """How many games wait for each of `accounts`, of those for which any do."""
    waits = Q(game__standing=Standing.WAITING, game__lapsed_at=None)
    seats = _unconfirmed_seats().filter(waits, player__account__in=accounts)
    waiting_counts = seats.order_by("player__account").values_list("player__account")
    return list(waiting_counts.annotate(n=Count("game")))


@transaction.atomic
def _lapse(due: QuerySet[Game], current_time: datetime) -> int:
    ids = _lock_ids(due)
    late = {game for _account, game in unconfirmed(ids)}
    Game.objects.filter(pk__in=ids).update(reminded=LAST)
    Game.objects.filter(pk__in=late).update(lapsed_at=current_time)
    seats = Seat.objects.filter(game__in=late, player__account__isnull=False)
    rows = seats.order_by("game", "number").values_list("player__account", "game")
    notify_accounts(PendingNotice(account, Kind.LAPSED, game) for account, game in rows)
    return len(ids)


def _lock_ids(due: QuerySet[Game]) -> list[str]:
    """Their ids, the rows locked: of two that do it at once the second finds none left."""
    rows = due.order_by("pk").select_for_update(no_key=True)
    return list(rows.values_list("pk", flat=True)[:BATCH])
