"""Hammer: take stones, then place one (R5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop
from drawing.language.option_words import Words, play_word, space_word
from drawing.language.phrases import SAILING, the_space
from engine.cards.hammer import Hammer, PlayHammer
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(player: str, action: PlayHammer, s: State) -> str:
    words = {"who": player, "where": the_space(action.ship, action.space, s)}
    return _("%(who)s plays the hammer to take stones and to load %(where)s", **words)


def _option(action: PlayHammer, s: State, seat: int) -> Words:
    play = play_word(Card.HAMMER, HammerDrawing.the_name)
    return [play, space_word(action.ship, action.space, s)], []


class HammerDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("hammer")
    the_name = gettext_noop("the hammer")
    picture = "M-9 -13H5V-5H-9zM5 -11 11 -9 5 -7M-2 -5V13"
    leads: ClassVar = {PlayHammer: _lead}
    covers: ClassVar = {PlayHammer: SAILING}
    options: ClassVar = {PlayHammer: _option}

    @staticmethod
    def sentence(rules: Rules, numbers: Hammer) -> str:
        return _(
            "Once, as your action: take %(stones)s stones, then put one stone on a ship.",
            stones=numbers.stones,
        )
