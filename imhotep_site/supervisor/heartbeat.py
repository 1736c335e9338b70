"""Processes that run and do nothing: the worker's heartbeat tells them from those at work."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from redis import RedisError

from imhotep_site import health
from imhotep_site.supervisor.child import Child

SILENCE: Final = 60.0
"""Seconds without a new heartbeat after which those whose work it is are started again. This clock
stands still while the machine sleeps."""
FIRST: Final = 180.0
"""Seconds until the first one: a slow machine needs a while to start them."""
LOOK_EVERY: Final = 5.0


@dataclass
class Heartbeat:
    """`queue`: the server of the queue, if it is ours. `askers`: beat, which asks for a heartbeat,
    and the worker, which writes it."""

    queue: Child | None
    askers: Sequence[Child]
    latest: float | None = None
    looked_at: float = 0.0
    silent_at: float = field(default_factory=lambda: time.monotonic() + FIRST)
    """When they are ended, unless there is a new heartbeat before."""

    def silent_children(self) -> Sequence[Child]:
        """Those to be ended, since they have done nothing for ``SILENCE``."""
        moment = time.monotonic()
        if moment < self.looked_at + LOOK_EVERY:
            return ()
        self.looked_at = moment
        answers = True
        try:
            heartbeat = health.last_heartbeat()
        except RedisError:
            heartbeat, answers = None, False
        if heartbeat is not None and heartbeat != self.latest:
            self.latest, self.silent_at = heartbeat, moment + SILENCE
        if moment < self.silent_at:
            return ()
        self.silent_at = time.monotonic() + FIRST
        return self.askers if answers or self.queue is None else (self.queue, *self.askers)
