"""Version 1 of the API of players, ratings, leaderboards and the ledger."""

from ratings.api.serializers import PlayerFull

__all__ = [
    "PlayerFull",
]
