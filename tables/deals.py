"""The secret of a deal and the players' shares: who keeps them, and what follows from them.

The only module that reads ``Deal``. Nothing of it is shown before the game is over, but that the
shares are shown once it is dealt. In reports of errors its variables are left out.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Final

from django.views.decorators.debug import sensitive_variables

from engine import Header, Setup
from engine.fairness import SECRET_BYTES, CommittedShuffler, Promises, Shares, commitment, revealed
from engine.vocabulary import Colour
from tables.models import Deal, Phase, Place, Table


@sensitive_variables()
def draw_secret(table_id: str) -> str:
    """Draw the secret of a table that is being opened, and keep it; its digest, to be published."""
    secret = secrets.token_bytes(SECRET_BYTES)
    Deal.objects.create(table=table_id, secret=secret)
    return commitment(secret)


@sensitive_variables()
def keep_share(table: Table, place: Place, share: str) -> None:
    """Store the share of `place`, 64 digits, whose promise was checked; `table` is locked."""
    deal = _deal(table)
    deal.shares[place.colour] = share
    table.shares_at_hand = None
    deal.save(update_fields=["shares"])


SHARES: Final = f"""(
    SELECT d.shares FROM "{Deal._meta.db_table}" d
    WHERE d."table" = t.id AND t.phase NOT IN ('{Phase.OPEN}', '{Phase.DEALING}')
)"""
"""In a statement about tables ``t``: what ``attach_shares`` takes; nothing before the deal."""


def attach_shares(table: Table, shares_json: object) -> None:
    """`shares_json` is what ``SHARES`` gave for `table`, which was read with it."""
    table.shares_at_hand = json.loads(shares_json) if isinstance(shares_json, str) else None


def shares_of(table: Table) -> dict[str, str]:
    """By colour the shares that were given, 64 digits; for a table that is dealt. No query where
    they were read with the table, else one."""
    if (attached := table.shares_at_hand) is not None:
        return attached
    shares: dict[str, str] = Deal.objects.values_list("shares", flat=True).get(pk=table.pk)
    return shares


def opened_shares(tables: Iterable[Table]) -> dict[str, dict[str, str]]:
    """By finished table and colour the shares that were given, 64 digits. One query."""
    ended = [table.pk for table in tables if table.phase == Phase.FINISHED]
    return dict(Deal.objects.filter(pk__in=ended).values_list("pk", "shares"))


@sensitive_variables()
def shuffler_of(table: Table, agreed: Setup, places: Iterable[Place]) -> CommittedShuffler:
    """Shuffler of `table`, by the terms of dealing it was opened with. One query."""
    deal = _deal(table)
    promises = _promises(table, places)
    return CommittedShuffler(agreed, bytes(deal.secret), _shares(deal), promises, table.deal_terms)


@sensitive_variables()
def revealed_by(table: Table, header: Header, places: Iterable[Place]) -> Header:
    """The header of the log of a finished game, with all that the deal followed from."""
    deal = _deal(table)
    promises = _promises(table, places)
    return revealed(header, bytes(deal.secret), _shares(deal), promises, table.deal_terms)


# --- inside -------------------------------------------------------------------


def _deal(table: Table) -> Deal:
    return Deal.objects.get(pk=table.pk)


@sensitive_variables()
def _shares(deal: Deal) -> Shares:
    return {Colour.read(word): bytes.fromhex(share) for word, share in deal.shares.items()}


def _promises(table: Table, places: Iterable[Place]) -> Promises | None:
    """None by terms 1, on which promises do not bear."""
    if table.deal_terms == 1:
        return None
    return {Colour.read(place.colour): place.promise for place in places}
