"""The same game twice, with a slip: which game on record a new log is nearly the log of.

Of every game a few marks are kept, by which it is found (``games.judging.similarity``). A log that
was played here is never taken for another: the site saw it. Two workers that bring two such logs at
the same moment do not see each other; ``games.moderation.patterns`` finds those afterwards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Final, NamedTuple

from django.db import connection, transaction

from games.judging.pending_result import Likeness, PendingResult
from games.judging.similarity import NEARLY, Lines, log_lines, marks_of, parting, share
from games.models import Discrepancy, Game, LogMark, Which
from web.bulk_insert import insert_missing

LOOKED_AT: Final = 5
"""Games that a log is compared with, those first that have most marks in common with it."""

MAX_ROWS: Final = 20_000
"""Marks in common that a batch of logs is looked at for."""

BATCH: Final = 200
"""Games whose marks are made in one transaction."""


def find_similar_games(results: Iterable[PendingResult]) -> None:
    """Set what those of `results` that are not here are nearly, and the game, where it is here
    already. One query, and three more where there are marks in common."""
    new = [
        pending
        for pending in results
        if pending.game is None and not pending.from_table and pending.verdict.marks
    ]
    if not new:
        return
    _among_games(new)
    _among_themselves(new)


def mark_old(limit: int = BATCH) -> int:
    """Make the marks of games from before there were any, of `limit` at once. How many games they
    were: 0 means that all have theirs. May be broken off, and run by several at once."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(no_key=True, skip_locked=_skips()).order_by("pk")
        some = list(rows.filter(marked=False).only("log")[:limit])
        marks = [(mark, game.pk) for game in some for mark in marks_of(log_lines(game.log))]
        insert_missing([LogMark(value=mark, game_id=pk) for mark, pk in marks])
        Game.objects.filter(pk__in=[game.pk for game in some]).update(marked=True)
    return len(some)


def mark_for(seconds: float) -> int:
    """``mark_old`` until all have their marks, or the time is over. How many games they were."""
    ends, done = monotonic() + seconds, 0
    while monotonic() < ends and (some := mark_old()):
        done += some
    return done


# --- inside -------------------------------------------------------------------


class _Close(NamedTuple):
    """A game and how close it is; compared by what decides between several."""

    stands: bool
    share: float
    game: Game


def _skips() -> bool:
    return connection.features.has_select_for_update_skip_locked


def _among_games(new: Sequence[PendingResult]) -> None:
    common = _in_common(new)
    if not common:
        return
    candidates = {game for ids in common.values() for game in ids}
    games = Game.objects.only("log", "void_reason", "played_here").in_bulk(candidates)
    separate = _separate_games(new)
    for index, ids in common.items():
        pending = new[index]
        lines = log_lines(pending.verdict.log)
        close = [
            _Close(not game.void_reason, share(log_lines(game.log), lines), game)
            for game in (games[pk] for pk in ids)
            if (game.pk, pending.submission.pk) not in separate and not pending.displaces(game)
        ]
        close = [row for row in close if row.share >= NEARLY]
        if close:
            best = max(close, key=lambda row: (row.stands, row.share, row.game.pk))
            pending.game = best.game
            pending.nearly = _likeness(log_lines(best.game.log), lines, best.share, game=best.game)


def _in_common(new: Sequence[PendingResult]) -> dict[int, list[str]]:
    """By index of a result the games with which it has marks in common, most first."""
    holders: dict[int, list[int]] = defaultdict(list)
    for index, pending in enumerate(new):
        for mark in pending.verdict.marks:
            holders[mark].append(index)
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    rows = LogMark.objects.filter(value__in=holders).values_list("value", "game_id")[:MAX_ROWS]
    for mark, game in rows:
        for index in holders[mark]:
            counts[index][game] += 1
    return {
        index: [game for game, _ in counter.most_common(LOOKED_AT)]
        for index, counter in counts.items()
    }


def _separate_games(new: Iterable[PendingResult]) -> set[tuple[str, int]]:
    """Games, and submissions that were decided to be games of their own next to them. Of the same
    log from elsewhere that was not decided: another account may have written itself into it."""
    rows = Discrepancy.objects.filter(
        submission__in={pending.submission.pk for pending in new},
        verdict__which__in=[Which.SECOND, Which.BOTH],
    )
    return set(rows.values_list("game_id", "submission_id"))


def _among_themselves(new: Sequence[PendingResult]) -> None:
    """One upload brings both: the first of them becomes the game."""
    first_holders: dict[int, PendingResult] = {}
    for pending in new:
        if not pending.new:
            continue
        matches = {
            id(other): other for mark in pending.verdict.marks if (other := first_holders.get(mark))
        }
        for other in matches.values():
            if other.identity == pending.identity:
                continue
            new_lines, theirs = log_lines(pending.verdict.log), log_lines(other.verdict.log)
            alike = share(theirs, new_lines)
            if alike >= NEARLY:
                pending.nearly = _likeness(theirs, new_lines, alike, pending=other)
                break
        if pending.nearly is None:
            for mark in pending.verdict.marks:
                first_holders.setdefault(mark, pending)


def _likeness(
    stored: Lines,
    uploaded: Lines,
    alike: float,
    *,
    game: Game | None = None,
    pending: PendingResult | None = None,
) -> Likeness:
    first = parting(stored, uploaded)
    return Likeness(game, pending, alike, first.equal if first else len(stored))
