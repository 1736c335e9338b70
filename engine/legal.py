"""What may be written next: for pages, bots and refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, cast

from engine import entries as actions
from engine.agenda import Chance, Decision
from engine.entries import Action
from engine.pile import possible
from engine.sites.burial_chamber import BurialChamberD
from engine.sites.pyramid import PyramidC
from engine.state import State
from engine.vocabulary import BANK, Prophecy, Site

Outcomes = Callable[[State, Chance], list[str]]


class Awaited(NamedTuple):
    """Who has to write the next entry: a `seat`, or ``BANK``; `item` is the decision or the
    chance that waits, ``None`` for a turn."""

    seat: int
    item: Decision | Chance | None


def awaited(s: State) -> Awaited | None:
    """Who is to act; ``None`` when the game is over."""
    if s.over:
        return None
    if not s.agenda:
        return Awaited(s.turn, None)
    item = s.agenda[-1]
    assert isinstance(item, (Decision, Chance))
    return Awaited(item.seat if isinstance(item, Decision) else BANK, item)


def legal_actions(s: State) -> tuple[Action, ...]:
    """Everything that the player to act may do; what ``apply`` accepts, no more, no less.

    Empty when the game is over, and while the bank is to write: see ``outcome_texts``.
    """
    now = awaited(s)
    if now is None or isinstance(now.item, Chance):
        return ()
    return now.item.choices(s) if now.item else tuple(turn_actions(s))


def turn_actions(s: State) -> Iterator[Action]:
    """The turns open to the seat whose turn it is (R2.1)."""
    for turn in s.rules.turns.values():
        yield from turn.options(s, s.turn)


def outcome_texts(s: State, chance: Chance) -> tuple[str, ...]:
    """What the bank may write: its entries, or where it has to name several things a pattern,
    ``market CARD CARD, of: lever statue``."""
    verb, thing, values = _OUTCOMES[chance.expects]
    possible_values = values(s, chance)
    if chance.count == 1:
        return tuple(f"{verb} {value}" for value in possible_values)
    return (f"{verb}{f' {thing}' * chance.count}, of: {' '.join(possible_values)}",)


def _round_cards_left(s: State, chance: Chance) -> list[str]:
    left = s.rules.round_cards - Counter(s.round_cards)
    return [" ".join(map(str, card)) for card in left]


def _prophecies(s: State, chance: Chance) -> list[str]:
    return [prophecy.word for prophecy in Prophecy]


def _scaffold_left(s: State, chance: Chance) -> list[str]:
    board = s.rules.boards[Site.PYRAMID]
    return [str(tile) for tile in cast(PyramidC, board).tiles_left(s)]


def _crypt_left(s: State, chance: Chance) -> list[str]:
    board = s.rules.boards[Site.BURIAL_CHAMBER]
    return [str(tile) for tile in cast(BurialChamberD, board).tiles_left(s)]


def _drawn(s: State, chance: Chance) -> list[str]:
    return [card.word for card in possible(s, chance.count)]


def _seen(s: State, chance: Chance) -> list[str]:
    return [card.word for card in possible(s, 0 if chance.site is Site.MARKET else chance.count)]


_OUTCOMES: Final[Mapping[type[Action], tuple[str, str, Outcomes]]] = {
    actions.RevealRoundCard: ("round", "SHIPS", _round_cards_left),
    actions.RevealProphecies: ("prophecies", "PROPHECY", _prophecies),
    actions.RevealScaffold: ("scaffold", "TILE", _scaffold_left),
    actions.RevealCrypt: ("crypt", "TILE", _crypt_left),
    actions.DealMarket: ("market", "CARD", _drawn),
    actions.RefillMarket: ("refill", "CARD", _drawn),
    actions.DrawCard: ("draw", "CARD", _drawn),
    actions.LookAtCards: ("look", "CARD", _seen),
}
