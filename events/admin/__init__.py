"""Pages of organised play for moderators. An action reads its form and calls one service."""

from events.admin import clubs, events, reports, series

__all__ = ["clubs", "events", "reports", "series"]
