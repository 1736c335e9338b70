"""Browser names for the list of sessions."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.translation import gettext as _

register = template.Library()

BROWSERS: Final = {
    "Firefox/": "Firefox",
    "Edg/": "Edge",
    "OPR/": "Opera",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
"""By a word that their browsers send; the first that is there names it."""


@register.filter
def browser(agent: str) -> str:
    """The name of the browser and of its system, as far as it says them."""
    names = [_named(agent, BROWSERS), _named(agent, SYSTEMS)]
    parts = [name for name in names if name]
    if len(parts) == 2:
        return _("%(browser)s on %(system)s") % {"browser": parts[0], "system": parts[1]}
    return parts[0] if parts else agent[:60] or _("unknown browser")


def _named(agent: str, words: dict[str, str]) -> str:
    return next((name for word, name in words.items() if word in agent), "")
