"""Public reasons of rulings."""

from __future__ import annotations

from django.utils.translation import gettext as _

from events.limits import REASON_CHARACTERS
from web.errors import Invalid


def checked_public_reason(typed: str) -> str:
    """A reason of one line. Raises ``Invalid`` without one."""
    reason = " ".join(typed.split())
    if not reason or not reason.isprintable():
        raise Invalid(_("Say why: everybody reads the reason."))
    if len(reason) > REASON_CHARACTERS:
        raise Invalid(_("A reason has at most %d characters.") % REASON_CHARACTERS)
    return reason
