"""The account's part of the first page: waiting games, rating, last game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from games.models import Account, Game, Player, Seat, Upload
from games.queries import count_waiting_for, last_seat_of, latest_uploads, tallies
from games.standing import ensure_player
from ratings.graph import Sparkline, sparkline
from ratings.models import Pool
from ratings.queries import (
    Overall,
    PoolRating,
    pool_ratings,
    rating_history,
    rating_move,
)
from tables.queries import AccountTables, ratings_at, read_account_tables

LINE: Final = 40
"""Games in the line of the rating."""

LATELY: Final = timedelta(days=14)
"""An upload that was received earlier is no news."""


class LastGame(NamedTuple):
    """A game, the seat that the account had in it, and what it did to its overall rating, in
    thousandths; None where it did nothing."""

    game: Game
    seat: Seat
    move: int | None


class LastUpload(NamedTuple):
    """An upload, and how many of its logs are ``waiting``, ``verified``, ``refused`` and so on."""

    upload: Upload
    tally: dict[str, int]


@dataclass(frozen=True)
class Dashboard:
    """`player`: its id; `ratings`: of those who sit at the tables of `mine`, by account."""

    player: int
    mine: AccountTables
    ratings: dict[int, Overall]
    overall: PoolRating | None
    spark: Sparkline | None
    last: LastGame | None
    upload: LastUpload | None
    to_confirm: int


def dashboard(account: Account) -> Dashboard:
    """A fixed number of queries, however many games and tables."""
    player, tables = ensure_player(account), read_account_tables(account)
    pools = pool_ratings(player)
    overall = pools[0] if pools and pools[0].pool == Pool.OVERALL else None
    return Dashboard(
        player=player.pk,
        mine=tables,
        ratings=ratings_at([*tables.turn, *tables.others, *tables.invited, *tables.waiting]),
        overall=overall,
        spark=sparkline(rating_history(player, Pool.OVERALL, LINE)) if overall else None,
        last=_last_game(account, player),
        upload=_last_upload(account),
        to_confirm=count_waiting_for(account),
    )


def _last_game(account: Account, player: Player) -> LastGame | None:
    seat = last_seat_of(account)
    return LastGame(seat.game, seat, rating_move(seat.game, player)) if seat else None


def _last_upload(account: Account) -> LastUpload | None:
    since = timezone.now() - LATELY
    for upload in latest_uploads(account, 1):
        if upload.received_at >= since:
            return LastUpload(upload, tallies([upload])[upload.pk])
    return None
