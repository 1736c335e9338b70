"""Simple players, so that there are games: one at random, one that takes the best at once.

They read the whole position: they are for making logs, not for playing against people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.agenda import Decision
from engine.apply import apply
from engine.entries import Action, Load, Take
from engine.flow import end_game
from engine.legal import awaited, legal_actions
from engine.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

CARD_PROMISE = 1.0
"""The greedy player's estimate of a card in hand, in addition to its present points."""


class Chooser(Protocol):
    """The part of ``random.Random`` that a player uses."""

    def choice(self, seq: Sequence[T]) -> T:
        """One of `seq`."""

    def random(self) -> float:
        """From 0 up to 1."""


Player = Callable[[State, Chooser], Action]


def random_player(s: State, chance: Chooser) -> Action:
    """Any legal action; each kind of action is as likely as the next."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in legal_actions(s):
        by_kind.setdefault(type(action), []).append(action)
    return chance.choice(by_kind[chance.choice(list(by_kind))])


def greedy_player(s: State, chance: Chooser) -> Action:
    """The action after which the player's lead, if the game ended there, is the greatest.

    Where nothing gains, stones are fetched when the sled is empty and loaded otherwise; what is
    equal is chosen by chance.
    """
    decision = awaited(s)
    assert decision is not None
    options = legal_actions(s)
    if len(options) == 1:
        return options[0]
    before = lead(s, decision.seat)
    values = [_gain(s, decision.seat, action) - before for action in options]
    scored = [
        (value + _preference(s, decision.seat, action), chance.random(), index)
        for index, (value, action) in enumerate(zip(values, options, strict=True))
    ]
    return options[max(scored)[2]]


def _gain(s: State, seat: int, action: Action) -> float:
    """The lead after `action`, every decision that it brings answered with the first option."""
    after = s.copy()
    apply(after, seat, action)
    while after.agenda and isinstance(decision := after.agenda[-1], Decision):
        apply(after, decision.seat, decision.choices(after)[0])
    return lead(after, seat)


def _preference(s: State, seat: int, action: Action) -> float:
    """A little for what leads to points later."""
    if isinstance(action, Load):
        return 0.4
    if isinstance(action, Take):
        return 0.5 if s.players[seat].sled < 2 else 0.1
    return 0.0


def lead(s: State, seat: int) -> float:
    """Points of `seat` less the mean of the others, if the game ended now; cards promise more."""
    points = current_points(s)
    worth = [
        value + CARD_PROMISE * sum(player.cards)
        for value, player in zip(points, s.players, strict=True)
    ]
    rivals = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - sum(rivals) / len(rivals)


def current_points(s: State) -> list[int]:
    """Everybody's points if the game ended now."""
    if s.over:
        return [player.points for player in s.players]
    end = s.copy()
    end_game(end)
    return [player.points for player in end.players]


PLAYERS: dict[str, Player] = {"random": random_player, "greedy": greedy_player}
"""The players by the names that the command line gives them."""
