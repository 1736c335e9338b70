"""Fills an empty site with the example league, and says how to log in."""

from __future__ import annotations

import logging

from games.example.league import fill_league, is_site_empty
from games.example.people import MODERATOR
from games.models import Account
from imhotep_site.progress import Progress
from insights.puzzles.services.daily import fill_archive
from insights.stats.services.forecasts import tally_forecasts
from ratings.services import count_periods, fold_pending
from web.security_log import LOGGER


def fill_if_empty(games: int, progress: Progress) -> list[str]:
    """Lines about the moderator's account, or about how to make one."""
    if games and is_site_empty():
        progress.begin("The site is empty: playing the games of an example league, about a minute")
        for name in (LOGGER.name, "games.intake", "ratings"):
            logging.getLogger(name).setLevel(logging.WARNING)  # in this process: of an example
        password = fill_league(games)
        progress.update("Rating the games of the example league")
        while fold_pending(wait=False):
            pass
        count_periods()
        tally_forecasts()
        fill_archive()
        return [
            f"Log in as the example's moderator: {MODERATOR}, password {password}",
            "The password is shown only once. `make password` sets a new one.",
        ]
    if Account.objects.filter(username=MODERATOR).exists():
        return [
            f"The example's moderator is {MODERATOR}. Its password was shown at the first run; "
            "`make password` sets a new one."
        ]
    if not Account.objects.filter(is_superuser=True).exists():
        return ["Make the first moderator with `.venv/bin/python manage.py createsuperuser`."]
    return []
