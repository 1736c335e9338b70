"""Title and description of a link to a step, where only words are shown."""

from __future__ import annotations

from typing import NamedTuple

from drawing.export.card import points_at
from drawing.language import gettext as _
from drawing.replay.page import place_in_words, said
from drawing.replay.replay import Replay
from drawing.svg import signed_points


class ShareWords(NamedTuple):
    """`title`: who plays, and where in the game; `description`: the points and the step; `tally`:
    who has how many points."""

    title: str
    description: str
    tally: str


def share_words(found: Replay, ply: int, note: str = "") -> ShareWords:
    """Of the step. `note`: a sentence about the points."""
    players = ", ".join(found.names)
    points = zip(found.names, points_at(found, ply), strict=True)
    tally = ", ".join(f"{name} {signed_points(number)}" for name, number in points)
    place = _("The end") if ply == found.plies else place_in_words(found, ply)
    return ShareWords(
        _("%(players)s: %(place)s") % {"players": players, "place": place},
        " ".join(one for one in (f"{tally}.", note, said(found, ply)) if one),
        tally,
    )
