"""The market cards on the table: a class a card, a file a card; here is their table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from drawing.cards.burial_chamber_decoration import BurialChamberDecorationDrawing
from drawing.cards.card import CardDrawing
from drawing.cards.cargo_sled import CargoSledDrawing
from drawing.cards.chisel import ChiselDrawing
from drawing.cards.entrance import EntranceDrawing
from drawing.cards.hammer import HammerDrawing
from drawing.cards.lever import LeverDrawing
from drawing.cards.loading_plank import LoadingPlankDrawing
from drawing.cards.obelisk_decoration import ObeliskDecorationDrawing
from drawing.cards.paved_path import PavedPathDrawing
from drawing.cards.private_stone_quarry import PrivateStoneQuarryDrawing
from drawing.cards.pyramid_decoration import PyramidDecorationDrawing
from drawing.cards.raft import RaftDrawing
from drawing.cards.sail import SailDrawing
from drawing.cards.sarcophagus import SarcophagusDrawing
from drawing.cards.statue import StatueDrawing
from drawing.cards.stone_ornament import StoneOrnamentDrawing
from drawing.cards.temple_decoration import TempleDecorationDrawing
from drawing.language import gettext as _
from drawing.language.words import joined_words
from engine.vocabulary import Card, Source

if TYPE_CHECKING:
    from engine import Rules

DRAWINGS: Final[Mapping[Card, type[CardDrawing]]] = {
    Card.ENTRANCE: EntranceDrawing,
    Card.SARCOPHAGUS: SarcophagusDrawing,
    Card.PAVED_PATH: PavedPathDrawing,
    Card.PYRAMID_DECORATION: PyramidDecorationDrawing,
    Card.TEMPLE_DECORATION: TempleDecorationDrawing,
    Card.BURIAL_CHAMBER_DECORATION: BurialChamberDecorationDrawing,
    Card.OBELISK_DECORATION: ObeliskDecorationDrawing,
    Card.STATUE: StatueDrawing,
    Card.LEVER: LeverDrawing,
    Card.HAMMER: HammerDrawing,
    Card.SAIL: SailDrawing,
    Card.CHISEL: ChiselDrawing,
    Card.CARGO_SLED: CargoSledDrawing,
    Card.PRIVATE_STONE_QUARRY: PrivateStoneQuarryDrawing,
    Card.STONE_ORNAMENT: StoneOrnamentDrawing,
    Card.RAFT: RaftDrawing,
    Card.LOADING_PLANK: LoadingPlankDrawing,
}

if set(DRAWINGS) != set(Card):
    raise ImportError(f"cards without a drawing: {set(Card) - set(DRAWINGS)}")

SOURCES: Final = {
    word: name for drawing in DRAWINGS.values() for word, name in drawing.sources.items()
}
SCORING: Final[Mapping[Source, Card]] = {
    source: card for card, drawing in DRAWINGS.items() for source in drawing.sources
}
"""A card that gives the points of a source."""
SHARED: Final[Mapping[Source, str]] = {
    source: drawing.shared_reason
    for drawing in DRAWINGS.values()
    for source in drawing.sources
    if drawing.shared_reason
}
"""The key of the reason that several cards share (``drawing.text.reasons``)."""
LEADS: Final = {kind: lead for drawing in DRAWINGS.values() for kind, lead in drawing.leads.items()}
COVERED: Final = {
    kind: events for drawing in DRAWINGS.values() for kind, events in drawing.covers.items()
}
CARD_PLACEMENTS: Final = frozenset(
    kind for drawing in DRAWINGS.values() for kind in drawing.placements
)
OPTIONS: Final = {
    kind: words for drawing in DRAWINGS.values() for kind, words in drawing.options.items()
}


def card_name(card: Card | None) -> str:
    """A card in a list: ``paved path``; ``None`` is a hidden card."""
    return _("a hidden card") if card is None else _(DRAWINGS[card].name)


def card_title(card: Card) -> str:
    """A card as a title: ``Paved path``."""
    name = card_name(card)
    return name[:1].upper() + name[1:]


def the_card(card: Card | None) -> str:
    """A card that a player takes: ``the paved path``; ``a card`` where it is hidden."""
    return _("a card") if card is None else _(DRAWINGS[card].the_name)


def cards_listed(cards: Iterable[Card | None]) -> str:
    """``statue, sail and chisel``."""
    return joined_words(map(card_name, cards))


def is_scored(rules: Rules, source: Source) -> bool:
    """True if a card that gives the points of `source`, if it is one of cards, is in the deck."""
    cards = [card for card, drawing in DRAWINGS.items() if source in drawing.sources]
    return not cards or any(rules.copies[card] for card in cards)


def card_effect(rules: Rules, card: Card) -> str:
    """Effect of the card, in a sentence."""
    return DRAWINGS[card].sentence(rules, rules.cards[card])


def card_reason(rules: Rules, card: Card) -> str:
    """Why the card gives points at the end, in a sentence."""
    return DRAWINGS[card].reason(rules, rules.cards[card])
