"""Tables at which games are played here, a module each."""

from tables.models.entry import TableEntry
from tables.models.place import Place
from tables.models.table import Access, Invitation, Pace, Phase, Table
from tables.models.talk import Block, ChatLine, ChatReport

__all__ = [
    "Access",
    "Block",
    "ChatLine",
    "ChatReport",
    "Invitation",
    "Pace",
    "Phase",
    "Place",
    "Table",
    "TableEntry",
]
