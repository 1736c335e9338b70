"""Players whom an account follows: their games and tables stand on its own page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Account, Game
from games.queries import listed_games
from tables.limits import FOLLOWED
from tables.locks import must_be_active, tables_with_places
from tables.models import Access, Block, Follow, Phase, Place, Table
from web.errors import Conflict, Invalid

FOLLOW_LIMIT: Final = 200
"""Players whom one account may follow."""

ROWS: Final = 6
"""Tables, and games, on one's own page."""


@dataclass(frozen=True)
class FollowedPlayers:
    """`players`: accounts that are followed, by handle; `tables`: at which they play or wait, and
    that anybody may watch; `games`: their last ones."""

    players: list[Account]
    tables: list[Table]
    games: list[Game]


def follow_player(account: Account, handle: str) -> Account:
    """`account` follows the player with `handle` from now on; twice is no more than once.

    Raises ``NotAllowed`` for a suspended account; ``Invalid`` for a handle that cannot be followed:
    there is none, its own, a computer player's, or of a player who blocked `account` or was
    blocked; ``Conflict`` for too many, in all or within an hour.
    """
    must_be_active(account)
    username = handle.strip().removeprefix("@").lower()
    rows = Account.objects.filter(is_active=True, computer="").exclude(pk=account.pk)
    player = rows.filter(username=username).first() if username.isprintable() else None
    if player is None or _are_strangers(account, player):
        raise Invalid(_("You can’t follow @%(handle)s.") % {"handle": username[:40]})
    if not FOLLOWED.allows(str(account.pk)):
        raise Conflict(_("You have followed too many players in the last hour. Try again later."))
    if account.follows.count() >= FOLLOW_LIMIT:
        raise Conflict(
            _("You follow %d players, the most allowed. Unfollow one first.") % FOLLOW_LIMIT
        )
    Follow.objects.get_or_create(account=account, followed=player)
    return player


def unfollow_player(account: Account, handle: str) -> None:
    """The opposite of ``follow_player``; also for a player who is not followed."""
    username = handle.strip().removeprefix("@").lower()
    if username.isprintable():
        Follow.objects.filter(account=account, followed__username=username).delete()


def follows_player(account: Account, player: Account) -> bool:
    """True if `account` follows `player`."""
    return Follow.objects.filter(account=account, followed=player).exists()


def followed_players(account: Account) -> FollowedPlayers:
    """The page's list for `account`. One query if it follows nobody, else at most eight."""
    rows = Account.objects.filter(followers__account=account, is_active=True)
    players = list(rows.select_related("player").order_by("username"))
    if not players:
        return FollowedPlayers([], [], [])
    games = listed_games().filter(seats__player__account__in=players).distinct()
    return FollowedPlayers(
        players,
        public_tables(players, without=account),
        list(games.order_by("-accepted_at", "-id")[:ROWS]),
    )


def public_tables(accounts: list[Account], *, without: Account | None = None) -> list[Table]:
    """The tables of the lobby where `accounts` play or wait, newest first; those where `without`
    sits are left out."""
    seats = Place.objects.filter(account__in=accounts, stand_in=None)
    rows = tables_with_places().filter(pk__in=seats.values("table"), access=Access.OPEN)
    if without is not None:
        account_seats = Place.objects.filter(account=without, stand_in=None)
        rows = rows.exclude(pk__in=account_seats.values("table"))
    waiting = rows.filter(phase=Phase.OPEN)
    running = rows.filter(phase=Phase.PLAYING, watchable=True)
    return list((waiting | running).order_by("-created_at", "-pk")[:ROWS])


def _are_strangers(account: Account, player: Account) -> bool:
    pair = (account, player)
    return Block.objects.filter(account__in=pair, blocked__in=pair).exists()
