"""What is kept of an account at tables; see ``games.services.own_data``."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Account
from games.services.own_data import Part, table_of
from tables.models import Block, ChatLine, ChatReport, Invitation, Place, Table, TableEntry


def parts(account: Account) -> Iterator[Part]:
    """Where they sat, what they did and said there, whom they reported and blocked."""
    places = Place.objects.filter(account=account)
    yield table_of(
        "places",
        places,
        *("table", "colour", "turn", "joined_at", "promise", "replaced_at"),
        *("replaced_why", "consents"),
    )
    hosted = Table.objects.filter(host=account)
    yield table_of("tables_opened", hosted, "id", "phase", "created_at", "ended_at", "rated")
    entries = TableEntry.objects.filter(by=account)
    yield table_of("entries", entries, "table", "ply", "text", "at")
    yield table_of(
        "invitations",
        Invitation.objects.filter(account=account),
        *("table", "table__host__username", "declined", "at"),
    )
    lines = ChatLine.objects.filter(account=account)
    yield table_of("lines_said", lines, "table", "text", "at", "hidden_at")
    reports = ChatReport.objects.filter(by=account)
    yield table_of("reports", reports, "line", "reason", "at", "settled_at", "upheld")
    blocks = Block.objects.filter(account=account)
    yield table_of("blocks", blocks, "blocked__username", "at")
