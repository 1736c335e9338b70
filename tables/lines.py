"""Tables as lines of the public record (``games.lines``): what a deal can be proved with.

Nothing of people, of chat, or of invitations: only what everybody may see of it
afterwards. The secret of a finished table is in the log of its game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from games.lines import Line, timestamp_text
from games.models import Game
from tables.deals import opened_shares
from tables.models import Access, Phase, Place, Table


def table_lines(games: Sequence[Game]) -> Iterator[Line]:
    """The finished tables of these games, in the order of the games; four queries."""
    uploads = dict(
        Game.objects.filter(pk__in=[game.pk for game in games]).values_list(
            "submission__upload", "pk"
        )
    )
    finished = {
        uploads[table.upload_id]: table
        for table in Table.objects.filter(upload__in=uploads, phase=Phase.FINISHED)
        if table.upload_id is not None
    }
    tables = [finished[game.pk] for game in games if game.pk in finished]
    shares, promises = opened_shares(tables), _promises(tables)
    for game in games:
        if table := finished.get(game.pk):
            yield table_line(table, promises[table.pk], shares.get(table.pk, {}), game)


def unfinished_lines(pks: Sequence[str]) -> Iterator[Line]:
    """Those of the tables that everybody may see and that led to no game, by id; two queries."""
    tables = list(Table.objects.filter(pk__in=pks, access=Access.OPEN).order_by("pk"))
    promises = _promises(tables)
    return (table_line(table, promises[table.pk], {}, None) for table in tables)


def table_line(
    table: Table, promises: dict[str, str], shares: dict[str, str], game: Game | None
) -> Line:
    """A table. `promises`, `shares`: by colour 64 digits. `id`: null where one has to know it to
    look on."""
    return {
        "id": table.pk if table.access == Access.OPEN else None,
        "game": game.pk if game else None,
        "played_on": game.played_on.isoformat() if game else None,
        "accepted_at": timestamp_text(game.accepted_at) if game else None,
        "phase": table.phase,
        "commitment": table.commitment,
        "terms": table.deal_terms,
        "promises": promises,
        "shares": shares,
        "created_at": timestamp_text(table.created_at),
        "started_at": timestamp_text(table.started_at) if table.started_at else None,
        "ended_at": timestamp_text(table.ended_at) if table.ended_at else None,
    }


# --- inside -------------------------------------------------------------------


def _promises(tables: Sequence[Table]) -> dict[str, dict[str, str]]:
    promises: dict[str, dict[str, str]] = defaultdict(dict)
    rows = Place.objects.filter(table__in=[table.pk for table in tables]).order_by("pk")
    for table, colour, promise in rows.values_list("table_id", "colour", "promise"):
        if promise:
            promises[table][colour] = promise
    return promises
