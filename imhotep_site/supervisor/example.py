"""Fills an empty site with the example league, and says how to log in."""

from __future__ import annotations

import logging
from collections.abc import Callable

from games.example.league import fill, is_empty
from games.example.people import MODERATOR
from games.models import Account
from insights.puzzles.services.example import fill as fill_puzzles
from ratings.services.fold import fold
from web.security_log import LOGGER


def fill_if_empty(games: int, say: Callable[[str], None]) -> list[str]:
    """Sentences about the moderator's account; none on a site without the example."""
    if games and is_empty():
        say("The site is empty: playing the games of an example league, about ten seconds …")
        LOGGER.setLevel(logging.WARNING)  # here only: actions on the example are not worth a line
        password = fill(games)
        while fold(wait=False):
            pass
        fill_puzzles()
        return [
            f"Log in as the example's moderator: {MODERATOR}, password {password}",
            "The password is shown this once; `make password` sets another.",
        ]
    if Account.objects.filter(username=MODERATOR).exists():
        return [
            f"The example's moderator is {MODERATOR}; its password was shown at the first run. "
            "`make password` sets another."
        ]
    return []
