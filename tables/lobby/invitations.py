"""Messages to the players who are invited to a table."""

from __future__ import annotations

from django.db import transaction

from tables.models import Invitation, Table
from tables.notifications.turns import publish_turns_to
from tables.play.publishing import publish_table_change


def publish_invited(table: Table) -> None:
    """Once the transaction has committed, publish that invitations to `table` may have changed: to
    those invited, and to the open pages of the game whose rematch it is."""
    accounts = list(Invitation.objects.filter(table=table).values_list("account", flat=True))
    if accounts:
        transaction.on_commit(lambda: publish_turns_to(accounts), robust=True)
    if table.rematch_of_id is not None:
        publish_table_change(table.rematch_of_id, "places")
