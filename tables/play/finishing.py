"""A game is over: its log goes the way of every log, through the workers into the record."""

from __future__ import annotations

from datetime import datetime

from engine import Header, Log, result, write_text
from games.intake import receive
from games.models import Channel, Game, Submission, Upload
from tables.deals import revealed_by
from tables.models import Phase, Table
from tables.play.position import (
    CachedGame,
    cache_game_on_commit,
    entry_rows,
    read_position,
    take_cached_game,
)


def finish_table(table: Table, cached: CachedGame, moment: datetime) -> None:
    """Finish the locked `table`, whose game is over, and hand its log in. The log of a game that
    went on from another one is not handed in: it is no game of its own, and never in the record.
    That of a withheld game is handed in when the last table of its deal ends.

    Sets the columns of `table`, which the caller stores in the same transaction.
    """
    if table.origin_id is not None or table.withheld:
        table.phase, table.ended_at = Phase.FINISHED, moment
        return
    table.phase, table.ended_at = Phase.FINISHED, moment
    table.upload = hand_in_log(table, cached, moment)


def hand_in_withheld(table: Table) -> None:
    """The log of a finished game goes into the record, now that the last table of its deal has
    ended; `table` is locked."""
    assert table.phase == Phase.FINISHED
    assert table.ended_at is not None
    cached = take_cached_game(table)
    table.upload = hand_in_log(table, cached, table.ended_at)
    table.save(update_fields=["upload"])
    cache_game_on_commit(table.pk, cached)


def hand_in_log(table: Table, cached: CachedGame, moment: datetime) -> Upload:
    """The upload of the log of a finished game, which ended at `moment`."""
    text = write_text(finished_log(table, cached, moment))
    unrated = not table.rated or is_unplayed(table)
    return receive(table.host, text.encode(), f"{table.pk}.imh", Channel.TABLE, unrated=unrated)


def is_unplayed(table: Table) -> bool:
    """True if a player was replaced before their first own entry: they never came to the game, and
    it is not rated."""
    replaced = [place for place in table.places.all() if place.replaced_at]
    if not replaced:
        return False
    entries = entry_rows(table).order_by().values_list("by", flat=True).distinct()
    return not {place.account_id for place in replaced} <= set(entries)


def finished_log(table: Table, cached: CachedGame, moment: datetime) -> Log:
    """The log of a finished game: who sat there, the result, and all that the deal followed from.

    Forced answers are in no row, so entries have the numbers that rows have.
    """
    by_turn = sorted(table.places.all(), key=lambda place: place.turn or 0)
    header = Header(
        cached.setup,
        names=tuple(place.account.name_in_logs for place in by_turn),
        played=moment.date(),
        result=result(cached.game.state).points,
        replaced=tuple(place.replaced_at or 0 for place in by_turn),
    )
    return Log(revealed_by(table, header, by_turn), tuple(cached.game.entries))


def unrecorded_log(table: Table) -> str | None:
    """The log of a finished game that went on from another one; ``None`` of any other table. It
    names players without the sign of a handle: no account counts as its player."""
    if table.phase != Phase.FINISHED or table.origin_id is None:
        return None
    final = read_position(table)
    names = tuple(name.removeprefix("@") for name in final.names)
    header = Header(final.setup, names=names, result=result(final.state).points)
    return write_text(Log(header, final.entries))


def recorded_game(table: Table) -> Game | None:
    """The game in the record that a finished table became; ``None`` until a worker has verified
    it."""
    if table.upload_id is None:
        return None
    row = Submission.objects.filter(upload=table.upload_id).select_related("game").first()
    return row.game if row else None
