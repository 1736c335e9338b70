"""The lessons: positions that the engine accepts, goals that can be reached, sentences for all that
may be done."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from drawing.play.live import Live
from drawing.text.reasons import rule_reason
from engine import IllegalAction, LogSyntaxError, awaited, legal_actions
from engine.outlook import outlook
from engine.vocabulary import Site
from tables.learn.lessons import LESSONS, lesson_called
from tables.learn.lessons.lesson import (
    LEARNER,
    MAX_ENTRIES,
    SETUP,
    Task,
    TaskTry,
    TaskVerdict,
    goal_entries,
    names,
    play_task,
)

TASKS = [
    pytest.param(task, id=f"{lesson.slug}-{number}")
    for lesson in LESSONS
    for number, task in enumerate(lesson.tasks, 1)
]


def led(task: Task) -> Iterator[tuple[list[str], TaskTry]]:
    """The way to the goal, try by try."""
    did: list[str] = []
    position = play_task(task, did)
    yield did, position
    while position.verdict in (TaskVerdict.BEGUN, TaskVerdict.GOING):
        did = [*did, goal_entries(task, position)[0]]
        position = play_task(task, did)
        yield did, position


def test_there_are_six_lessons_with_addresses_of_their_own():
    assert len({lesson.slug for lesson in LESSONS}) == 6
    assert [lesson_called(lesson.slug) for lesson in LESSONS] == list(LESSONS)
    with pytest.raises(KeyError):
        lesson_called("no-such-lesson")


@pytest.mark.parametrize("task", TASKS)
def test_the_goal_is_reached_by_legal_entries(task: Task):
    ways = list(led(task))
    did, position = ways[-1]
    assert position.verdict is TaskVerdict.RIGHT
    assert len(did) == len(task.goals) < MAX_ENTRIES
    for _did, before in ways[:-1]:
        question = awaited(before.state)
        assert question is not None
        assert question.seat == LEARNER
    assert (
        play_task(task, [*did, "take"]).entries == position.entries
    )  # what comes later is passed over


@pytest.mark.parametrize("task", TASKS)
def test_whatever_else_is_legal_is_answered_and_drawn(task: Task):
    begun = play_task(task, [])
    Live(SETUP, names(), LEARNER).follow(begun.entries)
    verdicts = set()
    for action in legal_actions(begun.state):
        position = play_task(task, [action.text])
        verdicts.add(position.verdict)
        assert position.entries[: begun.log_length] == begun.entries
    assert TaskVerdict.OTHER in verdicts or len(task.goals[0].fits) == len("take")
    assert verdicts & {TaskVerdict.RIGHT, TaskVerdict.GOING}
    assert rule_reason(begun.state.rules, task.rule_key).url.startswith("/rules/")


@pytest.mark.parametrize("task", TASKS)
def test_what_is_said_to_be_refused_is_refused_with_a_ruling(task: Task):
    for sample in task.refused:
        with pytest.raises(IllegalAction) as refusal:
            play_task(task, [sample.text])
        assert re.fullmatch(r"R\d+\.\d+", refusal.value.rule.place)


def test_what_is_no_entry_of_the_learner_is_refused():
    (task,) = lesson_called("load").tasks
    for text in ("", "black take", "sit", "load 9.9 " * 20):
        with pytest.raises((IllegalAction, LogSyntaxError)):
            play_task(task, [text])


def test_the_numbers_in_the_sentences_are_those_of_the_engine():
    def points(slug: str, number: int, *did: str) -> list[int]:
        position = play_task(lesson_called(slug).tasks[number], did)
        return [player.points for player in position.state.players]

    assert points("others", 0, "take") == [0, 6]  # "six points"
    assert points("others", 0, "sail 1 temple") == [0, 0]  # "no points yet"
    assert points("sites", 1, "sail 1 pyramid") == [2 + 3, 1]
    assert points("sites", 2, "sail 1 temple") == [2, 1]  # "brought a point" each


@pytest.mark.parametrize(("number", "site"), [(3, Site.BURIAL_CHAMBER), (4, Site.OBELISKS)])
def test_what_counts_at_the_end_is_said_as_the_edition_has_it(number: int, site: Site):
    task = lesson_called("sites").tasks[number]
    s = play_task(task, [goal_entries(task, play_task(task, []))[0]]).state
    board = s.rules.boards[site]
    table = board.area_points[1:4] if site is Site.BURIAL_CHAMBER else board.points
    assert [int(number) for number in re.findall(r"[0-9]+", str(task.right))] == table
    assert outlook(s).worth[site][LEARNER] == table[0]
