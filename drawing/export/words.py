"""Title and description of a link to a step, where only words are shown."""

from __future__ import annotations

from typing import NamedTuple

from drawing.export.card import points_at
from drawing.language import gettext as _
from drawing.replay.page import narration_at, place_in_words
from drawing.replay.replay import Replay
from drawing.svg import signed_points


class ShareWords(NamedTuple):
    """`title`: who plays, and where in the game; `description`: the points and the step; `tally`:
    who has how many points."""

    title: str
    description: str
    tally: str


def share_words(replay: Replay, ply: int, note: str = "") -> ShareWords:
    """Of the step. `note`: a sentence about the points."""
    players = ", ".join(replay.names)
    points = zip(replay.names, points_at(replay, ply), strict=True)
    tally = ", ".join(f"{name} {signed_points(number)}" for name, number in points)
    place = _("The end") if ply == replay.plies else place_in_words(replay, ply)
    return ShareWords(
        _("%(players)s: %(place)s", players=players, place=place),
        " ".join(
            sentence for sentence in (f"{tally}.", note, narration_at(replay, ply)) if sentence
        ),
        tally,
    )
