"""The account that is logged in."""

from __future__ import annotations

from django.http import HttpRequest

from games.models import Account


def account_of(request: HttpRequest) -> Account:
    """The account that is logged in, in a view that asked for it."""
    assert isinstance(request.user, Account)
    return request.user
