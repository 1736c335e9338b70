"""Legal entries: for pages, bots and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.agenda import Chance, Decision
from engine.entries import Action
from engine.state import State
from engine.vocabulary import BANK


class Outcomes(NamedTuple):
    """Possible outcomes: `verb`, then as many of `values` as are `due`, in words of the log;
    `thing` is what such a value is called."""

    verb: str
    thing: str
    due: int
    values: list[str]


class Awaited(NamedTuple):
    """The seat awaited: a `seat`, or ``BANK``; `item` is the decision or the
    chance that waits, ``None`` for a turn."""

    seat: int
    item: Decision | Chance | None


def awaited(s: State) -> Awaited | None:
    """The seat that is to act; ``None`` when the game is over."""
    if s.over:
        return None
    if not s.agenda:
        return Awaited(s.turn, None)
    item = s.agenda[-1]
    assert isinstance(item, (Decision, Chance))
    return Awaited(item.seat if isinstance(item, Decision) else BANK, item)


def legal_actions(s: State) -> tuple[Action, ...]:
    """Everything that the player to act may do; what ``apply`` accepts, no more, no less.
    Resigning is left out: every seat may, whichever is to act (``may_resign``).

    Empty when the game is over, and while the bank is to write: see ``outcome_texts``.
    """
    decision = awaited(s)
    if decision is None or isinstance(decision.item, Chance):
        return ()
    return decision.item.choices(s) if decision.item else tuple(turn_actions(s))


def may_resign(s: State, seat: int) -> bool:
    """True if `seat` may resign now (R2.10)."""
    decision = awaited(s)
    return decision is not None and decision.seat != BANK and seat not in s.resigned


def is_forced(s: State) -> bool:
    """True if exactly one action may be written next; false while the bank is to write. Turns are
    looked at until there is a second one, and not all listed."""
    decision = awaited(s)
    if decision is None or isinstance(decision.item, Chance):
        return False
    if decision.item:
        return len(decision.item.choices(s)) == 1
    return len(list(islice(turn_actions(s), 2))) == 1


def turn_actions(s: State) -> Iterator[Action]:
    """The turns open to the seat whose turn it is (R2.1)."""
    for turn in s.rules.turns.values():
        yield from turn.options(s, s.turn)


def possible_outcomes(s: State, chance: Chance) -> Outcomes:
    """Possible outcomes at `chance`; each value is possible by itself."""
    form = chance.expects.form
    if chance.site is not None:
        values = s.rules.boards[chance.site].possible(s, chance)
    else:
        values = s.rules.outcomes[chance.expects].possible(s, chance)
    return Outcomes(form.verb, form.slots[0].part.shown, chance.count, values)


def outcome_texts(s: State, chance: Chance) -> tuple[str, ...]:
    """Texts of possible outcomes: entries, or where the bank has to name several things a pattern,
    ``market CARD CARD, of: lever statue``."""
    verb, thing, due, values = possible_outcomes(s, chance)
    if due == 1:
        return tuple(f"{verb} {value}" for value in values)
    return (f"{verb}{f' {thing}' * due}, of: {' '.join(values)}",)
