"""Version 1 of the API of tables: lobby, seats, entries, chat, streams, events.

A view reads its input, calls one service, and renders. It never imports a page.
"""

from tables.api.base import ActThrottle, LookThrottle, TableView
from tables.api.fields import StrictBooleanField, StrictCharField, StrictIntegerField

__all__ = [
    "ActThrottle",
    "LookThrottle",
    "StrictBooleanField",
    "StrictCharField",
    "StrictIntegerField",
    "TableView",
]
