"""Points of cards at the end of the game (R5.3, R5.11, R5.12, R10.1)."""

from __future__ import annotations

from typing import Final

from engine.state import State
from engine.stones import score_points
from engine.vocabulary import Source

FOR_BLUE_CARDS: Final[int] = Source.UNUSED_BLUE_CARDS


def scoring_cards(s: State) -> None:
    """Source by source, seat by seat, card by card."""
    for source, cards in s.rules.scoring_cards:
        for seat, player in enumerate(s.players):
            for card in cards:
                copies = player.cards[card.number]
                if copies:
                    score_points(s, seat, card.points(s, seat, copies), source)


def unused_blue_cards(s: State) -> None:
    """Points for every blue card that was not played (R5.12)."""
    for seat, player in enumerate(s.players):
        cards = player.cards
        unused = 0
        for card in s.rules.blue_cards:
            unused += cards[card]
        if unused:
            score_points(s, seat, unused * s.rules.unused_blue_points, FOR_BLUE_CARDS)
