"""Models of organised play, a module for what belongs together. A model never calls a service."""

from events.models.club import (
    Club,
    ClubGame,
    ClubInvitation,
    ClubMember,
    ClubReport,
    ClubUpload,
    ClubWord,
)

__all__ = [
    "Club",
    "ClubGame",
    "ClubInvitation",
    "ClubMember",
    "ClubReport",
    "ClubUpload",
    "ClubWord",
]
