"""Tables at which games are played here, a module each."""

from tables.models.chat import Block, ChatLine, ChatReport
from tables.models.deal import Deal, Promise
from tables.models.entry import TableEntry
from tables.models.first import FirstGame
from tables.models.place import Place
from tables.models.pulse import Pulse
from tables.models.push import PushBrowser, PushWishes
from tables.models.table import Invitation, Opening, Phase, Table
from tables.terms import Access, Pace

__all__ = [
    "Access",
    "Block",
    "ChatLine",
    "ChatReport",
    "Deal",
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
