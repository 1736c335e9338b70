"""Chisel: place two stones (R5.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop
from drawing.language.option_words import Words, play_word, space_words
from drawing.language.phrases import SAILING, the_spaces
from engine.cards.chisel import PlayChisel
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(player: str, action: PlayChisel, s: State) -> str:
    words = {"who": player, "where": the_spaces(action.spaces, s)}
    return _("%(who)s plays the chisel and loads %(where)s", **words)


def _option(action: PlayChisel, s: State, seat: int) -> Words:
    return [play_word(Card.CHISEL, ChiselDrawing.the_name)], space_words(action.spaces, s)


class ChiselDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("chisel")
    the_name = gettext_noop("the chisel")
    picture = "M-11 -12 -7 -14 4 2 1 5zM2 4 10 13M-2 -14H10V-6"
    leads: ClassVar = {PlayChisel: _lead}
    covers: ClassVar = {PlayChisel: SAILING}
    options: ClassVar = {PlayChisel: _option}

    @staticmethod
    def sentence(rules: Rules, numbers: object) -> str:
        return _("Once, as your action: put two stones on the same ship or on two ships.")
