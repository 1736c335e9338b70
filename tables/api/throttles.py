"""How often somebody may ask at tables: acting fast is no abuse."""

from __future__ import annotations

from games.api.throttles import WindowThrottle


class ActThrottle(WindowThrottle):
    """What changes a table."""

    name = "act"


class LookThrottle(WindowThrottle):
    """What pages and bots ask again and again."""

    name = "look"


class StreamThrottle(WindowThrottle):
    """Opening a stream; however long it stays, it counts once."""

    name = "stream"
