"""Reading of tables for pages, the API and the stream. Never more than the viewer may know.

A viewer is a seat by turn order, ``None`` for a spectator, ``EVERYTHING`` once the game is over.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from engine import EVERYTHING
from games.models import Account
from tables.clocks import outages
from tables.deals import shares_of
from tables.locks import place_of_account
from tables.models import Access, Pace, Phase, Place, Table, TableEntry
from tables.models.table import BEFORE, CALLED_OFF, LIVE
from tables.play.finishing import recorded_game
from tables.play.position import entry_rows, legal_entries
from web.errors import NotAllowed

Viewer = int | None
Visitor = Account | AnonymousUser | None
"""The visitor; without a login they have no seat."""


def viewer_of(table: Table, visitor: Visitor) -> Viewer:
    """Viewer that `visitor` is at `table`: a seat, or a spectator.

    A player who was replaced looks on like a spectator, and may do so at any table that they sat
    at. Raises ``NotAllowed`` for a spectator where none is wanted, for everybody who does not sit
    at a table whose game is withheld, and for an account that is not invited to a table for those
    invited.
    """
    account = visitor if isinstance(visitor, Account) else None
    place = place_of_account(table, account) if account else None
    if table.is_withheld and place is None:
        raise NotAllowed(
            _("You can see this game after the last table that plays the same cards has ended.")
        )
    if table.phase == Phase.FINISHED:
        return EVERYTHING
    if place is not None:
        return None if place.stand_in_id else place.turn
    if table.phase in BEFORE:
        closed = table.access == Access.INVITED and not table.reserved  # an event is public
        if closed and not _is_invited(table, account):
            raise NotAllowed(_("This table is by invitation only."))
    elif not table.watchable:
        raise NotAllowed(_("This table doesn’t allow spectators."))
    return None


def entries_since(table: Table, viewer: Viewer, after_ply: int = 0) -> list[dict[str, object]]:
    """The entries after number `after_ply` as ``entry_for`` gives them. One query."""
    rows = entry_rows(table).filter(ply__gt=after_ply).order_by("ply")
    is_open = table.phase == Phase.FINISHED
    return [entry_for(row, viewer, is_open=is_open) for row in rows.select_related("by")]


def entry_for(entry: TableEntry, viewer: Viewer, *, is_open: bool) -> dict[str, object]:
    """`entry` as `viewer` may read it, JSON-ready: ``ply``, ``seat`` (-1: the bank), ``text``,
    ``at`` (ISO 8601), ``by`` (a handle, empty for a guest, ``None`` for the bank). `is_open`: the
    game is over."""
    return {
        "ply": entry.ply,
        "seat": entry.seat,
        "text": entry.text if is_open else entry.text_for(viewer),
        "at": entry.at.isoformat(),
        "by": entry.by.handle if entry.by else None,
    }


def playing_state(
    table: Table, viewer: Viewer, moment: datetime | None = None
) -> dict[str, object]:
    """``table_state``, and ``legal``: the entries that the player to act may write, without the
    colour; ``None`` for others."""
    return table_state(table, viewer, moment) | {"legal": legal_for(table, viewer)}


def legal_for(table: Table, viewer: Viewer) -> list[str] | None:
    """Legal entries of `viewer`, who is to act, without the colour; ``None`` for others."""
    if table.phase != Phase.PLAYING or viewer is None or viewer != table.awaited:
        return None
    return legal_entries(table, viewer)


def table_state(table: Table, viewer: Viewer, moment: datetime | None = None) -> dict[str, object]:
    """State of `table` for `viewer`, without its entries and the position, JSON-ready.

    Times are in ISO 8601, clocks in milliseconds left at ``now``. ``shares`` are shown once it is
    dealt; ``game`` is the id in the record once a worker has verified it. `moment`: the time,
    if it has been read.
    """
    moment = moment or outages.page_time()
    outage = outages.recent_outage(moment)
    shares = {} if table.phase in BEFORE else shares_of(table)
    return {
        "id": table.pk,
        "phase": table.phase,
        "plies": table.plies,
        "viewer": None if viewer == EVERYTHING else viewer,
        "host": table.host.username,
        "terms": {**asdict(table.agreed), "edition": table.edition},
        "commitment": table.commitment,
        "deal_terms": table.deal_terms,
        "origin": table.origin_id,
        "origin_ply": table.origin_ply,
        "places": [
            _place(table, place, moment) | {"share": shares.get(place.colour, "")}
            for place in _in_order(table)
        ],
        "free": table.free,
        "awaited": table.awaited,
        "awaited_since": _time(table.awaited_since),
        "deadline": _time(table.deadline),
        "now": moment.isoformat(),
        "take_back_count": table.take_back_count,
        "take_back": _take_back(table),
        "outage": outage and {"ended_at": _time(outage.ended_at), "seconds": outage.seconds},
        "created_at": _time(table.created_at),
        "started_at": _time(table.started_at),
        "ended_at": _time(table.ended_at),
        "game": _game(table),
        "rematch": _rematch(table),
    }


# --- inside -------------------------------------------------------------------


def _is_invited(table: Table, account: Account | None) -> bool:
    return account is not None and table.invitations.filter(account=account).exists()


def _in_order(table: Table) -> list[Place]:
    """By turn, and before that is drawn in the order of sitting down."""
    return sorted(table.places.all(), key=lambda place: (place.turn or 0, place.pk))


def _place(table: Table, place: Place, moment: datetime) -> dict[str, object]:
    return {
        "colour": place.colour,
        "turn": place.turn,
        "handle": place.account.handle,
        "guest": place.account.guest,
        "computer": place.level,
        "bot": place.account.bot_since is not None,
        "promise": place.promise,
        "opened": place.opened_at is not None,
        "replaced_at": place.replaced_at,
        "replaced_why": place.replaced_why,
        "stand_in": place.stand_in.username if place.stand_in else None,
        "clock": _clock(table, place, moment),
        "consents": place.consents,
    }


def _clock(table: Table, place: Place, moment: datetime) -> int | None:
    """Milliseconds left to think; ``None`` where there is no clock."""
    if table.pace != Pace.LIVE or table.phase in BEFORE or place.is_computer:
        return None
    if table.awaited != place.turn or table.awaited_since is None:
        return place.left_ms
    used = (moment - table.awaited_since) // timedelta(milliseconds=1)
    return max(0, place.left_ms - max(0, used))


def _game(table: Table) -> str | None:
    game = recorded_game(table) if table.phase == Phase.FINISHED else None
    return game.pk if game else None


def _rematch(table: Table) -> str | None:
    if table.phase in LIVE:
        return None
    rematches = Table.objects.filter(rematch_of=table).exclude(phase__in=CALLED_OFF)
    return rematches.values_list("pk", flat=True).first()


def _take_back(table: Table) -> dict[str, object] | None:
    """Wish of a player to take entries back, and the seats that agree."""
    if table.take_back_first is None or table.take_back_seat is None:
        return None
    agree = [place.turn for place in _in_order(table) if place.agrees_to_take_back]
    return {"first": table.take_back_first, "seat": table.take_back_seat, "agree": agree}


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
