"""The bounds of impacts."""

from typing import Final

CHUNK: Final = 500
"""Games that a worker judges before it writes down what it found."""

STINT_SECONDS: Final = 5.0
"""So long a worker is at it; then it gives way to what waits in other queues."""

MAX_ATTEMPTS: Final = 3
"""Workers that may die over a chunk."""

MAX_IMPACTS_A_DAY: Final = 20
"""Impacts that moderators begin within 24 hours."""

IDLE_SECONDS: Final = 600
"""An impact that no worker of its build has been at for so long is outdated."""
