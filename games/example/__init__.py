"""An example league, so that every page of a new site shows something."""

from games.example.league import fill_league, is_site_empty
from games.example.people import GAMES, MODERATOR

__all__ = [
    "GAMES",
    "MODERATOR",
    "fill_league",
    "is_site_empty",
]
