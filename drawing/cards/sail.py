"""Sail: place a stone, then sail that ship (R5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop
from drawing.language.option_words import Words, play_word, site_word, space_word
from drawing.language.phrases import AT_MARKET, SAILING, the_space
from drawing.language.words import to_the_site
from engine.cards.sail import PlaySail
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(player: str, action: PlaySail, s: State) -> str:
    return _(
        "%(who)s plays the sail, loads %(where)s and sails that ship %(to_the_site)s",
        who=player,
        where=the_space(action.ship, action.space, s),
        to_the_site=to_the_site(action.site),
    )


def _option(action: PlaySail, s: State, seat: int) -> Words:
    play = play_word(Card.SAIL, SailDrawing.the_name)
    return [play, space_word(action.ship, action.space, s), site_word(action.site)], []


class SailDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("sail")
    the_name = gettext_noop("the sail")
    picture = "M0 -14V8M0 -13q13 8 0 16zM0 -10q-9 6 0 12M-13 8H13L9 13H-9z"
    leads: ClassVar = {PlaySail: _lead}
    covers: ClassVar = {PlaySail: SAILING | AT_MARKET}
    options: ClassVar = {PlaySail: _option}

    @staticmethod
    def sentence(rules: Rules, numbers: object) -> str:
        return _("Once, as your action: put a stone on a ship, then sail that ship.")
