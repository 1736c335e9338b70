"""The third and the fourth lesson: in which order a ship unloads, and who may sail it."""

from __future__ import annotations

from typing import Final

from drawing.language import gettext_lazy as _
from tables.learn.lessons.actions import OPENING
from tables.learn.lessons.lesson import Goal, Lesson, RefusedMove, Task

UNLOADING: Final = Lesson(
    "order",
    _("Front to back"),
    _("A ship unloads from the front. Where your stone lies decides what it gets."),
    (
        Task(
            (*OPENING, "white take", "black load 1.2", "white load 2.1", "black load 1.3"),
            _(
                "Hori wants to sail the ship in berth 1 to the market, where each stone takes a "
                "card. Load your stone so that it is unloaded first, then choose a card."
            ),
            (Goal(r"load 1\.1", ("black sail 1 market",)), Goal(r"card \d")),
            _(
                "Hori sailed the ship, but your stone lay in front: you chose first among four "
                "cards, and two are left for the stones behind it."
            ),
            _(
                "Hori sailed the ship to the market, and only stones that are on it take cards. "
                "The space in front is the one at the bow, where the ship unloads first."
            ),
            "order",
            after=("black sail 1 market", "black card", "black card"),
        ),
    ),
)

SAILING: Final = Lesson(
    "others",
    _("Sail the stones of others"),
    _("Any player may sail any ship that has enough stones."),
    (
        Task(
            (
                *OPENING,
                *("white take", "black load 1.1", "white load 2.1"),
                *("black load 1.2", "white load 3.1", "black load 1.3"),
            ),
            _(
                "Three stones of Hori wait in berth 1. At the pyramids they would bring 2, 1 and 3 "
                "points. Sail the ship to another site before Hori does."
            ),
            (Goal("sail 1 (market|temple|burial_chamber|obelisks)"),),
            _(
                "You sailed a ship without a stone of yours. Hori's stones arrived, but not where "
                "they wanted to be, and Hori has no points yet."
            ),
            _("Now Hori has six points for the three stones at the pyramids."),
            "site.pyramid",
            after=("black sail 1 pyramid",),
            refused=(RefusedMove("sail 4 temple", _("Sail an empty ship")),),
        ),
    ),
)
