"""How often a client may ask for what costs something."""

from __future__ import annotations

from typing import Final

from web.rate_limits import Throttle

TILES: Final = Throttle("log-tile", most=1200, seconds=60)
"""Tiles of an address: who copies a log of a million leaves needs a quarter of an hour."""

PROOFS: Final = Throttle("log-proof", most=120, seconds=60)
"""Proofs of an address."""

LATEST: Final = 12
"""Leaves that the page shows."""
