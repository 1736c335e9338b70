"""Fields of requests to the tables' pages."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.models import Account
from tables.lobby.guests import guest_of

FRAGMENT: Final = "fragment"
"""The parameter by which a script asks for what changes, alone."""

LONGEST: Final = 200
UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"


def visitor(request: HttpRequest) -> Account | None:
    """The visitor's account; ``None`` for one who is not logged in."""
    return request.user if isinstance(request.user, Account) else None


def visitor_at(request: HttpRequest, table_id: str) -> Account | None:
    """The visitor's account; for one who is not logged in, the guest whose seat at this table the
    browser holds."""
    return visitor(request) or guest_of(request.COOKIES, table_id)


def typed_field(request: HttpRequest, name: str) -> str:
    """A field of a form, shortened and in one line; services refuse what is still wrong."""
    text = request.POST.get(name, "")[:LONGEST].strip()
    return "".join(character if character.isprintable() else UNREADABLE for character in text)


def line_number(text: str) -> int:
    """The number of a chat line; 0 if `text` is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
