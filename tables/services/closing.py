"""A moderator closes a table: one that is stuck, or should not go on."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Conflict
from games.models import Account
from games.services.attest import checked_reason
from games.services.impartial import must_be_impartial
from games.services.logbook import Kind, must_moderate, record
from games.services.seating import player_of
from tables.models import Table
from tables.services.ending import abandon
from tables.services.impartial import of_table


def close(moderator: Account, table: Table, reason: str) -> None:
    """The table ends without a result. Games that are in the record already are voided there.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it has ended.
    """
    must_moderate(moderator)
    must_be_impartial(of_table(moderator, table))
    reason = checked_reason(reason)
    with transaction.atomic():
        if not abandon(table.pk):
            raise Conflict(_("This table has ended already."))
        what = f"table {table.pk}: {reason}"
        record(moderator, Kind.CLOSE_TABLE, what, why=reason, player=player_of(table.host))
    table.refresh_from_db(fields=["phase", "ended_at"])
