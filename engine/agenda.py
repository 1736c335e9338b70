"""The agenda: all that has to happen before the next turn, a stack of decisions, outcomes of chance
and steps.

A ``Decision`` waits for a player, a ``Chance`` for the bank; a ``Step`` runs by itself. While the
agenda is not empty only its last item counts. No item is ever changed: copies of a position share
them. (They are not ``frozen``, which would make each cost three times as much.)

Rules are written in the order in which things happen. ``run_after`` makes that true although a
thing may have to wait::

    depth = len(s.agenda)
    board.deliver(s, seat)               # may ask something
    run_after(s, depth, ReturnStone())   # at once, or when all that was asked is settled
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.entries import Action, Entry
from engine.errors import IllegalAction, Rule
from engine.state import Facts
from engine.vocabulary import BANK, Site

if TYPE_CHECKING:
    from engine.state import State


class Item(Facts):
    """Anything on the agenda; equal to another of its kind with the same facts."""

    facts: ClassVar[tuple[str, ...]] = ()
    __slots__ = facts

    waits: bool = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.key() == self.key()

    def receive(self, s: State, seat: int, action: Action) -> None:
        """Take an entry, or raise ``IllegalAction`` with nothing changed."""

    def run(self, s: State) -> None:
        """Happen; the item has been taken off the agenda."""


class Decision(Item):
    """`seat` has to choose one of `options`; the board of `site` asked, for reasons in `info`."""

    facts: ClassVar[tuple[str, ...]] = ("seat", "site", "options", "info")
    __slots__ = facts

    def __init__(
        self, seat: int, site: Site, options: tuple[Action, ...], info: tuple[Any, ...] = ()
    ) -> None:
        self.seat = seat
        self.site = site
        self.options = options
        self.info = info

    def receive(self, s: State, seat: int, action: Action) -> None:
        if seat != self.seat:
            raise IllegalAction(Rule.NOT_YOUR_DECISION)
        choices = self.choices(s)
        if not is_offered(action, choices):
            answers = type(action) in {type(choice) for choice in choices}
            raise IllegalAction(Rule.NOT_AN_ANSWER if answers else Rule.DECISION_PENDING)
        s.agenda.pop()
        site: int = self.site
        s.rules.boards[site].answer(s, self, action)

    def choices(self, s: State) -> tuple[Action, ...]:
        """Legal answers."""
        return self.options


def is_offered(action: Action, choices: tuple[Action, ...]) -> bool:
    """True if `action` is one of `choices`; most are interned, so the same object."""
    for choice in choices:
        if choice is action:
            return True
    return action in choices


class Chance(Item):
    """The bank has to write `count` outcomes as an action of the type `expects`.

    `site` is the board that asked, ``None`` where the table or a module did; `info` is the board's.
    """

    facts: ClassVar[tuple[str, ...]] = ("expects", "count", "site", "info")
    __slots__ = facts

    def __init__(
        self,
        expects: type[Action],
        count: int,
        site: Site | None = None,
        info: tuple[Any, ...] = (),
    ) -> None:
        self.expects = expects
        self.count = count
        self.site = site
        self.info = info

    def receive(self, s: State, seat: int, action: Action) -> None:
        if seat != BANK:
            raise IllegalAction(Rule.BANK_PENDING)
        if type(action) is not self.expects:
            raise IllegalAction(Rule.WRONG_OUTCOME)
        if self.site is None:
            s.rules.outcomes[self.expects].do(s, self, action)
        else:
            s.rules.boards[self.site].outcome(s, self, action)


class Step(Item):
    """Something that happens by itself when its time has come."""

    facts: ClassVar[tuple[str, ...]] = ()
    __slots__ = facts

    waits: bool = False


def run_after(s: State, depth: int, step: Step) -> None:
    """Run `step` once nothing above `depth` is left on the agenda: now, or later."""
    if len(s.agenda) == depth:
        step.run(s)
    else:
        s.agenda.insert(depth, step)


def ask_player(s: State, decision: Decision) -> None:
    """Ask a player; a decision with exactly one answer is taken at once (R2.8)."""
    if len(decision.options) == 1:
        option = decision.options[0]
        s.forced.append(Entry(decision.seat, option))
        s.rules.boards[decision.site].answer(s, decision, option)
    else:
        s.agenda.append(decision)
