"""How many, how long: every limit of organised play, once."""

from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _

from web.rate_limits import Throttle

LONG_AGO: Final = timedelta(days=14)
"""An event that nobody ended counts as over after this."""

CLUBS_OWNED: Final = 3
"""Open clubs of one owner."""

CLUB_MEMBERS: Final = 500
"""Members of one club."""

CLUBS_JOINED: Final = 50
"""Clubs that one account is a member of."""

INVITATION_DAYS: Final = 30
"""An invitation to a club holds for so long."""

INVITATIONS_OPEN: Final = 20
"""Invitations of one club that can be used."""

WORD_AGE: Final = timedelta(days=30)
"""An arbiter of a club vouches for games that were played no longer ago."""

GAMES_VOUCHED: Final = 50
"""Games that an arbiter of a club vouches for at once."""

NAME_REPORTS_A_DAY: Final = 5
"""Reports of clubs and events that an account makes."""

HOUR: Final = 60 * 60

FOUNDED: Final = Throttle("club-found", most=3, seconds=HOUR)
"""Clubs that an account founds."""

CLUB_CHANGES: Final = Throttle("club-change", most=120, seconds=HOUR)
"""Changes that an account makes in its clubs: texts, roles, members, games."""

CLUB_INVITED: Final = Throttle("club-invite", most=20, seconds=HOUR)
"""Invitations that an account writes."""

CLUB_JOINED: Final = Throttle("club-join", most=20, seconds=HOUR)
"""Tries of an account to join a club."""

# --- events -----------------------------------------------------------------------

MAX_ENTRANTS: Final = 200
"""Entrants of one event."""

MAX_ARBITERS: Final = 12
"""Arbiters of one event."""

MAX_ROUNDS: Final = 60
"""Rounds of one event."""

MAX_SERIES_EVENTS: Final = 60
"""Events of one series."""

MAX_DIVISIONS: Final = 12
"""Divisions of one season."""

MAX_DIVISION_PLAYERS: Final = 60
"""Players of one division."""

REASON_CHARACTERS: Final = 300
"""Longest public reason of a ruling."""

ANNOUNCEMENTS: Final = Throttle("event-words", most=30, seconds=HOUR)
"""Announcements that an arbiter writes."""

LISTED_ANNOUNCEMENTS: Final = 5
"""Announcements on a page of an event, the newest first."""

NEW_EVENTS: Final = Throttle("event-make", most=20, seconds=24 * HOUR)
"""Events that an account makes."""

NEW_SERIES: Final = Throttle("series-make", most=10, seconds=24 * HOUR)
"""Series that an account makes."""

EVENT_CHANGES: Final = Throttle("event-change", most=1_200, seconds=HOUR)
"""Changes of an account in events: people, tables, results, rulings."""

WRONG_TABLE_CODES: Final = Throttle("event-code", most=20, seconds=HOUR)
"""Codes of tables that an address tries in vain."""

WRONG_TABLE_CODES_OF_ALL: Final = Throttle("event-codes", most=2_000, seconds=HOUR)
"""The same from all addresses together."""

TIME_TO_COME: Final = timedelta(minutes=15)
"""On the site players take their seats within this, where the arbiter names no deadline."""

# --- one deal at many tables --------------------------------------------------------

SHARES_OF_ENTRANTS: Final = timedelta(minutes=2)
SHARES_OF_ENTRANTS_DAYS: Final = timedelta(days=1)
"""Time in which entrants open the shares of a deal that they promised: live, and by days."""

TIME_TO_COME_DAYS: Final = timedelta(days=2)
"""As ``TIME_TO_COME``, where the event is played by days."""

DEAL_DAYS_LIVE: Final = 2
DEAL_DAYS: Final = 60
"""Days after which the games of a deal are shown, also if a table still plays."""


# --- the deal of the week -----------------------------------------------------------

WEEK_LEVEL: Final = "search-1"
"""Level of the computer player at each table."""

WEEK_SEATS: Final = 2
WEEK_MOVE_DAYS: Final = 7

BEACON_DELAY: Final = timedelta(minutes=15)
"""The beacon draws its number so long after its round was named in the log."""

TIME_FOR_BEACON: Final = timedelta(hours=6)
"""After this the deal is bound without the number of the beacon."""

COMPARED_TABLES: Final = 8
"""Tables of a week that are compared move by move: the best ones, and the reader's."""

WEEK_LINES: Final = 100
"""Players on one page of the results of a week."""

LISTED_TABLES: Final = 60
"""Tables for which an account is offered to bring a game."""

LISTED_WEEKS: Final = 12
"""Past weeks on the page of the deal of the week."""


def too_often() -> str:
    """The refusal of too many changes."""
    return _("Too many requests. Try again in a few minutes.")
