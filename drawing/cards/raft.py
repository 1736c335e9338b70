"""Raft: stones to the quarry, one straight to a site (R5.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_noop, ngettext
from drawing.language.option_words import Words, play_word, site_word
from drawing.language.phrases import AT_MARKET, SAILING
from drawing.language.words import to_the_site
from engine.cards.raft import PlayRaft, Raft
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(player: str, action: PlayRaft, s: State) -> str:
    numbers: Any = s.rules.cards[Card.RAFT]
    paid: int = numbers.payment
    words = {"who": player, "number": paid, "to_the_site": to_the_site(action.site)}
    return ngettext(
        "%(who)s plays the raft, gives %(number)s stone back to the quarry "
        "and sends one straight %(to_the_site)s",
        "%(who)s plays the raft, gives %(number)s stones back to the quarry "
        "and sends one straight %(to_the_site)s",
        paid,
        **words,
    )


def _option(action: PlayRaft, s: State, seat: int) -> Words:
    return [play_word(Card.RAFT, RaftDrawing.the_name), site_word(action.site)], []


class RaftDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("raft")
    the_name = gettext_noop("the raft")
    picture = "M-14 2H14M-14 6H14M-14 10H14M-9 0V12M9 0V12M-4 0V-10H6V0"
    leads: ClassVar = {PlayRaft: _lead}
    covers: ClassVar = {PlayRaft: SAILING | AT_MARKET}
    options: ClassVar = {PlayRaft: _option}
    placements: ClassVar = frozenset({PlayRaft})

    @staticmethod
    def sentence(rules: Rules, numbers: Raft) -> str:
        return _(
            "Once, as your action: return %(paid)s stones from your sled to the quarry, "
            "and place another stone at any site.",
            paid=numbers.payment,
        )
