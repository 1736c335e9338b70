"""The ledger from nothing: every game that counts, in order, compared with the ledger."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import date
from math import inf
from time import perf_counter_ns
from typing import NamedTuple

from django.db import transaction

from games.log_outbox import FOLD, queue_leaves
from games.models import Game, Standing
from ratings.elo import INITIAL, deviation_or_default
from ratings.listing import update_all_listings
from ratings.models import Entry, EntryKind, Fold, Rating, RatingChange
from ratings.services.books import (
    EntryKey,
    RatedEntry,
    RatingState,
    Rows,
    changes_in_force,
    read_stretch,
    reversed_games,
    stale_entries,
    state_after,
)
from ratings.services.bulk_load import BackgroundInsert, bulk_load, without_indexes
from ratings.services.fold import delete_pending, pending_notes
from ratings.services.late_entries import update_entries
from ratings.services.ledger import (
    Insert,
    insert_changes,
    set_mean_ratings,
    write_changes,
    write_ratings,
)
from ratings.services.ledger_lock import lock_ledger
from ratings.services.terms import adopt_terms, current_terms
from ratings.services.walk import LedgerWalk, form_on
from web.database_clock import database_time
from web.gc_tuning import fewer_collections

STRETCH = 1024

Progress = Callable[[int, int], None]
"""Called with the number of games done, and of all."""


class RatingDifference(NamedTuple):
    """A present rating that the rebuild found to be another; None: no rating."""

    player: int
    pool: str
    before: int | None
    after: int | None

    @property
    def size(self) -> float:
        """In thousandths; who has no rating on one side differs most."""
        if self.before is None or self.after is None:
            return inf
        return abs(self.after - self.before)


@dataclass
class Rebuilt:
    """Numbers of a rebuild, or of its dry run. `ratings`: how many there are."""

    games: int = 0
    added: int = 0
    retired: int = 0
    mean_ratings: int = 0
    ratings: int = 0
    differences: list[RatingDifference] = field(default_factory=list)

    @property
    def nothing_differs(self) -> bool:
        return not (self.added or self.retired or self.mean_ratings or self.differences)


def rebuild_ledger(
    *, dry_run: bool = False, alone: bool = False, progress: Progress | None = None
) -> Rebuilt:
    """Work out the whole ledger from nothing, retire what differs and add what holds.

    One transaction; folds wait for it. What was pending is done with it. The differences are in
    order of their size. A dry run changes nothing. `alone`: nothing else uses the database, so that
    a ledger that is empty is filled faster; raises ``NotAlone`` if something does.
    """
    began = perf_counter_ns()
    with transaction.atomic(), fewer_collections():
        lock_ledger(wait=True)
        terms = adopt_terms()
        notes = pending_notes()
        run = Fold.objects.create(
            cause=Fold.Cause.REBUILD, started_at=database_time(), followed=True
        )
        update_entries(notes, run)
        walk = LedgerWalk(terms)
        done = Rebuilt()
        empty = not RatingChange.objects.exists()
        alone = alone and empty and not dry_run
        with bulk_load(alone=alone):
            done.games = run.games = _walk(walk, done, run, dry_run, empty, progress)
        done.mean_ratings = len(walk.mean_ratings) + _unrated(walk)
        wrong = _wrong_ratings(walk, done)
        if dry_run:
            transaction.set_rollback(True)
        else:
            write_ratings(wrong)
            with without_indexes(Game) if alone else nullcontext():
                set_mean_ratings(walk.mean_ratings)
            update_all_listings()
            delete_pending(note.pk for note in notes)
            run.duration = (perf_counter_ns() - began) // 1000
            run.save()
            queue_leaves(FOLD, [run.pk])
    return done


def _walk(
    walk: LedgerWalk,
    done: Rebuilt,
    run: Fold,
    dry_run: bool,
    empty: bool,
    progress: Progress | None,
) -> int:
    """Gives how many entries were passed. A stretch is added to the ledger while the next one is
    gone over."""
    total = Game.objects.filter(standing=Standing.COUNTED).count()
    passed = 0
    last: EntryKey | None = None
    stale = stale_entries()
    _step(walk, stale, {} if empty else changes_in_force(stale))
    _write(walk, done, run, None if dry_run else insert_changes)
    walk.states.clear()
    walk.ledger_states.clear()
    back = Entry.objects.filter(kind=EntryKind.REVERSAL, retired_by=None)
    walk.reversible = {place: {} for place in back.values_list("game_id", "reverses")}
    reversed_entries = reversed_games()
    ended = False
    with BackgroundInsert() as behind:
        insert = None if dry_run else behind.insert
        while not ended:
            games, ended = read_stretch(
                last, after=True, limit=STRETCH, extra=reversed_entries, plain=True
            )
            if not games:
                break
            rows = {} if empty else changes_in_force(games)
            _write(walk, done, run, insert)
            _step(walk, games, rows)
            behind.wait()
            passed += len(games)
            last = games[-1].key
            if progress:
                progress(passed, total)
        _write(walk, done, run, insert)
    return passed


def _step(walk: LedgerWalk, games: list[RatedEntry], rows: Rows) -> None:
    for game in games:
        walk.step(game, rows)


def _write(walk: LedgerWalk, done: Rebuilt, run: Fold, insert: Insert | None) -> None:
    """Write the walk's differences since the last call. Without `insert` only count them."""
    done.added += len(walk.added)
    done.retired += len(walk.retired)
    if insert is not None:
        write_changes(walk, run, insert)
    walk.added.clear()
    walk.retired.clear()


def _unrated(walk: LedgerWalk) -> int:
    """Take the mean rating off games that do not count but still have one."""
    left = Game.objects.exclude(standing=Standing.COUNTED).exclude(strength=None)
    removed = dict.fromkeys(set(left.values_list("pk", flat=True)) - walk.mean_ratings.keys())
    walk.mean_ratings.update(removed)
    return len(removed)


def _wrong_ratings(walk: LedgerWalk, done: Rebuilt) -> dict[tuple[int, str], RatingState]:
    """The present ratings that are not what the walk ended with; notes the differences."""
    stored = {
        (row.player_id, row.pool): RatingState(
            row.rating, row.games, row.last_played, row.deviation
        )
        for row in Rating.objects.order_by()
    }
    right = {place: state for place, state in walk.states.items() if state.games}
    wrong = {
        place: right.get(place, RatingState())
        for place in stored.keys() | right.keys()
        if stored.get(place) != right.get(place)
    }
    done.ratings = len(right)
    for place in wrong:
        before, after = stored.get(place), right.get(place)
        done.differences.append(
            RatingDifference(*place, before and before.rating, after and after.rating)
        )
    done.differences.sort(
        key=lambda difference: (-difference.size, difference.player, difference.pool)
    )
    return wrong


# --- the chain of the ledger --------------------------------------------------


CHUNK = 2000


def broken_links() -> Generator[str, None, None]:
    """A sentence for each change that does not begin where the player's last one ended, whose
    terms do not add up, and each present rating that is not the end of its chain."""
    ends: dict[tuple[int, str], RatingState] = {}
    rows = (
        RatingChange.objects.filter(retired_by=None)
        .order_by("player_id", "pool", "played_on", "accepted_at", "game_id", "nth")
        .values_list(
            *("player_id", "pool", "game_id", "before", "after", "games_before", "pairs"),
            *("played_on", "kind", "last_played", "deviation_before", "deviation"),
        )
    )
    terms = current_terms()
    for player, pool, game, before, after, games, pairs, *place, began, ended in rows.iterator(
        CHUNK
    ):
        day, kind, last_day = place
        last = ends.get((player, pool), RatingState(INITIAL))
        chain = f"player {player}, pool {pool}, game {game}"
        if (before, games) != (last.rating, last.games):
            yield f"{chain}: begins at {before} after {games}, not {last.rating} after {last.games}"
        if before + sum(pair["term"] for pair in pairs) != after:
            yield f"{chain}: its terms do not add up to {after - before}"
        if terms.second(day) != (ended is not None):
            yield f"{chain}: not by the terms of {day}"
        elif ended is not None and began != _due_deviation(last, kind, last_day or day):
            yield f"{chain}: its deviation does not begin where the last one ended"
        ends[player, pool] = state_after(kind, after, games, last_day or day, ended)
    yield from _wrong_ends(ends)


def _due_deviation(last: RatingState, kind: str, day: date) -> int:
    """The deviation with which a player comes to an entry by terms 2, `last` played before it."""
    if kind != EntryKind.REVERSAL:
        return form_on(day, last).deviation or 0
    return deviation_or_default(last.deviation, last.games)


def _wrong_ends(ends: dict[tuple[int, str], RatingState]) -> Iterator[str]:
    for player, pool, *state in Rating.objects.order_by("pk").values_list(
        "player_id", "pool", "rating", "games", "last_played", "deviation"
    ):
        if ends.pop((player, pool), None) != tuple(state):
            yield f"player {player}, pool {pool}: the present rating is not the end of the chain"
    for player, pool in sorted(place for place, state in ends.items() if state.games):
        yield f"player {player}, pool {pool}: there are changes, but no present rating"
