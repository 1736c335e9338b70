"""Why a game came to count, ceased to, or changed its players: what follows from it says so."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Cause(TextChoices):
    """Cause of a change of a game."""

    COUNTED = "counted", _("the game came to count")
    VOID = "void", _("the game was voided")
    RESTORED = "restored", _("the game is no longer void")
    DISPUTED = "disputed", _("the game was disputed")
    UPHELD = "upheld", _("a dispute was upheld")
    DISPUTE_ENDED = "dispute-ended", _("a dispute ended")
    CONTESTED = "contested", _("the seats of the game were contested")
    CONTEST_ENDED = "contest-ended", _("a claim of seats ended")
    RESEATED = "reseated", _("the seats of the game were mended")
    MERGED = "merged", _("a guest turned out to be a player")
    OTHER_LOG = "other-log", _("another log of the game was taken for right")
    JUDGED = "judged", _("the log of the game was judged again")
    RELEASE = "release", _("a release of the rules engine was adopted")
    ADDRESS = "address", _("a player verified their mail address")


class ChangeReason(NamedTuple):
    """A cause, and what to look at: ``action:ID`` (what a moderator did), ``dispute:ID``,
    ``merge:ID``, ``release:ID``; empty: the game itself."""

    cause: Cause = Cause.COUNTED
    ref: str = ""


PLAIN: Final = ChangeReason()
"""The game came to count, as every game does that is confirmed or vouched for."""
