"""Lever: sail a ship and choose the order in which it unloads (R5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop
from drawing.language.option_words import OptionWord, Words, play_word, ship_word, site_word
from drawing.language.phrases import AT_MARKET, SAILING, the_ship
from drawing.language.words import to_the_site
from engine.cards.lever import PlayLever
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(player: str, action: PlayLever, s: State) -> str:
    words = {
        "who": player,
        "ship": the_ship(action.ship, s),
        "to_the_site": to_the_site(action.site),
    }
    if len(action.order) == 1:
        return _("%(who)s plays the lever and sails %(ship)s %(to_the_site)s", **words)
    words["order"] = ", ".join(map(str, action.order))
    return _(
        "%(who)s plays the lever, sails %(ship)s %(to_the_site)s "
        "and unloads its spaces in the order %(order)s",
        **words,
    )


def _option(action: PlayLever, s: State, seat: int) -> Words:
    unloads = [_unload(place, action.ship, space) for place, space in enumerate(action.order, 1)]
    play = play_word(Card.LEVER, LeverDrawing.the_name)
    return [play, ship_word(action.ship), site_word(action.site), *unloads], []


def _unload(place: int, ship: int, space: int) -> OptionWord:
    """A space that unloads, as the `place` of all."""

    def say() -> str:
        if place == 1:
            return _("space %(space)s unloads first", space=space)
        return _("then space %(space)s", space=space)

    return OptionWord(f"unload{place}.{space}", say, ("space", ship, space))


class LeverDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("lever")
    the_name = gettext_noop("the lever")
    picture = "M-14 8 12 -8M-2 13 2 5 6 13zM-14 2V-8H-6M-14 -8 -5 1"
    leads: ClassVar = {PlayLever: _lead}
    covers: ClassVar = {PlayLever: SAILING | AT_MARKET}
    options: ClassVar = {PlayLever: _option}

    @staticmethod
    def sentence(rules: Rules, numbers: object) -> str:
        return _("Once, as your action: sail a ship, and say in which order its stones unload.")
