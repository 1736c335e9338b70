"""A lesson: a few tasks, each a position with a goal; how a try at one is played and judged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drawing.language import Promise
from drawing.language import gettext as _
from engine import Entry, Setup, State, apply, awaited, legal_actions, parse_entry, start
from engine.vocabulary import BANK

SETUP: Final = Setup.of("white black", "AAAAA")
LEARNER: Final = 0
"""The seat of the learner: white."""

MOST: Final = 4
"""So many entries a learner writes in one task."""


class Verdict(StrEnum):
    """What became of a try: nothing done yet, on the right way, the goal, or something else."""

    BEGUN = "begun"
    GOING = "going"
    RIGHT = "right"
    OTHER = "other"


@dataclass(frozen=True)
class Goal:
    """An entry that is asked for: one whose text fits `fits`. `replies`: what the others and the
    bank write after it, an entry or how it begins: then the first legal one."""

    fits: str
    replies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refused:
    """An entry that the rules refuse in a task, to be tried: `text`, and a button's `words`."""

    text: str
    words: str | Promise


@dataclass(frozen=True)
class Task:
    """A position and what is to be done there.

    `log`: the entries that lead to it, those of the bank included. `wanted`: the sentence that
    says what to do; `goals`: the entries that do it. `right` and `instead` are said of the goal
    and of anything else; `after`: what follows when it was something else. `why`: the rule behind
    it, a key of ``drawing.text.reasons``. `refused`: what may be tried, and is not allowed.
    """

    log: tuple[str, ...]
    wanted: str | Promise
    goals: tuple[Goal, ...]
    right: str | Promise
    instead: str | Promise
    why: str
    after: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """`slug` is its name in addresses; `about`: a sentence on what one learns."""

    slug: str
    title: str | Promise
    about: str | Promise
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class Try:
    """A task as far as a learner has come: all `entries`, of which `given` are the position's;
    `state`: the position after them."""

    verdict: Verdict
    entries: tuple[Entry, ...]
    given: int
    state: State


def names() -> list[str]:
    """The names of the two players, by seat."""
    return [_("Apprentice"), "Hori"]


def tried(task: Task, did: Sequence[str]) -> Try:
    """`task` after the learner wrote `did`, at most ``MOST`` entries, without the colour.

    What is written after the end of a try is passed over. Raises ``IllegalAction`` for an entry
    that the rules refuse and ``LogSyntaxError`` for what is none.
    """
    game = _Played(task.log)
    given = len(game.entries)
    verdict = Verdict.BEGUN
    for goal, text in zip((*task.goals, *[None] * MOST), did[:MOST], strict=False):
        if verdict in (Verdict.RIGHT, Verdict.OTHER):
            break
        entry = parse_entry(SETUP, f"white {text.strip()}")
        game.write(entry)
        if goal is None or not re.fullmatch(goal.fits, entry.action.text):
            verdict = Verdict.OTHER
            game.reply(task.after)
        else:
            verdict = Verdict.RIGHT if goal is task.goals[-1] else Verdict.GOING
            game.reply(goal.replies)
    return Try(verdict, tuple(game.entries), given, game.state)


def wanted_now(task: Task, at: Try) -> list[str]:
    """The entries that lead to the goal, of those that the learner may write at `at`."""
    if at.verdict not in (Verdict.BEGUN, Verdict.GOING):
        return []
    own = sum(1 for entry in at.entries[at.given :] if entry.seat == LEARNER)
    goal = task.goals[own]
    legal = [action.text for action in legal_actions(at.state)]
    return [text for text in legal if re.fullmatch(goal.fits, text)]


class _Played:
    """A game as its entries are written."""

    def __init__(self, log: Sequence[str]) -> None:
        self.state = start(SETUP)
        self.entries: list[Entry] = []
        for line in log:
            self.write(parse_entry(SETUP, line))

    def write(self, entry: Entry) -> None:
        apply(self.state, *entry)
        self.entries.append(entry)

    def reply(self, texts: Sequence[str]) -> None:
        """Write those of `texts` that fit, as the others' turn comes."""
        for text in texts:
            now = awaited(self.state)
            if now is None or now.seat == LEARNER:
                return
            found = self._fitting(text, now.seat)
            if found:
                self.write(parse_entry(SETUP, found))

    def _fitting(self, text: str, seat: int) -> str:
        """The first entry of `seat` that begins with `text`; empty if there is none. What the
        bank writes has to be legal as it is."""
        if seat == BANK:
            return text
        legal = (f"black {action.text}" for action in legal_actions(self.state))
        return next((one for one in legal if one.startswith(text)), "")
