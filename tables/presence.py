"""Presence of hosts: a live table is offered while its host has a page of the site open.

The streams of open pages note it, and the requests by which pages and programs ask again. A host
who has gone would lose the game that begins when the last seat is taken.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import Account
from tables.clocks import clock
from tables.limits import HOST_AWAY
from tables.models import Pace, Phase, Table
from tables.play.publishing import publish_table_change
from web.errors import Conflict

NOTED_EVERY: Final = timedelta(minutes=1)
"""The row of a table is written at most that often."""


def note_hosts(accounts: Collection[int]) -> int:
    """Note that the accounts with these keys have a page open; gives at how many tables. One query
    where none of them waits as a host."""
    moment = clock.cached_time()
    rows = Table.objects.filter(
        host__in=accounts,
        phase=Phase.OPEN,
        pace=Pace.LIVE,
        host_present_at__lt=moment - NOTED_EVERY,
    )
    moments = dict(rows.values_list("pk", "host_present_at"))
    Table.objects.filter(pk__in=moments, phase=Phase.OPEN).update(host_present_at=moment)
    for table_id, before in moments.items():
        if before < moment - HOST_AWAY:
            publish_table_change(table_id, "places", plies=0)
    return len(moments)


def note_host(table: Table, account: Account | None) -> None:
    """Note that `account` looks at `table`, if it is the host; a query then only."""
    if account is not None and account.pk == table.host_id and table.phase == Phase.OPEN:
        note_hosts([account.pk])


def host_is_away(table: Table) -> bool:
    """True if `table` is live and its host has no page open; a table of an event waits for no
    host."""
    if table.reserved:
        return False
    return table.pace == Pace.LIVE and table.host_present_at < clock.cached_time() - HOST_AWAY


def host_is_present(moment: datetime) -> Q:
    """The tables that are offered at `moment`: those with days for a move, and the live ones whose
    host has a page open."""
    return ~Q(pace=Pace.LIVE) | Q(host_present_at__gte=moment - HOST_AWAY)


def require_host(table: Table) -> None:
    """Raises ``Conflict`` if the host of `table` is away."""
    if host_is_away(table):
        raise Conflict(away_sentence(table))


def away_sentence(table: Table) -> str:
    """The sentence for visitors who cannot sit down, as the host is away."""
    handle = {"handle": table.host.username}
    return _("@%(handle)s is away. You can sit down as soon as they are back.") % handle
