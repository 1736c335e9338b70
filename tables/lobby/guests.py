"""Guests: friends of a host who play at one table without an account, by its link.

A guest is the row of an account that nobody can log in to. The browser of the guest holds a secret
in a cookie, the seat has only its digest: whoever has the secret plays there, and nowhere else. The
host can free the seat, or make a new link to it; then the former secret does nothing any more.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.accounts import is_reserved
from games.models import Account, Player
from tables.clocks import clock
from tables.errors import InvalidTerms
from tables.limits import GUEST_NAMES_LAST, GUESTS_SEATED
from tables.lobby.dealing import begin_if_full, checked_promise
from tables.lobby.seats import (
    FORGOTTEN,
    add_place,
    forget_name,
    lock_open_table,
    must_host,
)
from tables.locks import lock_table
from tables.models import Access, Place, Table
from tables.models.table import LIVE
from tables.play.publishing import publish_table_change
from tables.presence import require_host
from web.errors import Conflict, NotAllowed

NAME_LENGTH: Final = range(2, 25)
SIGNS: Final = " _-'."
"""Signs in names, besides letters and digits."""

COOKIE: Final = "seat-"
"""How the names of the cookies begin; then comes the id of the table."""


def guest_of(cookies: Mapping[str, str], table_id: str) -> Account | None:
    """The guest whose seat at this table the browser with these cookies holds. One query, none
    without such a cookie."""
    place = _place_of_secret(table_id, cookies.get(f"{COOKIE}{table_id}", ""))
    return place.account if place else None


def sit_down_as_guest(table_id: str, name: str, promise: str = "") -> tuple[Table, str]:
    """A guest called `name` sits down at a table for guests; also gives the secret of the seat.

    Raises ``Table.DoesNotExist``, ``NotAllowed`` at another table, ``InvalidTerms`` (``name``),
    ``Invalid`` for a promise that is none, ``Conflict`` for too many guests within an hour, or as
    ``seats.sit_down``.
    """
    checked_promise(promise)
    with transaction.atomic():
        table, moment = lock_open_table(table_id), clock.database_time()
        if table.access != Access.GUESTS:
            raise NotAllowed(_("You need an account to play at this table."))
        require_host(table)
        name = _checked_name(name, table)
        if not GUESTS_SEATED.allows(f"table {table.pk}"):
            raise Conflict(
                _("Too many guests sat down at this table in the last hour. Try again later.")
            )
        guest = Account(username=f"~{secrets.token_hex(10)}", guest=name, is_active=False)
        guest.set_unusable_password()
        guest.save()
        table = add_place(table, guest, "", promise, moment)
        secret = _new_secret(Place.objects.get(table=table, account=guest))
        begin_if_full(lock_table(table.pk), moment)
    return table, secret


def free_guest_seat(table_id: str, host: Account, colour: str) -> Table:
    """The host frees the seat of the guest with this colour, before all seats are taken.

    Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Conflict``.
    """
    with transaction.atomic():
        place = _hosted_place(lock_open_table(table_id), host, colour)
        place.delete()
        forget_name(place.account)
        publish_table_change(table_id, "places", plies=0)
        return lock_table(table_id)


def make_seat_secret(table_id: str, host: Account, colour: str) -> str:
    """The secret of a new link to the seat of the guest with this colour: the browser that held the
    seat holds it no longer.

    Raises ``Table.DoesNotExist``, ``NotAllowed``, ``Conflict`` if the table has ended.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if table.phase not in LIVE:
            raise Conflict(_("This game is over."))
        secret = _new_secret(_hosted_place(table, host, colour))
        publish_table_change(table.pk, "places", plies=table.plies)
    return secret


def guest_of_link(table_id: str, secret: str) -> Account | None:
    """The guest whose seat the link with this secret leads to."""
    place = _place_of_secret(table_id, secret)
    return place.account if place else None


def take_over_seat(table_id: str, secret: str) -> str:
    """The new secret of the seat that a link with `secret` leads to, which does nothing any more.

    Raises ``Table.DoesNotExist``, ``Conflict`` for a link that was used, or replaced.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        place = _place_of_secret(table_id, secret)
        if place is None:
            raise Conflict(_("This link has been used. Ask the host for a new one."))
        secret = _new_secret(place)
        publish_table_change(table.pk, "places", plies=table.plies)
    return secret


def let_guests_chat(table_id: str, host: Account, allowed: bool) -> None:
    """The host lets the guests of a table chat, or no longer.

    Raises ``Table.DoesNotExist``, ``NotAllowed``.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        must_host(table, host)
        table.guests_chat = allowed
        table.save(update_fields=["guests_chat"])
        publish_table_change(table.pk, "places", plies=table.plies)
        publish_table_change(table.pk, "talk", plies=table.plies)


def forget_guests() -> int:
    """Forget the names and secrets of guests whose tables ended some time ago. Gives the number of
    guests. May be called any number of times; the record has its own names."""
    ended_before = clock.database_time() - GUEST_NAMES_LAST
    places = Place.objects.filter(table__ended_at__lt=ended_before).exclude(account__guest="")
    with transaction.atomic():
        places.exclude(guest_digest="").update(guest_digest="")
        named = Account.objects.filter(pk__in=places.values("account"))
        return named.exclude(guest=FORGOTTEN).update(guest=FORGOTTEN)


# --- inside -------------------------------------------------------------------


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _new_secret(place: Place) -> str:
    secret = secrets.token_urlsafe(32)
    Place.objects.filter(pk=place.pk).update(guest_digest=_digest(secret))
    return secret


def _place_of_secret(table_id: str, secret: str) -> Place | None:
    if not secret:
        return None
    places = Place.objects.filter(table=table_id, guest_digest=_digest(secret))
    return places.select_related("account").first()


def _hosted_place(table: Table, host: Account, colour: str) -> Place:
    must_host(table, host)
    places = table.places.all()
    place = next((p for p in places if p.colour == colour and p.account.guest), None)
    if place is None:
        raise Conflict(_("No guest has this seat."))
    return place


def _checked_name(typed: str, table: Table) -> str:
    """The name of a guest at `table`: it names no account, no role, no other player there and no
    guest of the host who turned out to be a known player. Raises ``InvalidTerms``."""
    name = " ".join(unicodedata.normalize("NFKC", typed).split())
    is_plain = all(unicodedata.category(sign)[0] in "LMN" or sign in SIGNS for sign in name)
    if len(name) not in NAME_LENGTH or not is_plain or unicodedata.category(name[0])[0] not in "LN":
        raise InvalidTerms(
            "name", _("A name must have 2 to 24 letters, digits, spaces, _ - ' or .")
        )
    plain = name.casefold()
    sitting = {place.account.name_in_logs.casefold() for place in table.places.all()}
    merged_guests = Player.objects.filter(known_to=table.host, name=name).exclude(merged_into=None)
    if (
        is_reserved(plain.replace(" ", "-"))
        or plain in sitting
        or Account.objects.filter(username=plain).exists()
        or merged_guests.exists()
    ):
        raise InvalidTerms("name", _("This name is taken. Choose another name."))
    return name
