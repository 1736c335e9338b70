"""A client's own mark of its request: with the same key again it is the same request, which is
done once and answered as the first time."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import Invalid
from tables.limits import KEY_CHARACTERS


def checked_key(key: str) -> str:
    """`key`, empty for none; raises ``Invalid``."""
    if len(key) > KEY_CHARACTERS or not key.isprintable():
        raise Invalid(_("A key has at most %d printable characters.") % KEY_CHARACTERS)
    return key
