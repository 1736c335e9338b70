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
from engine.vocabulary import BANK, Site

SETUP: Final = Setup.of("white black", "AAAAA")
LEARNER: Final = 0
"""The seat of the learner: white."""

MAX_ENTRIES: Final = 4
"""So many entries a learner writes in one task."""


class TaskVerdict(StrEnum):
    """Outcome of an attempt: nothing done yet, on the right way, the goal, or something else."""

    BEGUN = "begun"
    GOING = "going"
    RIGHT = "right"
    OTHER = "other"


@dataclass(frozen=True)
class Goal:
    """An entry that a task asks for: its text fits `fits`. `replies`: entries of the others and the
    bank after it, whole or their beginning: then the first legal one that begins so."""

    fits: str
    replies: tuple[str, ...] = ()


@dataclass(frozen=True)
class OtherMove:
    """A legal entry that a task does not ask for: its text fits `fits`; `words`: the comment."""

    fits: str
    words: str | Promise


@dataclass(frozen=True)
class RefusedMove:
    """An entry that the rules refuse in a task, to be tried: `text`, and a button's `words`."""

    text: str
    words: str | Promise


@dataclass(frozen=True)
class Task:
    """A position and its task.

    `log`: the entries that lead to it, those of the bank included. `instruction`: the sentence that
    says what to do; `goals`: the entries that do it. `right` comments on the goal, the first
    fitting one of `other_moves` on another entry, `instead` on all the rest; `after`: the replies
    to another entry. `rule_key`: the rule behind it, a key of ``drawing.text.reasons``. `refused`:
    moves to try that are not allowed.
    """

    log: tuple[str, ...]
    instruction: str | Promise
    goals: tuple[Goal, ...]
    right: str | Promise
    instead: str | Promise
    rule_key: str
    after: tuple[str, ...] = ()
    other_moves: tuple[OtherMove, ...] = ()
    refused: tuple[RefusedMove, ...] = ()

    @property
    def sites(self) -> list[Site]:
        """The sites that it is about: those that its goals, the replies and the rule name."""
        texts = [text for goal in self.goals for text in (goal.fits, *goal.replies)]
        named = " ".join([*texts, self.rule_key])
        return [site for site in Site if re.search(rf"\b{site.word}\b", named)]


@dataclass(frozen=True)
class Lesson:
    """`slug` is its name in addresses; `about`: a sentence on what one learns."""

    slug: str
    title: str | Promise
    about: str | Promise
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class TaskTry:
    """A task as far as a learner has come: all `entries`, of which `log_length` are the position's;
    `state`: the position after them."""

    verdict: TaskVerdict
    entries: tuple[Entry, ...]
    log_length: int
    state: State


def names() -> list[str]:
    """The names of the two players, by seat."""
    return [_("Apprentice"), "Hori"]


def play_task(task: Task, did: Sequence[str]) -> TaskTry:
    """`task` after the learner wrote `did`, at most ``MAX_ENTRIES`` entries, without the colour.

    What is written after the end of a try is passed over. Raises ``IllegalAction`` for an entry
    that the rules refuse and ``LogSyntaxError`` for what is none.
    """
    game = _TaskGame(task.log)
    log_length = len(game.entries)
    verdict = TaskVerdict.BEGUN
    for goal, text in zip((*task.goals, *[None] * MAX_ENTRIES), did[:MAX_ENTRIES], strict=False):
        if verdict in (TaskVerdict.RIGHT, TaskVerdict.OTHER):
            break
        entry = parse_entry(SETUP, f"white {text.strip()}")
        game.write(entry)
        if goal is None or not re.fullmatch(goal.fits, entry.action.text):
            verdict = TaskVerdict.OTHER
            game.reply(task.after)
        else:
            verdict = TaskVerdict.RIGHT if goal is task.goals[-1] else TaskVerdict.GOING
            game.reply(goal.replies)
    return TaskTry(verdict, tuple(game.entries), log_length, game.state)


def task_comment(task: Task, progress: TaskTry) -> str:
    """Comment on the attempt; empty while it goes on."""
    if progress.verdict is TaskVerdict.RIGHT:
        return str(task.right)
    if progress.verdict is not TaskVerdict.OTHER:
        return ""
    entries = progress.entries[progress.log_length :]
    text = [entry.action.text for entry in entries if entry.seat == LEARNER][-1]
    comments = (move.words for move in task.other_moves if re.fullmatch(move.fits, text))
    return str(next(comments, task.instead))


def goal_entries(task: Task, progress: TaskTry) -> list[str]:
    """The entries that lead to the goal, of those that the learner may write at `progress`."""
    if progress.verdict not in (TaskVerdict.BEGUN, TaskVerdict.GOING):
        return []
    entries = sum(1 for entry in progress.entries[progress.log_length :] if entry.seat == LEARNER)
    goal = task.goals[entries]
    legal = [action.text for action in legal_actions(progress.state)]
    return [text for text in legal if re.fullmatch(goal.fits, text)]


class _TaskGame:
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
        """Write those of `texts` that fit, as long as it is not the learner's turn."""
        for text in texts:
            decision = awaited(self.state)
            if decision is None or decision.seat == LEARNER:
                return
            reply = self._fitting(text, decision.seat)
            if reply:
                self.write(parse_entry(SETUP, reply))

    def _fitting(self, text: str, seat: int) -> str:
        """The first legal entry of `seat` that begins with `text`; empty if there is none. An entry
        of the bank is taken as it is."""
        if seat == BANK:
            return text
        legal = (f"black {action.text}" for action in legal_actions(self.state))
        return next((candidate for candidate in legal if candidate.startswith(text)), "")
