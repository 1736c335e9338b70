"""The fold: brings the ledger up to date with the games that changed.

An entry of the books is *clean* if its changes in force are what the formula makes of it and of its
players' states just before it, as the ledger has them. Whatever makes a game unclean writes a
``Pending`` row in the same transaction. A fold makes the entries of pending games clean, and all
that follows from them; so when nothing is pending, the ledger is what a rebuild from nothing makes.
It never goes into closed books (``ratings.services.late_entries``).
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from time import perf_counter_ns
from typing import Final, Protocol

from django.db import transaction

from games.log_outbox import FOLD, queue_leaves
from games.ports import PLAIN, Cause, ChangeReason
from ratings.models import Fold, Move, Pending, Pool, Reason
from ratings.services.books import (
    EntryKey,
    RatedEntry,
    RatingState,
    changes_in_force,
    read_stretch,
    states_before,
)
from ratings.services.follow import follow_fold
from ratings.services.late_entries import BookUpdate, PendingNote, update_entries
from ratings.services.ledger import set_mean_ratings, write_changes, write_ratings
from ratings.services.ledger_lock import lock_ledger_if_pending
from ratings.services.terms import adopt_terms
from ratings.services.walk import LedgerWalk
from web.database_clock import statement_time

GAMES_IN_LINE: Final = 20
"""Games that a line of the operator's log names."""

logger = logging.getLogger(__name__)

SHORTEST_STRETCH = 64
LONGEST_STRETCH = 1024
"""Games read at once: as many as are pending, then more and more."""


def fold_pending(*, wait: bool = True) -> Fold | None:
    """Go over the pending games and all that follows from them; None if there was nothing to do.

    All in one transaction: it happens as a whole or not at all. Leaderboards and notices follow
    in the next one (``ratings.services.follow``), for nobody waits for them. Games that become
    pending meanwhile are left to the next fold. Unless `wait`, None also if another worker is
    folding.
    """
    began = perf_counter_ns()
    with transaction.atomic():
        if not lock_ledger_if_pending(wait=wait):
            return None
        terms = adopt_terms()
        notes = pending_notes()
        if not notes:
            return None
        run = Fold.objects.create(cause=Fold.Cause.CHANGE, started_at=statement_time())
        entered = update_entries(notes, run)
        walk = LedgerWalk(terms)
        read = partial(read_stretch, extra=entered.gone)
        run.games = walk_entries(walk, entered.keys, read, lambda: write_changes(walk, run))
        walk.mean_ratings |= entered.mean_ratings
        states = {place: walk.states[place] for place in walk.ledger_states}
        write_moves(run, walk.revised, states, walk.ledger_states)
        run.reasons = write_reasons(run, notes, entered, walk.replaced)
        write_ratings(states)
        set_mean_ratings(walk.mean_ratings)
        delete_pending(note.pk for note in notes)
        run.duration = (perf_counter_ns() - began) // 1000
        run.save(update_fields=["duration", "games", "added", "retired", "reasons"])
        if run.retired or run.reasons:
            queue_leaves(FOLD, [run.pk])
    game_ids = list(dict.fromkeys(note.game for note in notes))
    ending = f" and {len(game_ids) - GAMES_IN_LINE} more" if len(game_ids) > GAMES_IN_LINE else ""
    logger.info("fold %d has rated %s%s", run.pk, " ".join(game_ids[:GAMES_IN_LINE]), ending)
    follow_fold(run.pk, walk.met)
    return run


class ReadStretch(Protocol):
    """As ``stretch``."""

    def __call__(
        self, start: EntryKey, *, after: bool, limit: int
    ) -> tuple[list[RatedEntry], bool]: ...


def walk_entries(
    walk: LedgerWalk, keys: list[EntryKey], read: ReadStretch, passed_by: Callable[[], None]
) -> int:
    """Walk from each of `keys`, in order, until no player differs any more; after each stretch call
    `passed_by`, which carries out what the walk found. The number of entries passed."""
    done = passed = 0
    limit = min(max(len(keys), SHORTEST_STRETCH), LONGEST_STRETCH)
    last: EntryKey | None = None
    while done < len(keys) or walk.ledger_states:
        follows = last is not None and bool(walk.ledger_states)
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


def _step(walk: LedgerWalk, games: Sequence[RatedEntry]) -> None:
    rows = changes_in_force(games)
    players = {player for game in games for player in game.players}
    players.update(player for old in rows.values() for player in old)
    players_read = {player for player, _ in walk.states}
    fresh = states_before(games[0].key, players - players_read)
    walk.states.update(fresh)
    for game in games:
        walk.step(game, rows)


def pending_notes() -> list[PendingNote]:
    """Pending games, the oldest first."""
    rows = Pending.objects.order_by("pk")
    return [PendingNote(*row) for row in rows.values_list("pk", "game_id", "at", "cause", "ref")]


def delete_pending(note_ids: Iterable[int]) -> None:
    ids = list(note_ids)
    for begin in range(0, len(ids), LONGEST_STRETCH):
        Pending.objects.filter(pk__in=ids[begin : begin + LONGEST_STRETCH]).delete()


# --- what waits for it --------------------------------------------------------


def mark_pending(ids: Iterable[str], reason: ChangeReason = PLAIN) -> int:
    """Note, in the caller's transaction, that these games changed, and why. How many they were."""
    rows = [
        Pending(game_id=pk, at=statement_time(), cause=reason.cause, ref=reason.ref)
        for pk in dict.fromkeys(ids)
    ]
    Pending.objects.bulk_create(rows, batch_size=1000)
    return len(rows)


# --- why ratings changed ------------------------------------------------------


def write_reasons(
    run: Fold, notes: Sequence[PendingNote], entered: BookUpdate, replaced: EntryKey | None
) -> int:
    """Keep what happened to the games of a fold, once each, and give how many. `replaced`: the last
    entry of which a change was retired.

    A game that came to count and has its place behind all that was replaced replaced nothing: it is
    left out, so that most folds have no reasons. Where there are several, each may have caused any
    of the changes.
    """
    if replaced is None and not entered.moved and not run.added:
        return 0
    places = {key.id: key for key in reversed(entered.keys)}
    reasons: dict[tuple[str, str, str], Reason] = {}
    for note in notes:
        place = places.get(note.game)
        early = replaced is not None and place is not None and place < replaced
        plain = note.cause == Cause.COUNTED and note.game not in entered.moved and not early
        if not plain:
            reason = Reason(
                fold=run, game_id=note.game, cause=note.cause, ref=note.ref, at=note.moment
            )
            reasons.setdefault((note.game, note.cause, note.ref), reason)
    Reason.objects.bulk_create(reasons.values(), batch_size=1000)
    return len(reasons)


def write_moves(
    run: Fold,
    revised: Collection[int],
    states: Mapping[tuple[int, str], RatingState],
    ledger_states: Mapping[tuple[int, str], RatingState],
) -> None:
    """Keep how a fold moved the overall ratings of the players in `revised`, who had a change
    replaced or taken back: also where a new game made up for it. `states`: the states after the
    fold; `ledger_states`: those before it."""
    moves = [
        Move(
            fold=run,
            player_id=player,
            before=_rating_of(ledger_states[player, pool]),
            after=_rating_of(state),
        )
        for (player, pool), state in sorted(states.items())
        if pool == Pool.OVERALL and player in revised
    ]
    Move.objects.bulk_create(moves, batch_size=1000)


def _rating_of(state: RatingState) -> int | None:
    return state.rating if state.last_played else None
