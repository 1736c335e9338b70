"""The last two lessons: how each of the five sites scores, and cards of the market."""

from __future__ import annotations

from typing import Final

from drawing.language import gettext_lazy as _
from tables.learn.lessons.actions import OPENING
from tables.learn.lessons.lesson import Goal, Lesson, OtherMove, RefusedMove, Task

ANOTHER: Final = _("That is allowed, but your stones did not get to this site.")

MARKET: Final = Task(
    (
        *("round 3 2 2 1", "market entrance statue pyramid_decoration lever"),
        *("white load 2.1", "black load 2.2", "white take", "black take"),
    ),
    _("The market: sail ship 2 there and take a card."),
    (Goal("sail 2 market"), Goal(r"card \d", ("black card",))),
    _(
        "Each stone takes one card, from the front to the back of the ship. The stones themselves "
        "go back to their quarries."
    ),
    ANOTHER,
    "site.market",
)

PYRAMIDS: Final = Task(
    (*OPENING, "white load 1.1", "black load 1.2", "white load 1.3", "black take"),
    _("The pyramids: sail ship 1 there."),
    (Goal("sail 1 pyramid"),),
    _(
        "Your stones brought 2 and 3 points at once, and Hori's stone in the middle brought 1 "
        "point."
    ),
    ANOTHER,
    "site.pyramid",
)

TEMPLE: Final = Task(
    (
        *(*OPENING, "white load 2.1", "black load 2.2", "white load 3.1", "black sail 2 obelisks"),
        *("white sail 3 burial_chamber", "black load 4.1", "white take", "black sail 4 market"),
        *("black card 1", "white load 1.1", "black load 1.2", "white load 1.3", "black take"),
    ),
    _("The temple: sail the last ship of the round there."),
    (Goal("sail 1 temple", ("round 4 2 2 1", "market sail chisel obelisk_decoration statue")),),
    _(
        "The round ended with the last ship. Each stone that can be seen from above brought a "
        "point. Later stones will cover these stones."
    ),
    ANOTHER,
    "site.temple",
    refused=(RefusedMove("sail 1 obelisks", _("Try to sail to a site where a ship has docked")),),
)

CHAMBER: Final = Task(
    (*OPENING, "white load 1.1", "black load 1.3", "white load 1.2", "black take"),
    _("The burial chamber: sail ship 1 there."),
    (Goal("sail 1 burial_chamber"),),
    _(
        "Your two stones touch. At the end of the game they count together. A group of two is "
        "worth 3 points, of three 6, of four 10."
    ),
    ANOTHER,
    "site.burial_chamber",
)

OBELISKS: Final = Task(
    (*OPENING, "white load 2.1", "black load 1.1", "white load 2.2", "black take"),
    _("The obelisks: sail ship 2 there."),
    (Goal("sail 2 obelisks"),),
    _(
        "Your obelisk is two stones high. In a game for two, the higher obelisk brings 10 points "
        "at the end, and the lower obelisk 1 point. Without a stone you get nothing."
    ),
    ANOTHER,
    "site.obelisks",
)

SITES: Final = Lesson(
    "sites",
    _("The five sites"),
    _("The site where a ship docks decides what its stones are worth, and when."),
    (MARKET, PYRAMIDS, TEMPLE, CHAMBER, OBELISKS),
)

CARDS: Final = Lesson(
    "cards",
    _("Cards of the market"),
    _("Red cards act at once, blue ones when you play them, the others count at the end."),
    (
        Task(
            (*OPENING, "white load 2.1", "black load 1.1", "white load 3.1", "black take"),
            _("Sail ship 2 with your stone to the market and take the Hammer, a blue card."),
            (Goal("sail 2 market"), Goal("card 1")),
            _(
                "The Hammer lies in front of you now. You keep a blue card until you spend a turn "
                "to play it."
            ),
            _("No card was taken: cards go to the stones of a ship that sails to the market."),
            "card.hammer",
            other_moves=(
                OtherMove(
                    "sail 3 market",
                    _("Your stone on ship 3 takes a card too, but this task is about ship 2."),
                ),
                OtherMove(
                    "card [23]",
                    _(
                        "That card works differently: green and purple cards count at the end of "
                        "the game, red ones act at once."
                    ),
                ),
                OtherMove(
                    "card 4",
                    _(
                        "The Lever is a blue card too: you keep it until you spend a turn on it. "
                        "But this task asks for the Hammer."
                    ),
                ),
            ),
        ),
        Task(
            (
                *(*OPENING, "white load 2.1", "black load 1.1", "white sail 2 market"),
                *("white card 1", "black load 1.2"),
            ),
            _("Play the Hammer, and place its stone on the last space of ship 1."),
            (Goal(r"play hammer 1\.3"),),
            _("You took three stones and loaded one: the card gave you two actions in one turn."),
            _("That was one action. With the Hammer you would have taken stones and loaded one."),
            "card.hammer",
            other_moves=(
                OtherMove(
                    "play hammer .*",
                    _(
                        "You played the Hammer, took three stones and loaded one. But that stone "
                        "belongs on the last space of ship 1."
                    ),
                ),
            ),
        ),
    ),
)
