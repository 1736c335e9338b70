"""Raft: two stones to the quarry, one straight to a site (R5.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards.action_card import ActionCard
from engine.entries import Action
from engine.entries.forms import SITE, Form
from engine.errors import IllegalAction, Rule
from engine.events import StoneSent
from engine.state import State
from engine.stones import pay_stones
from engine.turns.sail import check_serves, deliver_stone, serving
from engine.vocabulary import Card, Origin, Site

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


@dataclass(frozen=True)
class PlayRaft(Action):
    """Two stones to the quarry, one straight to a site (R5.9)."""

    site: Site


PlayRaft.form = Form("play raft", SITE)


class Raft(ActionCard):
    """Played as a turn."""

    card = Card.RAFT
    action = PlayRaft
    value = 1.6

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.payment: int = numbers["raft_payment"]

    def do(self, s: State, seat: int, action: PlayRaft) -> None:
        self.check_owned(s, seat)
        if s.players[seat].sled <= self.payment:
            raise IllegalAction(Rule.SLED_EMPTY)
        check_serves(s, action.site)
        self.play(s, seat)
        pay_stones(s, seat, self.payment)
        s.players[seat].sled -= 1
        if s.events is not None:
            s.events.append(StoneSent(seat, Origin.SLED, action.site))
        deliver_stone(s, seat, action.site)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlayRaft]:
        if self.owned(s, seat) and s.players[seat].sled > self.payment:
            for site in serving(s):
                yield PlayRaft(site)
