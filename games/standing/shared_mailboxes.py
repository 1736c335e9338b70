"""Games among accounts of one mailbox: they are unrated, by a decision that is public.

Two accounts share a mailbox where both had verified it before mailboxes were compared
(``games.accounts.mailboxes``). A decision names the game and its kind, and no address. It concerns
games that came since, in which addresses are asked for; an arbiter's word needs none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from games.models import Account, Game, GameDecision, Seat, Standing, VerifiedMailbox
from web.database_clock import statement_time


def decide_unrated(games: Iterable[Game]) -> set[str]:
    """Of `games`, which are locked, make those unrated in which two accounts share a mailbox; gives
    their ids. One query if there is none."""
    games_by_id = {game.pk: game for game in games if game.addresses_asked}
    if not games_by_id:
        return set()
    seats = Seat.objects.filter(
        game__in=games_by_id,
        player__account__emailaddress__mailbox__mailbox__in=VerifiedMailbox.objects.filter(
            is_shared=True
        ).values("mailbox"),
    ).values_list(
        "game_id",
        "player__account__emailaddress__mailbox__mailbox",
        "player__account__emailaddress__mailbox__since",
        "player__account_id",
    )
    accounts: dict[tuple[str, str], set[int]] = defaultdict(set)
    for game, mailbox, since, account in seats:
        if games_by_id[game].accepted_at >= since:
            accounts[game, mailbox].add(account)
    shared = {game for (game, _mailbox), sharers in accounts.items() if len(sharers) > 1}
    if shared:
        kind = GameDecision.Kind.SHARED_MAILBOX
        decisions = [
            GameDecision(game_id=game, kind=kind, decided_at=statement_time())
            for game in sorted(shared)
        ]
        GameDecision.objects.bulk_create(decisions, ignore_conflicts=True)
        Game.objects.filter(pk__in=shared).update(unrated=True)
    return shared


def decide_before_closing(account: Account) -> None:
    """`account` is about to lose its addresses: decide about its games that wait, so that nobody
    closes one account after another to have their games counted."""
    waiting = Game.objects.filter(seats__player__account=account, standing=Standing.WAITING)
    decide_unrated(waiting.filter(arbiter=None).defer("log"))


def is_shared_mailbox(game: Game) -> bool:
    """True if `game` is unrated because accounts of one mailbox sit in it. One query."""
    rows = GameDecision.objects.filter(game=game, kind=GameDecision.Kind.SHARED_MAILBOX)
    return rows.exists()
