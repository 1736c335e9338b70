"""Public reasons of rulings, and announcements."""

from __future__ import annotations

from django.utils.translation import gettext as _

from events.limits import REASON_CHARACTERS
from web.errors import Invalid


def checked_public_reason(typed: str) -> str:
    """A reason of one line. Raises ``Invalid`` without one."""
    return _line(typed, _("Give a reason. Everybody can read it."))


def checked_public_words(typed: str) -> str:
    """An announcement of one line. Raises ``Invalid`` for none."""
    return _line(typed, _("Write your announcement. Everybody can read it."))


# --- inside -------------------------------------------------------------------


def _line(typed: str, empty: str) -> str:
    text = " ".join(typed.split())
    if not text or not text.isprintable():
        raise Invalid(empty)
    if len(text) > REASON_CHARACTERS:
        raise Invalid(_("At most %d characters.") % REASON_CHARACTERS)
    return text
