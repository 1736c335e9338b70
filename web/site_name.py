"""The site's name."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _


def site_name() -> str:
    """As the operator says (``SITE_NAME``), else the usual name in the reader's language."""
    name: str = settings.SITE_NAME
    return name or _("Imhotep record")


def site_name_short() -> str:
    """The site's name for narrow places."""
    name: str = settings.SITE_NAME
    return name or "Imhotep"
