"""The fold: brings the ledger up to date with the games that changed.

An entry of the books is *clean* if its changes in force are what the formula makes of it and of its
players' states just before it, as the ledger has them. Whatever makes a game unclean writes a
``Pending`` row in the same transaction. A fold makes the entries of pending games clean, and all
that follows from them; so when nothing is pending, the ledger is what a rebuild from nothing makes.
It never goes into closed books (``ratings.services.entering``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import perf_counter_ns
from typing import Protocol

from django.db import connection, transaction
from django.utils import timezone

from games.causes import PLAIN, Why
from ratings.models import Fold, Pending
from ratings.services.entering import Note, enter
from ratings.services.reading import Key, Rated, in_force, states_before, stretch
from ratings.services.reasons import write_moves, write_reasons
from ratings.services.relist import relist
from ratings.services.telling import tell_of_ratings
from ratings.services.walk import Walk
from ratings.services.writing import write_changes, write_mean_ratings, write_ratings

SHORTEST_STRETCH = 64
LONGEST_STRETCH = 1024
"""Games read at once: as many as are pending, then more and more."""


def fold(*, wait: bool = True) -> Fold | None:
    """Go over the pending games and all that follows from them; None if there was nothing to do.

    All in one transaction: it happens as a whole or not at all. Games that become pending
    meanwhile are left to the next fold. Unless `wait`, None also if another worker is folding.
    """
    began = perf_counter_ns()
    with transaction.atomic():
        if not Pending.objects.exists() or not lock_ledger(wait=wait):
            return None
        notes = pending_notes()
        if not notes:
            return None
        run = Fold.objects.create(cause=Fold.Cause.CHANGE)
        entered = enter(notes, run)
        walk = Walk()
        read = partial(stretch, others=entered.gone)
        run.games = go_over(walk, entered.keys, read, lambda: write_changes(walk, run))
        walk.mean_ratings |= entered.mean_ratings
        now = {place: walk.states[place] for place in walk.held}
        moves = write_moves(run, walk.revised, now)
        run.reasons = write_reasons(run, notes, entered, walk.replaced)
        tell_of_ratings(moves)
        write_ratings(now)
        write_mean_ratings(walk)
        relist(walk.met)
        forget_pending(note.pk for note in notes)
        run.duration = (perf_counter_ns() - began) // 1000
        run.save()
    return run


class Read(Protocol):
    """As ``stretch``."""

    def __call__(self, start: Key, *, after: bool, limit: int) -> tuple[list[Rated], bool]: ...


def go_over(walk: Walk, keys: list[Key], read: Read, passed_by: Callable[[], None]) -> int:
    """Walk from each of `keys`, in order, until no player differs any more; after each stretch call
    `passed_by`, which carries out what the walk found. The number of entries passed."""
    done = passed = 0
    limit = min(max(len(keys), SHORTEST_STRETCH), LONGEST_STRETCH)
    last: Key | None = None
    while done < len(keys) or walk.held:
        follows = last is not None and bool(walk.held)
        if not follows:
            walk.states.clear()  # out of date, where games are passed over
        if not follows and done == len(keys):
            break
        start = last if follows and last else keys[done]
        games, ended = read(start, after=follows, limit=limit)
        if not games:
            break
        passed += len(games)
        _step(walk, games)
        passed_by()
        last = games[-1].key
        done = bisect_right(keys, last)
        limit = min(2 * limit, LONGEST_STRETCH)
        if ended and done == len(keys):
            break
    return passed


def _step(walk: Walk, games: Sequence[Rated]) -> None:
    rows = in_force(games)
    players = {player for game in games for player in game.players}
    players.update(player for old in rows.values() for player in old)
    known = {player for player, _ in walk.states}
    fresh = states_before(games[0].key, players - known)
    walk.states.update(fresh)
    for game in games:
        walk.step(game, rows)


def pending_notes() -> list[Note]:
    """Pending games, the oldest first."""
    rows = Pending.objects.order_by("pk")
    return [Note(*row) for row in rows.values_list("pk", "game_id", "at", "cause", "ref")]


def forget_pending(taken: Iterable[int]) -> None:
    ids = list(taken)
    for begin in range(0, len(ids), LONGEST_STRETCH):
        Pending.objects.filter(pk__in=ids[begin : begin + LONGEST_STRETCH]).delete()


# --- one at a time ------------------------------------------------------------


ADVISORY = 0x1340_7E9
"""The number of our advisory lock in PostgreSQL; any that is used for nothing else."""


def lock_ledger(*, wait: bool) -> bool:
    """Take the ledger until the transaction ends. False: another worker has it, and we did not
    wait.

    In SQLite the transaction itself is the lock: it is IMMEDIATE (see the settings).
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY])
            return True
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [ADVISORY])
        return bool(cursor.fetchone()[0])


# --- what waits for it --------------------------------------------------------


def mark_pending(ids: Iterable[str], why: Why = PLAIN) -> int:
    """Note, in the caller's transaction, that these games changed, and why. How many they were."""
    now = timezone.now()
    rows = [Pending(game_id=pk, at=now, cause=why.cause, ref=why.ref) for pk in dict.fromkeys(ids)]
    Pending.objects.bulk_create(rows, batch_size=1000)
    return len(rows)
