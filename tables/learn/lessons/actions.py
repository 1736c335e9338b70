"""The first two lessons: taking stones, loading a ship."""

from __future__ import annotations

from typing import Final

from drawing.language import gettext_lazy as _
from tables.learn.lessons.lesson import Goal, Lesson, OtherMove, RefusedMove, Task

OPENING: Final = ("round 3 2 2 1", "market hammer statue pyramid_decoration lever")

TAKING: Final = Lesson(
    "take",
    _("Take stones"),
    _("You can only load stones that are on your sled."),
    (
        Task(
            (*OPENING, "white load 1.2", "black load 2.1", "white load 3.1", "black load 1.1"),
            _("Your sled is empty. Take stones from your quarry."),
            (Goal("take"),),
            _(
                "Three stones lie on your sled, and your turn is over: in a turn you do one thing. "
                "A sled has space for five stones."
            ),
            _("The ship sailed with its stones. That is allowed, but your sled is still empty."),
            "take",
            refused=(RefusedMove("load 3.2", _("Try to load a stone when your sled is empty")),),
        ),
    ),
)

LOADING: Final = Lesson(
    "load",
    _("Load a ship"),
    _("A stone goes from your sled to any free space of a ship."),
    (
        Task(
            (*OPENING, "white take", "black load 1.1"),
            _("Hori has begun to load ship 1. Load a stone of yours there."),
            (Goal(r"load 1\.[23]"),),
            _(
                "The ship has two stones now, which is as many as it needs. Any player may "
                "sail it: Hori in the next turn, or you in the one after."
            ),
            _(
                "Your stone lies on another ship. That is allowed, but ship 1 still needs a stone "
                "before it may sail."
            ),
            "load",
            refused=(
                RefusedMove("load 1.1", _("Try to load the space that Hori's stone is on")),
                RefusedMove("sail 1 pyramid", _("Try to sail the ship with one stone")),
                RefusedMove("take", _("Try to take stones when your sled is full")),
            ),
        ),
    ),
)


UNLOADING: Final = Lesson(
    "order",
    _("Front to back"),
    _("A ship unloads from the front. The place of your stone on the ship decides what it gets."),
    (
        Task(
            (*OPENING, "white take", "black load 1.2", "white load 2.1", "black load 1.3"),
            _(
                "Hori wants to sail ship 1 to the market, where each stone takes a "
                "card. Load your stone so that it is unloaded first, then choose a card."
            ),
            (Goal(r"load 1\.1", ("black sail 1 market",)), Goal(r"card \d")),
            _(
                "Hori sailed the ship, but your stone lay in front. You chose first from four "
                "cards. The two stones behind yours choose from the three that are left."
            ),
            _(
                "Hori sailed the ship to the market, but only stones on the ship take cards. The "
                "front space is at the bow, where the ship unloads first."
            ),
            "order",
            after=("black sail 1 market", "black card", "black card"),
            other_moves=(
                OtherMove(
                    "sail 1 market",
                    _(
                        "You sailed the ship to the market without a stone of yours. Only stones "
                        "on the ship take cards. Load your stone before the ship sails."
                    ),
                ),
                OtherMove(
                    "sail 1 .*",
                    _(
                        "You sailed the ship to another site, so none of its stones takes a card. "
                        "Load your stone and let Hori sail."
                    ),
                ),
                OtherMove(
                    "sail 2 market",
                    _(
                        "You sailed another ship to the market, so Hori's ship cannot go there in "
                        "this round. Load ship 1 instead and let Hori sail."
                    ),
                ),
            ),
        ),
    ),
)

SAILING: Final = Lesson(
    "others",
    _("Sail other players' stones"),
    _("Any player may sail any ship that has enough stones."),
    (
        Task(
            (
                *OPENING,
                *("white take", "black load 1.1", "white load 2.1"),
                *("black load 1.2", "white load 3.1", "black load 1.3"),
            ),
            _(
                "Three of Hori's stones wait on ship 1. At the pyramids they would bring 2, 1 and "
                "3 points. Sail the ship to another site before Hori sails it to the pyramids."
            ),
            (Goal("sail 1 (market|temple|burial_chamber|obelisks)"),),
            _(
                "You sailed a ship without a stone of yours. Hori's stones did not get to the "
                "pyramids, and Hori has no points yet."
            ),
            _("Now Hori has six points for the three stones at the pyramids."),
            "site.pyramid",
            after=("black sail 1 pyramid",),
            other_moves=(
                OtherMove(
                    "sail [23] pyramid",
                    _(
                        "Your stone scored 2 points, and Hori cannot sail to the pyramids in this "
                        "round. Well played! The task is to sail Hori's stones somewhere else."
                    ),
                ),
                OtherMove(
                    "sail [23] market",
                    _(
                        "Your stone takes a card, but ship 1 is still in the harbour. Hori "
                        "can sail it to the pyramids in the next turn."
                    ),
                ),
            ),
            refused=(RefusedMove("sail 4 temple", _("Try to sail an empty ship")),),
        ),
    ),
)
