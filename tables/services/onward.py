"""After a game against computer players: the same table again, with stronger ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from engine.computer import LEVELS
from games.models import Account
from tables.models import Opening, Table
from tables.models.table import LIVE
from tables.services.ending import terms_again
from tables.services.locks import hold, own_place, seated
from tables.services.opening import open_table
from web.errors import Conflict


def raised(levels: Sequence[str]) -> tuple[str, ...]:
    """`levels` (of ``engine.computer.LEVELS``) with the weakest that can be raised one stronger,
    no two the same where they were not; empty if none can."""
    ladder = list(LEVELS)
    for level in sorted(set(levels), key=ladder.index):
        stronger = [one for one in ladder[ladder.index(level) + 1 :] if one not in levels]
        if stronger:
            at = levels.index(level)
            return (*levels[:at], stronger[0], *levels[at + 1 :])
    return ()


def next_levels(table: Table, account: Account) -> tuple[str, ...]:
    """The levels of the computer players that `account` may play next; empty if other people sit
    at `table`, no computer player does, or the strongest do. `table` has its places at hand."""
    others = [place for place in table.places.all() if place.account_id != account.pk]
    if not all(place.account.computer for place in others):
        return ()
    return raised([place.account.computer for place in others])


def harder(table_id: str, account: Account, promise: str = "") -> Table:
    """A new table on the same terms, where a stronger computer player sits (``next_levels``). While
    the one that was opened so from this table is not over, it is given again. `promise`: as in
    ``Terms``.

    Raises ``Table.DoesNotExist``; ``NotAllowed`` without a seat there; ``Conflict`` while the
    game runs, where there is no next level, or as ``open_table``.
    """
    with transaction.atomic():
        table = hold(table_id)
        own_place(table, account)
        if table.phase in LIVE:
            raise Conflict(_("This game is not over yet."))
        levels = next_levels(table, account)
        if not levels:
            raise Conflict(_("There is no stronger computer player for this table."))
        key = f"harder-{table.pk}"
        before = Opening.objects.filter(account=account, key=key).select_related("table").first()
        if before is not None and before.table.phase in LIVE:
            return seated().get(pk=before.table_id)
        terms = dataclasses.replace(terms_again(table, account), computers=levels, promise=promise)
        return open_table(account, terms, key="" if before else key)
