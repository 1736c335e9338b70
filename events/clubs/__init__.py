"""Clubs: founded, joined, organised; their games, and the word of their arbiters.

``can_organise`` says who may hold evenings of a club. A change of a role ends one row and begins
another, so the record can tell later who was an arbiter when. Clubs never decide what counts:
``games.standing`` asks for their arbiters' words by its port.
"""

from events.clubs.locks import can_organise, find_club, membership_of, must_organise

__all__ = [
    "can_organise",
    "find_club",
    "membership_of",
    "must_organise",
]
