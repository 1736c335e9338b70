"""Chisel: place two stones (R5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.cards.action_card import ActionCard
from engine.entries import Action, Space
from engine.entries.action import ascending
from engine.entries.forms import SHIP_SPACE, Form, ManyWords
from engine.state import State
from engine.turns.load import check_spaces, free_spaces, place_on_ship
from engine.vocabulary import Card


@dataclass(frozen=True)
class PlayChisel(Action):
    """Place two stones (R5.8); `spaces` in ascending order."""

    spaces: tuple[Space, Space]

    def __post_init__(self) -> None:
        ascending(self, "spaces")


PlayChisel.form = Form("play chisel", ManyWords(SHIP_SPACE, 2, 2))


class Chisel(ActionCard):
    """Played as a turn."""

    card = Card.CHISEL
    action = PlayChisel
    value = 2.0

    def do(self, s: State, seat: int, action: PlayChisel) -> None:
        self.check_owned(s, seat)
        check_spaces(s, seat, action.spaces)
        self.play(s, seat)
        for ship, space in action.spaces:
            place_on_ship(s, seat, ship, space)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlayChisel]:
        if self.owned(s, seat) and s.players[seat].sled > 1:
            for first, second in combinations(free_spaces(s), 2):
                yield PlayChisel((first, second))
