"""What follows when the standing of games changes, and when an account closes. The one place where
it is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.causes import PLAIN, Why
from games.models import Account
from insights.puzzles.services.data_export import forget
from insights.reviews.services.asking import begin_rated
from insights.stats.services.tally import mark
from ratings.services.fold import mark_pending
from ratings.tasks import wake_fold
from tables.services.data_export import leave_everything
from tables.services.turns import tell_pages_of
from tables.services.web_push import tell_of_games_later


def games_changed(ids: Iterable[str], why: Why = PLAIN) -> None:
    """Games came to count, ceased to, or changed their players: their ratings follow,
    what all games say together, and the analysis of those that were played lately. `why` is kept
    with the ratings.

    Called inside the transaction that changed them: what has to be rated again is written with it,
    and a worker is woken when it is committed.
    """
    changed = list(ids)
    mark(changed)
    begin_rated(changed)
    if mark_pending(changed, why):
        wake_fold()


def notices_written(accounts: Collection[int], asked: Collection[int]) -> None:
    """After the transaction: the open pages of `accounts` ask for the numbers in their heads, and
    the browsers of those who were `asked` to confirm a game say so."""
    tell_pages_of(accounts)
    tell_of_games_later(asked)


def account_closes(account: Account) -> None:
    """Called inside the transaction that closes `account`, while it still has its handle."""
    leave_everything(account)
    forget(account)
