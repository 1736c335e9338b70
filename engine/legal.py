"""What may be written next: for pages, bots and refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, cast

from engine import actions
from engine.actions import Action
from engine.agenda import Chance, Decision
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

    Empty when the game is over, and while the bank is to write: see ``outcome_pattern``.
    """
    now = awaited(s)
    if now is None or isinstance(now.item, Chance):
        return ()
    return now.item.choices(s) if now.item else tuple(turn_actions(s))


def turn_actions(s: State) -> Iterator[Action]:
    """The turns open to the seat whose turn it is (R2.1)."""
    for turn in s.rules.turns.values():
        yield from turn.options(s, s.turn)


def outcome_pattern(s: State, chance: Chance) -> str:
    """What the bank has to write, in words: the form, and what can be named in it."""
    form, values = _OUTCOMES[chance.expects]
    return f"{form(chance.count)}, of: {' '.join(values(s, chance))}"


def _form(verb: str, thing: str) -> Callable[[int], str]:
    return lambda count: verb + f" {thing}" * count


def _round_cards_left(s: State, chance: Chance) -> list[str]:
    left = s.rules.round_cards - Counter(s.round_cards)
    return [",".join(map(str, card)) for card in left]


def _prophecies(s: State, chance: Chance) -> list[str]:
    return [prophecy.word for prophecy in Prophecy]


def _scaffold_left(s: State, chance: Chance) -> list[str]:
    board = s.rules.boards[Site.PYRAMID]
    return [str(tile) for tile in cast(PyramidC, board).tiles_left(s)]


def _crypt_left(s: State, chance: Chance) -> list[str]:
    board = s.rules.boards[Site.BURIAL_CHAMBER]
    return [str(tile) for tile in cast(BurialChamberD, board).tiles_left(s)]


def _drawn(s: State, chance: Chance) -> list[str]:
    return [card.word for card in possible(s)]


def _seen(s: State, chance: Chance) -> list[str]:
    return [card.word for card in possible(s, drawn=chance.site is not Site.MARKET)]


_OUTCOMES: Final[Mapping[type[Action], tuple[Callable[[int], str], Outcomes]]] = {
    actions.RevealRoundCard: (_form("round", "SHIPS"), _round_cards_left),
    actions.RevealProphecies: (_form("prophecies", "PROPHECY"), _prophecies),
    actions.RevealScaffold: (_form("scaffold", "TILE"), _scaffold_left),
    actions.RevealCrypt: (_form("crypt", "TILE"), _crypt_left),
    actions.DealMarket: (_form("market", "CARD"), _drawn),
    actions.RefillMarket: (_form("refill", "CARD"), _drawn),
    actions.DrawCard: (_form("draw", "CARD"), _drawn),
    actions.LookAtCards: (_form("look", "CARD"), _seen),
}
