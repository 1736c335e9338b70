"""Replays: the page of a game step by step, sharing, pictures, notes, what if.

It shows logs that are judged, drawn by `drawing`; `whatif` goes on by hand from a step, in the
address alone. It never stores a game.
"""

from games.replays.services.notes import TURNS_TEXT
from games.replays.views.pictures import DAY_SECONDS, small
from games.replays.views.replay import featured_replay
from games.replays.whatif.branch import branch
from games.replays.whatif.code import branch_address, unpack_branch

__all__ = [
    "DAY_SECONDS",
    "TURNS_TEXT",
    "branch",
    "branch_address",
    "featured_replay",
    "small",
    "unpack_branch",
]
