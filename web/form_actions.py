"""Fields of POST forms, and their services: errors become messages."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
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


def form_accepted(form: Form, act: Callable[[], object]) -> bool:
    """True if `form` is valid and `act` is done. A refusal becomes an error of the form."""
    if not form.is_valid():
        return False
    try:
        act()
    except ServiceError as refusal:
        form.add_error(None, refusal.message)
        return False
    return True


def row_key(text: str) -> int:
    """The key of a row that a form sent; 0 for a text that is no key."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
