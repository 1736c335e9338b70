"""Loading plank: a second ship to a site (R5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop
from drawing.language.option_words import Words, play_word, ship_word, site_word
from drawing.language.phrases import AT_MARKET, SAILING, the_ship
from drawing.language.words import to_the_site
from engine.cards.loading_plank import LoadingPlank, PlayLoadingPlank
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(player: str, action: PlayLoadingPlank, s: State) -> str:
    return _(
        "%(who)s plays the loading plank, pays a stone and sails %(ship)s %(to_the_site)s "
        "as the second ship there",
        who=player,
        ship=the_ship(action.ship, s),
        to_the_site=to_the_site(action.site),
    )


def _option(action: PlayLoadingPlank, s: State, seat: int) -> Words:
    play = play_word(Card.LOADING_PLANK, LoadingPlankDrawing.the_name)
    return [play, ship_word(action.ship), site_word(action.site)], []


class LoadingPlankDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("loading plank")
    the_name = gettext_noop("the loading plank")
    picture = "M-14 10 12 -8M-14 13H14M3 -14H14V-4M-9 1H-1V-7H-9z"
    leads: ClassVar = {PlayLoadingPlank: _lead}
    covers: ClassVar = {PlayLoadingPlank: SAILING | AT_MARKET}
    options: ClassVar = {PlayLoadingPlank: _option}

    @staticmethod
    def sentence(rules: Rules, numbers: LoadingPlank) -> str:
        return _(
            "Once, as your action: pay %(paid)s stone, then sail a ship to a site that already has "
            "one ship. A stone of yours must be aboard.",
            paid=numbers.payment,
        )
