"""Tables as lines of the public record (``games.lines``): what a deal can be proved with.

Nothing of people, of chat, or of invitations: only what everybody may see of it
afterwards. The secret of a finished table is in the log of its game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

from django.db.models import QuerySet

from engine.fairness import TERMS
from engine.log import setup_fields
from engine.vocabulary import Colour
from games.lines import Line, timestamp_text
from games.log_outbox import BOUND_DEAL, BROKEN_OFF, DEAL, SHARED_DEAL
from games.models import Game, Submission
from tables.deals import entrant_shares, opened_shares, public_secret
from tables.models import Access, Dealing, Phase, Place, SharedDeal, Table

NO_GAMES: Final[Mapping[int, Game]] = MappingProxyType({})


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


def deals_of_games(games: Sequence[Game]) -> Iterator[Line]:
    """Deals of the tables whose logs led to these games; three queries."""
    rows = Submission.objects.filter(game__in=games, upload__table__isnull=False)
    by_upload = dict(rows.values_list("upload_id", "game_id"))
    by_id = {game.pk: game for game in games}
    dealings = _dealings().filter(table__upload__in=by_upload)
    games_by_dealing = {
        row.pk: by_id[by_upload[row.table.upload_id]] for row in dealings if row.table.upload_id
    }
    return deal_lines(dealings, games_by_dealing)


def deal_lines(dealings: Iterable[Dealing], games: Mapping[int, Game] = NO_GAMES) -> Iterator[Line]:
    """A line each, in order, and another one for each whose table was broken off; `games`: by deal
    the game that it became. One query more."""
    rows = list(dealings)
    promises = _promises([row.table for row in rows])
    colours: dict[str, list[str]] = defaultdict(list)
    places = Place.objects.filter(table__in=[row.table_id for row in rows])
    for table, colour in places.values_list("table_id", "colour"):
        colours[table].append(colour)
    for row in rows:
        yield _deal_line(row, sorted(colours[row.table_id]), promises[row.table_id]) | _place(
            games.get(row.pk)
        )
        if row.table.phase in (Phase.CANCELLED, Phase.ABANDONED):
            yield _broken_off_line(row) | _place(None)


def shared_deal_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Deals for many tables whose promises stand, by id: a line each, and another one once it is
    bound. Four queries and one more for each deal."""
    deals = SharedDeal.objects.filter(pk__in=pks).exclude(closed_at=None).order_by("pk")
    dealings: dict[int, list[Dealing]] = defaultdict(list)
    for dealing in _dealings().filter(table__shared_deal__in=deals):
        if dealing.table.shared_deal_id is not None:
            dealings[dealing.table.shared_deal_id].append(dealing)
    for deal in deals:
        promises = sorted(deal.promises.values_list("promise", flat=True))
        yield _shared_deal_line(deal, promises, dealings[deal.pk]) | _place(None)
        if deal.bound_at is not None:
            yield _bound_deal_line(deal, entrant_shares(deal, promises)) | _place(None)


def dealings_by_key(pks: Sequence[int]) -> QuerySet[Dealing]:
    return _dealings().filter(pk__in=pks)


# --- inside -------------------------------------------------------------------


def _promises(tables: Sequence[Table]) -> dict[str, dict[str, str]]:
    promises: dict[str, dict[str, str]] = defaultdict(dict)
    rows = Place.objects.filter(table__in=[table.pk for table in tables]).order_by("pk")
    for table, colour, promise in rows.values_list("table_id", "colour", "promise"):
        if promise:
            promises[table][colour] = promise
    return promises


def _dealings() -> QuerySet[Dealing]:
    return Dealing.objects.select_related("table").order_by("pk")


def _deal_line(dealing: Dealing, colours: list[str], promises: dict[str, str]) -> Line:
    """The terms of a deal, before the cards: nothing of the table's address or people."""
    table = dealing.table
    setup = table.setup([Colour.read(colour) for colour in colours])
    return {
        "record": DEAL,
        "id": dealing.pk,
        "opened_at": timestamp_text(table.created_at),
        "filled_at": timestamp_text(dealing.filled_at),
        "commitment": table.commitment,
        "terms": table.deal_terms,
        "colours": colours,
        "agreed": dict(setup_fields(setup)),
        "promises": promises,
    }


def _broken_off_line(dealing: Dealing) -> Line:
    ended_at = dealing.table.ended_at
    return {
        "record": BROKEN_OFF,
        "id": dealing.pk,
        "phase": dealing.table.phase,
        "ended_at": timestamp_text(ended_at) if ended_at else None,
    }


def _shared_deal_line(deal: SharedDeal, promises: list[str], dealings: Sequence[Dealing]) -> Line:
    """`tables`: ids of the deals that were dealt from it; `withheld`: those whose games are over
    and not shown yet."""
    withheld = [row.pk for row in dealings if row.table.withheld and row.table.phase in WITHHELD]
    return {
        "record": SHARED_DEAL,
        "id": deal.pk,
        "opened_at": timestamp_text(deal.promised_at),
        "closed_at": _time(deal.closed_at),
        "commitment": deal.commitment,
        "terms": TERMS,
        "colours": sorted(colour.word for colour in deal.setup.seats),
        "agreed": dict(setup_fields(deal.setup)),
        "entrant_promises": promises,
        "beacon": deal.beacon or None,
        "withheld_until": _time(deal.withheld_until),
        "revealed_at": _time(deal.revealed_at),
        "secret": public_secret(deal) or None,
        "tables": [row.pk for row in dealings],
        "withheld": withheld,
    }


WITHHELD: Final = (Phase.PLAYING, Phase.FINISHED)


def _bound_deal_line(deal: SharedDeal, shares: dict[str, str]) -> Line:
    """`shares`: by promise the share of an entrant, empty where it was withheld; `beacon_digits`:
    null where no round was named, or its number did not come; `share`: SHA-256 of all of them."""
    return {
        "record": BOUND_DEAL,
        "id": deal.pk,
        "bound_at": _time(deal.bound_at),
        "shares": shares,
        "beacon_digits": deal.beacon_digits or None,
        "share": deal.shares_digest,
    }


def _time(moment: datetime | None) -> str | None:
    return timestamp_text(moment) if moment else None


def _place(game: Game | None) -> Line:
    """Its place in the order of all games."""
    return {
        "game": game.pk if game else None,
        "played_on": game.played_on.isoformat() if game else None,
        "accepted_at": timestamp_text(game.accepted_at) if game else None,
    }
