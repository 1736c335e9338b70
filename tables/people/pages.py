"""A player as a person, for their page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.models import Account, Player, Seat, Standing
from tables.models import PlayerProfile, Table
from tables.people.follows import follows_player, public_tables
from tables.people.presence import is_present
from tables.people.profiles import read_profile
from tables.queries import stranger_ids

BEST: Final = 3


@dataclass(frozen=True)
class SocialPage:
    """`text`: what the visitor reads of the profile; `tables`: public ones where the player plays
    or waits; `best`: the seats of their highest wins among games that count."""

    profile: PlayerProfile
    text: str
    tables: list[Table]
    best: list[Seat]
    is_self: bool = False
    is_present: bool = False
    is_followed: bool = False


def social_page(player: Player, visitor: Account | None) -> SocialPage | None:
    """The page of `player` for `visitor`; ``None`` for the player of no open account, and for a
    visitor whom the player blocked or who blocked them. A fixed number of queries."""
    account = player.account
    if account is None or not account.is_active or account.computer:
        return None
    if visitor is not None and account.pk in stranger_ids(visitor):
        return None
    profile = read_profile(account)
    wins = Seat.objects.filter(player=player, place=1, game__standing=Standing.COUNTED)
    return SocialPage(
        profile=profile,
        text=profile.public_text,
        tables=public_tables([account]),
        best=list(wins.order_by("-points", "game_id")[:BEST]),
        is_self=visitor == account,
        is_present=is_present(profile),
        is_followed=visitor is not None and follows_player(visitor, account),
    )
