"""Models of tables, a module for what belongs together: game, messages, table.

Entries and promises are written once. A model never calls a service.
"""

from tables.models.game import Deal, FirstGame, Promise, TableEntry
from tables.models.messages import Block, ChatLine, ChatReport, PushBrowser, PushWishes
from tables.models.table import Dealing, Invitation, Opening, Phase, Place, Pulse, Table
from tables.terms import Access, Pace

__all__ = [
    "Access",
    "Block",
    "ChatLine",
    "ChatReport",
    "Deal",
    "Dealing",
    "FirstGame",
    "Invitation",
    "Opening",
    "Pace",
    "Phase",
    "Place",
    "Promise",
    "Pulse",
    "PushBrowser",
    "PushWishes",
    "Table",
    "TableEntry",
]
