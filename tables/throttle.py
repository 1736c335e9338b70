"""How often an account may do what costs others something; see ``games.throttle``."""

from typing import Final

from games.throttle import Throttle

OPENED: Final = Throttle("table-open", most=20, seconds=10 * 60)
"""Tables opened."""

SEATED: Final = Throttle("table-seat", most=120, seconds=60)
"""Sitting down, standing up, inviting, leaving and the like."""

ACTED: Final = Throttle("table-act", most=240, seconds=60)
"""Entries sent by the forms of a page."""

REPORTED: Final = Throttle("table-report", most=10, seconds=10 * 60)
"""Lines reported, and accounts blocked."""

SAID: Final = Throttle("table-say", most=30, seconds=60)
"""Lines said."""
