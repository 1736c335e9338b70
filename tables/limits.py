"""How many, how long: every limit of the tables, once."""

from datetime import timedelta
from typing import Final

LIVE_TABLES: Final = 10
"""Tables that one account may have open or running as their host."""

MOST_INVITED: Final = 20
"""Accounts invited to one table."""

MINUTES: Final = (1, 180)
INCREMENT: Final = (0, 180)
DAYS: Final = (1, 14)
"""Fewest and most: minutes of thinking time, seconds added for each entry, days for each entry."""

OPEN_FOR_LIVE: Final = timedelta(hours=24)
OPEN_FOR_DAYS: Final = timedelta(days=14)
"""A table that nobody fills is closed after this."""

SHARES_LIVE: Final = timedelta(seconds=20)
SHARES_DAYS: Final = timedelta(hours=12)
"""Shares of the shuffle that were promised are waited for so long."""

LAST_PLY: Final = 32_767
ENTRY_CHARACTERS: Final = 200
KEY_CHARACTERS: Final = 64
"""Highest number of an entry, its longest text, the longest mark of a request."""

STAND_IN: Final = "search-1"
"""The level of the computer player that acts for whoever left or ran out of time."""

KEPT_POSITIONS: Final = 256
"""Tables whose position a process keeps in memory."""

MOST_LISTED: Final = 100
"""Tables in one part of the lobby."""
