"""What a form asks for, done for the account that is logged in."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.errors import NotAllowed, ServiceError
from games.models import Account


def account_of(request: HttpRequest) -> Account:
    """The account that is logged in, in a view that asked for it."""
    assert isinstance(request.user, Account)
    return request.user


def carried_out(request: HttpRequest, act: Callable[[], object], done: str = "") -> bool:
    """Call `act`, and leave a message: `done`, or why it was refused. Whether it was done. Raises
    ``PermissionDenied`` for what the account may not do."""
    try:
        act()
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    except ServiceError as refusal:
        messages.error(request, refusal.message)
        return False
    if done:
        messages.success(request, done)
    return True
