"""Limits of analyses. An operator's limits are in the settings (``REVIEWS_…``)."""

from datetime import timedelta
from typing import Final

FRESH: Final = timedelta(days=7)
"""A game that was played longer ago is not analysed by itself."""

MAX_WAITING: Final = 200
"""Analyses that wait at once, on the whole site."""

OF_STRANGERS: Final = 0.5
"""Share of the limits for accounts without a verified address, all together."""

OPEN_TO_ALL: Final = 0.75
"""Share of the limits for those and for analyses that begin by themselves; the rest is for accounts
with a verified address."""

MAX_OF_ACCOUNT: Final = 3
"""Of these, those that one account asked for."""

PIECE: Final = 12
"""Entries that are stored together."""

PIECE_SECONDS: Final = 4.0
"""Seconds after which entries are stored, however few they are."""

STINT_SECONDS: Final = 20.0
"""After so long a worker looks what else there is; the analysis goes on after that."""

MAX_ATTEMPTS: Final = 3
"""Workers that may die over the same entries."""

WAITING: Final = timedelta(seconds=30)
"""Time after which a waiting analysis gets another message: the first may be lost."""
