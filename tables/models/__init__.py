"""Models of tables, a module for what belongs together: game, messages, people,
shared deal, table.

Entries and promises are written once. A model never calls a service.
"""

from tables.models.game import Deal, FirstGame, Promise, TableEntry, TakeBack
from tables.models.messages import Block, ChatLine, ChatReport, Phrase, PushBrowser, PushWishes
from tables.models.people import FaceColour, Follow, PlayerFace, PlayerProfile
from tables.models.shared_deal import DealShare, SharedDeal
from tables.models.table import Dealing, Invitation, Opening, Phase, Place, Pulse, Table
from tables.terms import Access, Pace

__all__ = [
    "Access",
    "Block",
    "ChatLine",
    "ChatReport",
    "Deal",
    "DealShare",
    "Dealing",
    "FaceColour",
    "FirstGame",
    "Follow",
    "Invitation",
    "Opening",
    "Pace",
    "Phase",
    "Phrase",
    "Place",
    "PlayerFace",
    "PlayerProfile",
    "Promise",
    "Pulse",
    "PushBrowser",
    "PushWishes",
    "SharedDeal",
    "Table",
    "TableEntry",
    "TakeBack",
]
