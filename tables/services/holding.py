"""A table's row, held: of two who change a table one waits for the other.

Every service that writes begins here, inside its transaction. Places are always changed by the
service that holds their table. A client's key marks its request: with the same key again it is the
same request, which is done once and answered as the first time.
"""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.errors import Invalid, NotAllowed
from games.models import Account
from tables.limits import KEY_CHARACTERS
from tables.models import Place, Table
from tables.services.pulse import settle


def seated() -> QuerySet[Table]:
    """Tables with their places and who sits there; in ``table.places.all()`` without a query, in
    the order of sitting down."""
    return Table.objects.select_related("host").prefetch_related(_places())


def hold(table_id: str) -> Table:
    """The table with its places, its row locked until the transaction ends. Its times can be
    believed: if the clock has jumped, what was lost has been given back.

    Raises ``Table.DoesNotExist``.
    """
    settle()
    rows = Table.objects.select_for_update(no_key=True).prefetch_related(_places())
    return rows.get(pk=table_id)


def place_of(table: Table, account: Account) -> Place | None:
    """Where `account` sits at a table from ``seated``, at most once."""
    return next((p for p in table.places.all() if p.account_id == account.pk), None)


def own_place(table: Table, account: Account) -> Place:
    """``place_of``; raises ``NotAllowed`` if there is none, or the account is suspended."""
    must_be_active(account)
    place = place_of(table, account)
    if place is None:
        raise NotAllowed(_("You do not sit at this table."))
    return place


def place_at(table: Table, turn: int | None) -> Place | None:
    """The place that is `turn` in turn order."""
    return next((p for p in table.places.all() if turn is not None and p.turn == turn), None)


def awaited_place(table: Table) -> Place | None:
    """The place that is to act, of a table that has not got its places at hand. One query."""
    if table.awaited is None:
        return None
    places = Place.objects.filter(table=table, turn=table.awaited)
    return places.select_related("account", "stand_in").first()


def persons(table: Table) -> list[Place]:
    """The places where a person acts now."""
    return [place for place in table.places.all() if not place.is_computer]


def must_be_active(account: Account) -> None:
    """Raises ``NotAllowed`` for an account that is suspended or closed, or a computer player's."""
    if not account.is_active or account.computer:
        raise NotAllowed(_("This account is suspended."))


# --- inside -------------------------------------------------------------------


def _places() -> Prefetch[str]:
    return Prefetch("places", Place.objects.select_related("account", "stand_in").order_by("pk"))


# --- a client's own mark of its request ---------------------------------------


def checked_key(key: str) -> str:
    """`key`, empty for none; raises ``Invalid``."""
    if len(key) > KEY_CHARACTERS or not key.isprintable():
        raise Invalid(_("A key has at most %d printable characters.") % KEY_CHARACTERS)
    return key
