"""Cards as lists: those on the market, those on the piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from drawing.cards import card_name, cards_listed
from drawing.language import gettext as _
from drawing.language import ngettext, once_a_language
from drawing.language.lines import SpokenLine
from engine.shown import FaceDownView, MarketView, PileView
from engine.vocabulary import Card

if TYPE_CHECKING:
    from drawing.spoken.sites import SpokenSite


def market(site: SpokenSite, board: MarketView) -> Iterator[SpokenLine]:
    """The cards by the number of their space, as entries name it."""
    up, down = board["face_up"], board["face_down"]
    yield SpokenLine(_("Cards face up"), tuple(_up(*space) for space in enumerate(up, 1)))
    if down:
        cells = tuple(_down(*space) for space in enumerate(down, len(up) + 1))
        yield SpokenLine(_("Cards face down"), cells)


@once_a_language
def _up(space: int, word: str | None) -> str:
    if word is None:
        return _("space %(space)s: empty", space=space)
    return _("space %(space)s: %(card)s", space=space, card=card_name(Card.read(word)))


def _down(space: int, down: FaceDownView) -> str:
    words: dict[str, object] = {"space": space, "cards": down["count"]}
    if not down["known"]:
        return ngettext(
            "space %(space)s: %(cards)s card",
            "space %(space)s: %(cards)s cards",
            down["count"],
            **words,
        )
    words["known"] = cards_listed(map(Card.read, down["known"]))
    return ngettext(
        "space %(space)s: %(cards)s card, of which you know: %(known)s",
        "space %(space)s: %(cards)s cards, of which you know: %(known)s",
        down["count"],
        **words,
    )


def spoken_piles(pile: PileView) -> Iterator[SpokenLine]:
    """The draw pile, and the discard pile as far as it lies face up."""
    draw = pile["draw"]
    words = {"cards": draw}
    pile_words = ngettext(
        "%(cards)s card on the draw pile", "%(cards)s cards on the draw pile", draw
    )
    yield SpokenLine(pile_words % words)
    cells = [*cards_by_kind(pile["discard"])]
    if unseen := pile["unseen"]:
        pile_words = ngettext("%(cards)s card face down", "%(cards)s cards face down", unseen)
        cells.append(pile_words % {"cards": unseen})
    yield SpokenLine(_("Discard pile"), tuple(cells) or (_("empty"),))


def cards_by_kind(cards: Mapping[str, int]) -> Iterator[str]:
    """Cards by kind: ``statue``, or ``2 × statue``."""
    for word, number in cards.items():
        name = card_name(Card.read(word))
        yield name if number == 1 else _times(number, name)


@once_a_language
def _times(number: int, card: str) -> str:
    return _("%(number)s × %(card)s", number=number, card=card)
