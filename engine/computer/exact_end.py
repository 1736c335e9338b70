"""Exact ends of games for two: the share of the win by best play, where no chance matters.

Alpha-beta with a window of no width: each question is whether the first seat can reach a share
(Knuth, Moore: An analysis of alpha-beta pruning, 1975; Plaat and others: Best-first fixed-depth
minimax algorithms, 1996). Answers are kept by position. Actions that refuted the greatest part of
what they were tried against are tried first (Winands and others: The relative history heuristic,
2004), and sailing before others, since the fewer ships are left the smaller is the tree. A draw of
the bank makes an answer unknown, unless the answer is the same without it.
"""

from __future__ import annotations

from typing import Final

from engine.agenda import Decision
from engine.apply import apply
from engine.entries import Action, Load, Sail
from engine.legal import legal_actions, turn_actions
from engine.state import Facts, State
from engine.turns.take import TAKE

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2
"""Answers to a question."""

TIE: Final = 1
WIN: Final = 2
"""Half shares of the win."""

UNTRIED: Final = [1, 1]
"""Refutations and failures of an action at first."""
SAILING: Final = 0.2
"""Added to the part of refutations of an action that sails a ship."""

PositionKey = tuple[object, ...]


class ExactEnd:
    """A solver for positions of one game; answers to earlier questions speed up later ones.

    `nodes`: the actions that one question may try; `visited`: those tried for the last one.
    `spent`: the last question ended for want of nodes; `chance`: it met a draw of the bank.
    """

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.visited = 0
        self.spent = False
        self.chance = False
        self._answers: dict[tuple[int, PositionKey], int] = {}
        self._records: list[dict[Action, list[int]]] = [{}, {}]
        self._guess = WIN

    def share(self, s: State) -> float | None:
        """The first seat's share of the win in `s` by best play of both; ``None`` if it is not
        found. `s` is not changed."""
        self.visited = 0
        self.spent = self.chance = False
        if not is_open_end(s):
            return None
        for least in (WIN, TIE) if self._guess == WIN else (TIE, WIN):
            answer = self._reaches(s.copy(), least)
            if answer == UNKNOWN:
                return None
            if answer == (YES if least == WIN else NO):
                self._guess = least
                return 1.0 if least == WIN else 0.0
        return 0.5

    def best_actions(self, s: State, share: float, limit: int) -> list[Action]:
        """Up to `limit` actions that keep the first seat's `share` of `s`, a position in which a
        player is to act; fewer where the nodes of one question end first."""
        self.visited = 0
        self.spent = False
        seat = s.turn if not s.agenda else _decision(s).seat
        keeping: list[Action] = []
        for action in legal_actions(s):
            after = s.copy()
            apply(after, seat, action)
            self.visited += 1
            if self._keeps(after, seat, share):
                keeping.append(action)
            if len(keeping) == limit or self.spent:
                break
        return keeping

    def _keeps(self, s: State, seat: int, share: float) -> bool:
        """True if `share` of the first seat is no worse for `seat` than it was before `s`."""
        halves = int(2 * share)
        if seat == 0:
            return not halves or self._reaches(s, halves) == YES
        return halves == WIN or self._reaches(s, halves + 1) == NO

    def _reaches(self, s: State, least: int, sites: PositionKey | None = None) -> int:
        """Answer: can the first seat reach `least` half shares in `s`? `s` is changed. `sites`:
        the key of what lies at the sites, if it is known."""
        if s.over:
            return YES if half_shares(s) >= least else NO
        key: tuple[int, PositionKey] | None = None
        if s.agenda:
            decision = s.agenda[-1]
            if not isinstance(decision, Decision):
                self.chance = True
                return UNKNOWN
            seat = decision.seat
            actions = list(decision.choices(s))
        else:
            seat = s.turn
            if sites is None:
                sites = sites_key(s)
            key = (least, (*turn_key(s), *sites))
            answer = self._answers.get(key, -1)
            if answer >= 0:
                return answer
            actions = list(turn_actions(s))
        goal = YES if seat == 0 else NO
        answer = NO if seat == 0 else YES
        actions = self._ranked(seat, actions)
        last = len(actions) - 1
        for place, action in enumerate(actions):
            if self.visited >= self.nodes:
                self.spent = True
                return UNKNOWN
            self.visited += 1
            after = s if place == last else s.copy()
            apply(after, seat, action)
            unchanged = sites if type(action) is Load or action is TAKE else None
            reply = self._reaches(after, least, unchanged)
            if reply == goal:
                answer = goal
                count(self._records[seat], action, 0)
                break
            count(self._records[seat], action, 1)
            if reply == UNKNOWN:
                if self.spent:
                    return UNKNOWN
                answer = UNKNOWN
        if key is not None:
            self._answers[key] = answer
        return answer

    def _ranked(self, seat: int, actions: list[Action]) -> list[Action]:
        """`actions`, those first that are likely to refute for `seat`."""
        if len(actions) < 2:
            return actions
        records = self._records[seat]
        ranks = []
        for place, action in enumerate(actions):
            refutations, failures = records.get(action, UNTRIED)
            promise = refutations / (refutations + failures)
            ranks.append((-promise - SAILING if type(action) is Sail else -promise, place))
        ranks.sort()
        return [actions[place] for _, place in ranks]


def count(records: dict[Action, list[int]], action: Action, failed: int) -> None:
    """One more refutation by `action`, or one more failure."""
    record = records.get(action)
    if record is None:
        record = records[action] = UNTRIED.copy()
    record[failed] += 1


def is_open_end(s: State) -> bool:
    """True for the last round of two players, none of whom hides cards."""
    return s.round == s.rules.rounds and len(s.players) == 2 and not s.rules.hidden_cards


def half_shares(s: State) -> int:
    """Half shares of the first seat in a finished game of two (R10.2)."""
    first, second = s.players
    if s.resigned:
        return 0 if 0 in s.resigned else WIN
    lead = first.points - second.points or first.sled - second.sled
    return TIE if not lead else WIN if lead > 0 else 0


def turn_key(s: State) -> PositionKey:
    """The facts beside ``sites_key`` that decide the rest of the last round at the start of a turn.
    Ships of equal cargo are alike, whatever their numbers."""
    players = [
        (*player.cards, player.points, player.sled, player.quarry, player.coins)
        for player in s.players
    ]
    ships = [(ship.minimum, *ship.spaces) for ship in s.harbour.values()]
    ships.sort()
    return (s.turn, s.passes, s.pile.available, *players, *ships)


def sites_key(s: State) -> PositionKey:
    """Facts of docks, sites and modules; neither taking nor loading changes them."""
    docks = [len(dock) for dock in s.docks]
    sites = [storage_key(site) for site in s.sites]
    modules = [module.key() for module in s.modules if module is not None]
    return (*docks, *sites, *modules)


def storage_key(storage: Facts) -> PositionKey:
    """``storage.key()``, quickly: most facts are plain lists of numbers, and a member of an enum is
    slow to find."""
    key: list[object] = []
    for name in storage.facts:
        fact = getattr(storage, name)
        if type(fact) is not list or (fact and not isinstance(fact[0], int)):
            return storage.key()
        key.append(tuple(map(int, fact)))
    return tuple(key)


def _decision(s: State) -> Decision:
    decision = s.agenda[-1]
    assert isinstance(decision, Decision)
    return decision
