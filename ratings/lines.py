"""The ledger and the books as lines of canonical JSON; see ``games.lines``.

The file `books` has a line for each entry that is not where its game was played, retired ones too
(`record`: ``entry``), and one for each closing (``closing``). With the lines of the games it says
the whole order of rating: an ordinary entry of a game is at (day of play, moment of acceptance,
id, 0), another one at (`day`, `at`, `game`, `nth`). ``ratings.recompute`` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.db.models import QuerySet

from games.lines import Line, timestamp_text
from games.models import Game
from ratings.models import Closing, Entry, Fold, Rating, RatingChange, RatingTerms, Reason


def entry_line(entry: Entry) -> Line:
    """An entry. `seats`: of a reversal, who was rated in the entry number `reverses`, and their
    places. `retired`: it no longer holds."""
    return {
        "record": "entry",
        "id": entry.pk,
        "game": entry.game_id,
        "nth": entry.nth,
        "kind": entry.kind,
        "day": entry.day.isoformat(),
        "at": timestamp_text(entry.at),
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
        "at": timestamp_text(closing.at),
        "changes": closing.changes,
        "digest": closing.digest,
        "previous": closing.previous.digest if closing.previous else None,
    }


def terms_line(row: RatingTerms) -> Line:
    """Terms of ratings, and the day of the books from which they hold."""
    return {
        "record": "terms",
        "id": row.pk,
        "terms": row.terms,
        "from_day": row.since.isoformat(),
        "at": timestamp_text(row.moment),
    }


def change_lines(games: Sequence[str]) -> Iterator[Line]:
    """Every change that these games ever made, by id; one query for the changes, one for the games
    and one for the folds. `played_on`, `accepted_at`: of its game."""
    keys = {
        pk: {"played_on": day.isoformat(), "accepted_at": timestamp_text(instant)}
        for pk, day, instant in Game.objects.filter(pk__in=games)
        .order_by()
        .values_list("pk", "played_on", "accepted_at")
    }
    for line in ledger_lines(RatingChange.objects.filter(game__in=games)):
        yield line | keys[str(line["game"])]


def ledger_lines(changes: QuerySet[RatingChange]) -> Iterator[Line]:
    """These changes without the place of their games, by id; one query for them, and one for the
    folds. `day`, `at`: of the entry. `retired`: null while it holds."""
    rows = list(changes.order_by("pk").values_list(*CHANGE))
    folds = {
        fold.pk: fold_line(fold)
        for fold in Fold.objects.filter(pk__in={pk for row in rows for pk in row[-2:] if pk})
    }
    for pk, game, nth, kind, day, instant, pool, *of_player, pairs, added, retired in rows:
        player, before, after, games_before, deviation_before, deviation = of_player
        doubt = {"deviation_before": deviation_before, "deviation": deviation}
        yield {
            "id": pk,
            "game": game,
            "nth": nth,
            "kind": kind,
            "day": day.isoformat(),
            "at": timestamp_text(instant),
            "pool": pool,
            "player": player,
            "before": before,
            "after": after,
            "games_before": games_before,
            "pairs": pairs,
            **(doubt if deviation is not None else {}),
            "added": folds[added],
            "retired": folds[retired] if retired else None,
        }


CHANGE: Final = (
    *("pk", "game_id", "nth", "kind", "played_on", "accepted_at", "pool", "player_id"),
    *("before", "after", "games_before", "deviation_before", "deviation"),
    *("pairs", "added_by_id", "retired_by_id"),
)


def fold_line(fold: Fold) -> Line:
    """By which run over the games."""
    return {"fold": fold.pk, "at": timestamp_text(fold.started_at), "cause": fold.cause}


def reason_line(reason: Reason) -> Line:
    """Why a fold replaced changes, or took them back."""
    return {
        "fold": reason.fold_id,
        "game": reason.game_id,
        "cause": reason.cause,
        "ref": reason.ref,
        "at": timestamp_text(reason.at),
    }


def rating_line(rating: Rating) -> Line:
    """A present rating, as lists have it."""
    return {
        "player": rating.player_id,
        "pool": rating.pool,
        "rating": rating.rating,
        "games": rating.games,
        "last_played": rating.last_played.isoformat(),
        **({} if rating.deviation is None else {"deviation": rating.deviation}),
    }
