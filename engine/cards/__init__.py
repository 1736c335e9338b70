"""The market cards (R5): a class a card, a file a card; here is their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.cards.burial_chamber_decoration import BurialChamberDecoration
from engine.cards.card import MarketCard
from engine.cards.cargo_sled import CargoSled
from engine.cards.chisel import Chisel
from engine.cards.entrance import Entrance
from engine.cards.hammer import Hammer
from engine.cards.lever import Lever
from engine.cards.loading_plank import LoadingPlank
from engine.cards.obelisk_decoration import ObeliskDecoration
from engine.cards.paved_path import PavedPath
from engine.cards.private_stone_quarry import PrivateStoneQuarry
from engine.cards.pyramid_decoration import PyramidDecoration
from engine.cards.raft import Raft
from engine.cards.sail import SailCard
from engine.cards.sarcophagus import Sarcophagus
from engine.cards.statue import Statue
from engine.cards.stone_ornament import StoneOrnament
from engine.cards.temple_decoration import TempleDecoration
from engine.vocabulary import Card

CARDS: Final[Mapping[Card, type[MarketCard]]] = {
    Card.ENTRANCE: Entrance,
    Card.SARCOPHAGUS: Sarcophagus,
    Card.PAVED_PATH: PavedPath,
    Card.PYRAMID_DECORATION: PyramidDecoration,
    Card.TEMPLE_DECORATION: TempleDecoration,
    Card.BURIAL_CHAMBER_DECORATION: BurialChamberDecoration,
    Card.OBELISK_DECORATION: ObeliskDecoration,
    Card.STATUE: Statue,
    Card.LEVER: Lever,
    Card.HAMMER: Hammer,
    Card.SAIL: SailCard,
    Card.CHISEL: Chisel,
    Card.CARGO_SLED: CargoSled,
    Card.PRIVATE_STONE_QUARRY: PrivateStoneQuarry,
    Card.STONE_ORNAMENT: StoneOrnament,
    Card.RAFT: Raft,
    Card.LOADING_PLANK: LoadingPlank,
}
"""In the order of ``Card``, which is also the order of their turns."""
