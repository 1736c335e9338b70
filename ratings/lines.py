"""The ledger and the books as lines of canonical JSON; see ``games.lines``.

The file `books` has a line for each entry that is not where its game was played, retired ones too
(`record`: ``entry``), and one for each closing (``closing``). With the lines of the games it says
the whole order of rating: an ordinary entry of a game is at (day of play, moment of acceptance,
id, 0), another one at (`day`, `at`, `game`, `nth`). ``ratings.recompute`` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from games.lines import Line, moment
from ratings.models import Closing, Entry, Fold, Rating, RatingChange, Reason


def entry_line(entry: Entry) -> Line:
    """An entry. `seats`: of a reversal, who was rated in the entry number `reverses`, and their
    places. `retired`: it no longer holds."""
    return {
        "record": "entry",
        "game": entry.game_id,
        "nth": entry.nth,
        "kind": entry.kind,
        "day": entry.day.isoformat(),
        "at": moment(entry.at),
        "cause": entry.cause,
        "ref": entry.ref,
        "reverses": entry.reverses,
        "seats": entry.seats,
        "added_by": entry.added_by_id,
        "retired_by": entry.retired_by_id,
        "retired": entry.retired_by_id is not None,
    }


def closing_line(closing: Closing) -> Line:
    """A closing; `previous`: the digest of the one before it, or null."""
    return {
        "record": "closing",
        "id": closing.pk,
        "through": closing.through.isoformat(),
        "at": moment(closing.at),
        "changes": closing.changes,
        "digest": closing.digest,
        "previous": closing.previous.digest if closing.previous else None,
    }


def change_lines(games: Sequence[str]) -> Iterator[Line]:
    """Every change that these games ever made, by id; one query."""
    return map(change_line, changes().filter(game__in=games).order_by("pk"))


def changes() -> QuerySet[RatingChange]:
    """Changes, with what a line says."""
    rows = RatingChange.objects.select_related("game", "added_by", "retired_by")
    return rows.defer("game__log")


def change_line(change: RatingChange) -> Line:
    """A row of the ledger. `played_on`, `accepted_at`: of its game; `day`, `at`: of its entry.
    `retired`: null while it holds."""
    return {
        "id": change.pk,
        "game": change.game_id,
        "played_on": change.game.played_on.isoformat(),
        "accepted_at": moment(change.game.accepted_at),
        "nth": change.nth,
        "kind": change.kind,
        "day": change.played_on.isoformat(),
        "at": moment(change.accepted_at),
        "pool": change.pool,
        "player": change.player_id,
        "before": change.before,
        "after": change.after,
        "games_before": change.games_before,
        "pairs": change.pairs,
        "added": fold_line(change.added_by),
        "retired": fold_line(change.retired_by) if change.retired_by else None,
    }


def fold_line(fold: Fold) -> Line:
    """By which run over the games."""
    return {"fold": fold.pk, "at": moment(fold.started_at), "cause": fold.cause}


def reason_line(reason: Reason) -> Line:
    """Why a fold replaced changes, or took them back."""
    return {
        "fold": reason.fold_id,
        "game": reason.game_id,
        "cause": reason.cause,
        "ref": reason.ref,
        "at": moment(reason.at),
    }


def rating_line(rating: Rating) -> Line:
    """A present rating, as lists have it."""
    return {
        "player": rating.player_id,
        "pool": rating.pool,
        "rating": rating.rating,
        "games": rating.games,
        "last_played": rating.last_played.isoformat(),
    }
