"""How many, how long: every limit of the tables, once."""

from datetime import timedelta
from typing import Final

from web.rate_limits import Throttle

LIVE_TABLES: Final = 10
"""Tables that one account may have open or running as their host."""

MAX_INVITED: Final = 20
"""Accounts invited to one table."""

OPEN_FOR_LIVE: Final = timedelta(hours=24)
OPEN_FOR_DAYS: Final = timedelta(days=14)
"""A table that does not fill is closed after this."""

HOST_AWAY: Final = timedelta(minutes=5)
"""A live table is not offered when its host has had no page open for this long."""

SHARES_LIVE: Final = timedelta(seconds=20)
SHARES_DAYS: Final = timedelta(hours=12)
"""Time in which promised shares of the shuffle have to be opened."""

WITHHELD_DAYS: Final = 60
"""A game of a deal for many tables is closed to others for so long at most."""

LAST_PLY: Final = 32_767
ENTRY_CHARACTERS: Final = 200
KEY_CHARACTERS: Final = 64
"""Highest number of an entry, its longest text, the longest mark of a request."""

PUSH_BROWSERS: Final = 5
"""Browsers of one account that get push messages."""

STAND_IN: Final = "search-1"
"""The level of the computer player that acts for a player who left or ran out of time."""

CACHED_POSITIONS: Final = 256
"""Tables whose position a process keeps in memory."""

MAX_LISTED: Final = 100
"""Tables in one part of the lobby."""


# --- how often an account may do what costs others something ------------------


OPENED: Final = Throttle("table-open", most=20, seconds=10 * 60)
"""Tables opened."""

SEATED: Final = Throttle("table-seat", most=120, seconds=60)
"""Sitting down, standing up, inviting, leaving and the like."""

ACTED: Final = Throttle("table-act", most=240, seconds=60)
"""Entries sent by the forms of a page."""

REPORTED: Final = Throttle("table-report", most=10, seconds=10 * 60)
"""Lines reported, and accounts blocked."""

PUSH_CHANGES: Final = Throttle("table-told", most=30, seconds=10 * 60)
"""Browsers for push messages added and removed."""

CONFIRMATION_PUSHES: Final = Throttle("table-told-of-games", most=5, seconds=24 * 3600)
"""Messages to an account that games wait to be confirmed."""

HINTED: Final = Throttle("table-hint", most=20, seconds=60)
"""Times that a computer player says what it would do."""

CHAT_LINES: Final = Throttle("table-say", most=30, seconds=60)
"""Chat lines written."""

INVITED: Final = Throttle("table-invited", most=60, seconds=60 * 60)
"""Players invited to tables."""

FOLLOWED: Final = Throttle("follow", most=60, seconds=60 * 60)
"""Players followed."""

PROFILES_CHANGED: Final = Throttle("profile", most=30, seconds=60 * 60)
"""Changes of a profile, and of the switch that shows who is here."""

PREVIEWED: Final = Throttle("preview", most=240, seconds=60)
"""Questions what choices would bring; an address without an account as well."""


# --- how often an address may do what needs no account -------------------------


LESSONS_TRIED: Final = Throttle("lesson", most=120, seconds=60)
"""Positions of lessons, played again for each look and each try."""

FIRST_GAMES_BEGUN: Final = Throttle("first-begin", most=30, seconds=60 * 60)
"""First games begun."""

FIRST_GAMES_ACTED: Final = Throttle("first-act", most=120, seconds=60)
"""Moves in first games, and moves taken back."""

GUESTS_SEATED: Final = Throttle("guest-seat", most=20, seconds=60 * 60)
"""Guests that sit down from an address, or take their seat over by a new link; and at a table."""

FIRST_GAMES_ADVISED: Final = Throttle("first-advice", most=20, seconds=60)
"""Times that the computer player says what it would do."""


# --- guests ---------------------------------------------------------------------


GUEST_COOKIE_LASTS: Final = timedelta(days=180)
"""How long a browser keeps the secret of a guest's seat."""

GUEST_NAMES_LAST: Final = timedelta(days=14)
"""Time after the end of a table, after which the names of its guests are forgotten there."""


# --- first games ---------------------------------------------------------------


MAX_FIRST_GAMES: Final = 5_000
"""First games that are no account's, at once, from all addresses together."""

FIRST_UNTOUCHED: Final = timedelta(hours=6)
"""One in which nothing was done goes after this."""

FIRST_LEFT: Final = timedelta(days=14)
"""Time after which an abandoned first game is deleted; one that an account kept, after four times
as long: the record has what was finished."""
