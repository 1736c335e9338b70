"""The secret of a deal and the players' shares: who keeps them, and what follows from them.

The only module that reads ``Deal``. Nothing of it is shown before the game is over, but that the
shares are shown once it is dealt. In reports of errors its variables are left out.
"""

from __future__ import annotations

import hmac
import json
import random
import secrets
from collections.abc import Iterable
from typing import Final

from django.views.decorators.debug import sensitive_variables

from engine import Header, Setup
from engine.fairness import SECRET_BYTES, CommittedShuffler, Promises, Shares, commitment, revealed
from engine.shared_deal import shared_colour, shared_share, shared_turn_order
from engine.vocabulary import Colour
from tables.models import Deal, Phase, Place, SharedDeal, Table


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


class Withheld(RuntimeError):
    """The secret of a deal was asked for while other tables play it."""


@sensitive_variables()
def revealed_by(table: Table, header: Header, places: Iterable[Place]) -> Header:
    """The header of the log of a finished game, with all that the deal followed from. Raises
    ``Withheld``."""
    if table.withheld:
        raise Withheld(table.pk)
    deal = _deal(table)
    promises = _promises(table, places)
    return revealed(header, bytes(deal.secret), _shares(deal), promises, table.deal_terms)


# --- one deal for many tables -----------------------------------------------------


@sensitive_variables()
def draw_shared_secret(deal: SharedDeal) -> str:
    """Draw the secret of `deal`, which is stored, and keep it; its digest, to be published."""
    secret = secrets.token_bytes(SECRET_BYTES)
    Deal.objects.create(table=_key(deal), secret=secret)
    return commitment(secret)


def keep_entrant_share(deal: SharedDeal, promise: str, share: str) -> bool:
    """Store the share of an entrant, 64 digits, which was promised; `deal` is locked. False if it
    is here already."""
    row = Deal.objects.get(pk=_key(deal))
    if promise in row.shares:
        return False
    row.shares[promise] = share
    row.save(update_fields=["shares"])
    return True


def promises_with_share(deal: SharedDeal) -> set[str]:
    """Promises of entrants whose share has come."""
    return set(Deal.objects.values_list("shares", flat=True).get(pk=_key(deal)))


def entrant_shares(deal: SharedDeal, promises: Iterable[str]) -> dict[str, str]:
    """By promise the share of an entrant, empty where it was withheld. Nothing before it is
    bound."""
    if deal.bound_at is None:
        return {}
    shares = Deal.objects.values_list("shares", flat=True).get(pk=_key(deal))
    return {promise: shares.get(promise, "") for promise in promises}


def bound_share(deal: SharedDeal, promises: Iterable[str]) -> str:
    """The share of all entrants together, as it is now."""
    shares = Deal.objects.values_list("shares", flat=True).get(pk=_key(deal))
    by_promise = {promise: shares.get(promise, "") for promise in promises}
    return shared_share(by_promise, deal.beacon_share).hex()


@sensitive_variables()
def turn_order_of(deal: SharedDeal) -> tuple[Colour, ...]:
    """Colours of a bound deal in the turn order that it draws."""
    secret = bytes(Deal.objects.get(pk=_key(deal)).secret)
    return shared_turn_order(deal.setup, secret, bytes.fromhex(deal.shares_digest))


@sensitive_variables()
def deal_from(deal: SharedDeal, table_id: str) -> str:
    """A table that is being opened is dealt from the bound `deal`; the digest of its secret."""
    secret = bytes(Deal.objects.get(pk=_key(deal)).secret)
    colour = shared_colour(deal.setup.seats)
    Deal.objects.create(table=table_id, secret=secret, shares={colour.word: deal.shares_digest})
    return commitment(secret)


def shared_promise(table: Table, colour: str) -> str:
    """The promise that lies at the seat of `colour`: that of the share of all entrants; empty at
    the other seats."""
    deal = table.shared_deal
    if deal is None or colour != shared_colour(deal.setup.seats).word:
        return ""
    return commitment(bytes.fromhex(deal.shares_digest))


@sensitive_variables()
def computer_chance(table: Table, ply: int) -> random.Random:
    """Chance by which a computer player chooses entry `ply` at a table of a shared deal: the same
    at all its tables, and known to no player before the deal is shown."""
    secret = bytes(_deal(table).secret)
    return random.Random(hmac.digest(secret, f"computer {ply}".encode(), "sha256"))


def public_secret(deal: SharedDeal) -> str:
    """The secret of a deal whose last table has ended, 64 digits; else nothing."""
    if deal.revealed_at is None:
        return ""
    return bytes(Deal.objects.get(pk=_key(deal)).secret).hex()


# --- inside -------------------------------------------------------------------


def _key(deal: SharedDeal) -> str:
    """Key of its row; no id of a table has a dash."""
    return f"deal-{deal.pk}"


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
