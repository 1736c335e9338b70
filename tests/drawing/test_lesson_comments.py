"""Comments of the lessons are true: every legal entry of every task is played, and each statement
of the comment that follows is compared with the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from engine import legal_actions
from engine.outlook import outlook
from engine.vocabulary import Card, CardColour, Site
from tables.learn.lessons import LESSONS
from tables.learn.lessons.lesson import (
    LEARNER,
    Task,
    TaskTry,
    TaskVerdict,
    play_task,
    task_comment,
)

HORI: Final = 1 - LEARNER
NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
TASKS = [
    pytest.param(task, id=f"{lesson.slug}-{number}")
    for lesson in LESSONS
    for number, task in enumerate(lesson.tasks, 1)
]


class Attempt:
    """A finished attempt at a task: its entries, the position before it and the one after."""

    def __init__(self, task: Task, progress: TaskTry) -> None:
        self.task, self.after = task, progress.state
        self.before = play_task(task, []).state
        entries = progress.entries[progress.log_length :]
        self.entries = [(entry.seat, entry.action.text) for entry in entries]
        self.legal = {action.text for action in legal_actions(self.after)}

    def sailed(self, seat: int, destination: str) -> bool:
        return any(s == seat and re.fullmatch(f"sail {destination}", t) for s, t in self.entries)

    def market_visitors(self) -> list[int]:
        return [seat for seat, text in self.entries if text.startswith("card ")]

    def points(self, seat: int) -> int:
        return self.after.players[seat].points - self.before.players[seat].points

    def sled(self) -> int:
        return self.after.players[LEARNER].sled - self.before.players[LEARNER].sled

    def owns(self, card: Card) -> bool:
        return self.after.players[LEARNER].cards[card] > 0

    def colours(self) -> set[CardColour]:
        """The colours of the learner's cards."""
        colours = self.after.rules.colours
        return {CardColour(colours[card]) for card in Card if self.owns(card)}

    def market_cards(self) -> int:
        return sum(card >= 0 for card in self.after.sites[Site.MARKET].up)

    def is_free(self, site: Site) -> bool:
        return not self.after.docks[site]

    def aboard(self, ship: int) -> int:
        return self.after.harbour[ship].load if ship in self.after.harbour else 0

    def unloaded(self) -> int:
        """How many stones were aboard the ships that sailed, before the attempt."""
        ships = [text.split()[1] for _seat, text in self.entries if text.startswith("sail ")]
        return sum(self.before.harbour[int(ship)].load for ship in ships)


Check = Callable[[Attempt, int], bool]

CLAIMS: Final[dict[str, Check]] = {
    # turns and ships
    r"(three) stones lie on your sled": lambda a, n: a.sled() == n,
    r"A sled has space for (five) stones": lambda a, n: a.after.rules.sled_capacity == n,
    r"The ship sailed with its stones": lambda a, n: a.sailed(LEARNER, ".*"),
    r"your sled is still empty": lambda a, n: a.after.players[LEARNER].sled == 0,
    r"The ship has (two) stones now, which is as many as it needs": lambda a, n: (
        a.aboard(1) == n == a.after.harbour[1].minimum
    ),
    r"sail it: Hori in the next turn": lambda a, n: a.after.turn == HORI,
    r"sail it, in the next turn already: you": lambda a, n: a.after.turn == LEARNER,
    r"Your stone lies on another ship": lambda a, n: (
        a.entries[0][1].startswith("load ") and a.aboard(1) < a.after.harbour[1].minimum
    ),
    r"still needs a stone": lambda a, n: a.aboard(1) == a.after.harbour[1].minimum - 1,
    r"That was one action": lambda a, n: (
        a.entries[0][0] == LEARNER and not a.entries[0][1].startswith("play ")
    ),
    r"Hori sailed the ship": lambda a, n: a.sailed(HORI, "1 market"),
    r"You sailed the ship to the market": lambda a, n: a.sailed(LEARNER, "1 market"),
    r"You sailed the ship to another site": lambda a, n: (
        a.sailed(LEARNER, "1 .*") and not a.sailed(LEARNER, "1 market")
    ),
    r"none of its stones takes a card|No card was taken": lambda a, n: not a.market_visitors(),
    r"You sailed another ship to the market": lambda a, n: a.sailed(LEARNER, "[23] market"),
    r"Hori's ship cannot go there": lambda a, n: a.aboard(1) > 0 and not a.is_free(Site.MARKET),
    r"You sailed a ship without a stone of yours": lambda a, n: (
        a.sailed(LEARNER, "1 .*") and LEARNER not in a.before.harbour[1].spaces
    ),
    r"Hori cannot sail to the pyramids": lambda a, n: (
        a.aboard(1) > 0 and not a.is_free(Site.PYRAMID)
    ),
    r"Hori can sail it to the pyramids in the next turn": lambda a, n: (
        a.aboard(1) > 0 and a.is_free(Site.PYRAMID)
    ),
    # points
    r"Hori has no points yet": lambda a, n: a.points(HORI) == 0,
    r"Hori has (six) points": lambda a, n: a.points(HORI) == n,
    r"Your stone scored (\d) points": lambda a, n: a.points(LEARNER) == n,
    r"brought 2 and 3 points at once, and Hori's stone in the middle brought 1": lambda a, n: (
        (a.points(LEARNER), a.points(HORI)) == (2 + 3, 1)
    ),
    r"the last ship. Each stone that can be seen from above brought a point": lambda a, n: (
        a.after.round == a.before.round + 1 and a.points(LEARNER) + a.points(HORI) == a.unloaded()
    ),
    r"Your two stones touch.* a group of two is worth (\d) points": lambda a, n: (
        outlook(a.after).worth[Site.BURIAL_CHAMBER][LEARNER] == n
    ),
    r"Your obelisk is (two) stones high": lambda a, n: (
        a.after.rules.boards[Site.OBELISKS].stones(a.after.sites[Site.OBELISKS]).count(LEARNER) == n
    ),
    r"did not get to this site": lambda a, n: (
        not any(
            a.sailed(seat, f".* {a.task.rule_key.partition('.')[2]}") for seat in (LEARNER, HORI)
        )
    ),
    # cards
    r"chose first from (four) cards": lambda a, n: (
        a.market_visitors()[:1] == [LEARNER] and a.market_cards() + len(a.market_visitors()) == n
    ),
    r"(two|three) (?:that )?are left": lambda a, n: a.market_cards() == n,
    r"the (two) stones behind yours": lambda a, n: a.unloaded() == n,
    r"only stones on the ship take cards": lambda a, n: set(a.market_visitors()) == {HORI},
    r"Each stone takes one card": lambda a, n: len(a.market_visitors()) == a.unloaded(),
    r"Your stone (?:on ship (3) )?takes a card": lambda a, n: (
        a.sailed(LEARNER, f"{n or '[23]'} market")
        and any(text.startswith("card ") for text in a.legal)
    ),
    r"The Hammer lies in front of you": lambda a, n: a.owns(Card.HAMMER),
    r"The Lever is a blue card too": lambda a, n: (
        a.owns(Card.LEVER) and a.colours() == {CardColour.BLUE}
    ),
    r"That card works differently: green and (?:violet|purple)": lambda a, n: (
        bool(a.colours()) and a.colours() <= {CardColour.GREEN, CardColour.PURPLE}
    ),
    r"With the Hammer you would have": lambda a, n: a.owns(Card.HAMMER),
    r"You played the Hammer": lambda a, n: not a.owns(Card.HAMMER),
    r"took (three) stones and loaded one": lambda a, n: a.sled() == n - 1,
}
"""A statement of a comment, and its check, which gets the number that stands in it."""


ADVICE: Final = (
    r"in a turn you do one thing",
    r"The front space is at the bow",
    r"Load your stone",
    r"Load ship 1 instead",
    r"The task is to sail Hori's stones somewhere else",
    r"The stones themselves go back to their quarries",
    r"Later stones will cover these stones",
    r"You keep a blue card until you spend a turn to play it",
    r"Without a stone you get nothing",
    r"In a game for two, the higher obelisk brings 10 points",
    r"But this task asks for the Hammer",
    r"But that stone belongs on the last space",
)
"""Sentences that say no more than what holds in every position: a rule, or the task again."""


def finished(task: Task, did: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], TaskTry]]:
    """Every attempt that the rules allow, as far as the task goes."""
    for action in legal_actions(play_task(task, did).state):
        attempt = (*did, action.text)
        progress = play_task(task, attempt)
        if progress.verdict is TaskVerdict.GOING:
            yield from finished(task, attempt)
        else:
            yield attempt, progress


def claims_of(comment: str) -> list[tuple[re.Match[str], Check]]:
    """The statements of a comment with their checks."""
    return [
        (claim, check)
        for pattern, check in CLAIMS.items()
        if (claim := re.search(pattern, comment, re.IGNORECASE))
    ]


def false_claims(comment: str, attempt: Attempt) -> list[str]:
    """The statements of `comment` that the position contradicts."""
    wrong = []
    for claim, check in claims_of(comment):
        number = (claim.groups() or ("",))[0] or "0"
        if not check(attempt, NUMBERS.get(number.lower(), 0) or int(number)):
            wrong.append(claim.group())
    return wrong


@pytest.mark.parametrize("task", TASKS)
def test_each_statement_of_a_comment_agrees_with_the_position(task: Task):
    wrong, checked = [], 0
    for did, progress in finished(task):
        comment, attempt = task_comment(task, progress), Attempt(task, progress)
        assert claims_of(comment), f"no statement of {comment!r} is checked"
        wrong += [f"{' | '.join(did)}: {claim}" for claim in false_claims(comment, attempt)]
        checked += 1
    assert not wrong
    assert checked


@pytest.mark.parametrize("task", TASKS)
def test_each_sentence_of_a_comment_is_checked_or_holds_always(task: Task):
    comments = [task.right, task.instead, *(move.words for move in task.other_moves)]
    loose = []
    for comment in map(str, comments):
        spans = [claim.span() for claim, _check in claims_of(comment)]
        for sentence in re.finditer(r"[^.]+\.", comment):
            covered = any(a < sentence.end() and sentence.start() < b for a, b in spans)
            if not covered and not any(re.search(rule, sentence.group()) for rule in ADVICE):
                loose.append(sentence.group())
    assert not loose


@pytest.mark.parametrize("task", TASKS)
def test_praise_after_another_move_would_be_noticed(task: Task):
    """The checks can fail: the words for the goal are false after another move."""
    attempts = [progress for _did, progress in finished(task)]
    missed = [progress for progress in attempts if progress.verdict is TaskVerdict.OTHER]
    assert any(false_claims(str(task.right), Attempt(task, progress)) for progress in missed)
