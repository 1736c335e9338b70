"""Run a service for a POST form; turn its errors into messages."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from web.errors import NotAllowed, ServiceError


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
