"""Actions of players and the bank: one frozen class an entry form of the log.

The form stands below the class; what a card or a module adds stands in its file.
``engine.actions`` lists them all. Ships, their spaces, market spaces, tiles and places count
from 1.
"""

from engine.entries.action import Action, Entry, Outcome, Space, interned
from engine.entries.answer import (
    Build,
    ChooseCard,
    ChooseObelisk,
    ChoosePoints,
    ChoosePyramid,
    ChooseSpace,
    ChooseStones,
    ChooseTile,
    Decline,
    Keep,
)
from engine.entries.forms import EntryError
from engine.entries.outcome import (
    CardsAction,
    DealMarket,
    DrawCard,
    LookAtCards,
    RefillMarket,
    RevealCrypt,
    RevealRoundCard,
    RevealScaffold,
)
from engine.entries.turn import Load, Pass, Resign, Sail, Take

__all__ = [
    "Action",
    "Build",
    "CardsAction",
    "ChooseCard",
    "ChooseObelisk",
    "ChoosePoints",
    "ChoosePyramid",
    "ChooseSpace",
    "ChooseStones",
    "ChooseTile",
    "DealMarket",
    "Decline",
    "DrawCard",
    "Entry",
    "EntryError",
    "Keep",
    "Load",
    "LookAtCards",
    "Outcome",
    "Pass",
    "RefillMarket",
    "Resign",
    "RevealCrypt",
    "RevealRoundCard",
    "RevealScaffold",
    "Sail",
    "Space",
    "Take",
    "interned",
]
