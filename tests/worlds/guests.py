"""A table for friends without an account: its host, and the browser of a guest."""

from __future__ import annotations

from http.cookies import Morsel
from typing import Any

from django.test import Client

from games.models import Account
from tables.lobby.opening import open_table
from tables.locks import read_table
from tables.models import Place, Table
from tables.terms import Terms


def table_for_guests(host: Account, **terms: Any) -> Table:
    return open_table(host, Terms(**{"access": "guests", "rated": False, "pace": "days", **terms}))


def browser_of_guest(table: Table, name: str = "Zoë", **options: Any) -> Client:
    """The browser of a visitor who sat down at `table`."""
    browser = Client(**options)
    browser.post(f"/tables/{table.pk}/guest/", {"name": name})
    return browser


def seat_cookie(browser: Client, table: Table) -> Morsel[str]:
    return browser.cookies[f"seat-{table.pk}"]


def guest_place(table: Table) -> Place:
    """The place of the one guest at `table`."""
    return next(place for place in read_table(table.pk).places.all() if place.account.guest)
