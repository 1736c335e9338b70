"""Why ratings changed: kept with each fold that replaced changes, or took some back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.causes import Cause
from ratings.models import Fold, Move, Pool, Rating, Reason
from ratings.services.entering import Entered, Note
from ratings.services.reading import Key, State


def write_reasons(run: Fold, notes: Sequence[Note], entered: Entered, replaced: Key | None) -> int:
    """Keep what happened to the games of a fold, once each, and give how many. `replaced`: the last
    entry of which a change was retired.

    A game that came to count and has its place behind all that was replaced replaced nothing: it is
    left out, so that most folds have no reasons. Where there are several, each may have caused any
    of the changes.
    """
    if replaced is None and not entered.moved and not run.added:
        return 0
    places = {key.id: key for key in reversed(entered.keys)}
    kept: dict[tuple[str, str, str], Reason] = {}
    for note in notes:
        place = places.get(note.game)
        early = replaced is not None and place is not None and place < replaced
        plain = note.cause == Cause.COUNTED and note.game not in entered.moved and not early
        if not plain:
            reason = Reason(fold=run, game_id=note.game, cause=note.cause, ref=note.ref, at=note.at)
            kept.setdefault((note.game, note.cause, note.ref), reason)
    Reason.objects.bulk_create(kept.values(), batch_size=1000)
    return len(kept)


def write_moves(
    run: Fold, revised: Collection[int], now: Mapping[tuple[int, str], State]
) -> list[Move]:
    """Keep how a fold moved the overall ratings of the players in `revised`, who had a change
    replaced or taken back. `now`: the states after the fold, which are not written yet."""
    moved = {
        player: state.rating if state.last_played else None
        for (player, pool), state in now.items()
        if pool == Pool.OVERALL and player in revised
    }
    if not moved:
        return []
    rows = Rating.objects.filter(player__in=moved, pool=Pool.OVERALL)
    before = dict(rows.values_list("player", "rating"))
    moves = [
        Move(fold=run, player_id=player, before=before.get(player), after=after)
        for player, after in sorted(moved.items())
        if before.get(player) != after
    ]
    Move.objects.bulk_create(moves, batch_size=1000)
    return moves
