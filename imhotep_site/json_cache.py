"""How values are written into the cache: as JSON, which only ever becomes data again."""

from __future__ import annotations

import json


class JsonSerializer:
    """For ``RedisCache``; Django's own is pickle, which runs what it reads."""

    def dumps(self, value: object) -> int | bytes:
        """An integer stays one, so that Redis can count. Raises ``TypeError`` for what JSON does
        not have."""
        return value if type(value) is int else json.dumps(value).encode()

    def loads(self, data: bytes) -> object:
        """None for what is no JSON: it is as if nothing had been kept."""
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            return None
