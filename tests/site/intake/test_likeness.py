"""Marks of logs, and their lines beside each other; no database."""

import random
import re

import pytest

from benchmarks.nearly import EDITS, change_entry, in_every_round, twelve
from engine import read_log, verify
from games.judging.similarity import (
    MARKS,
    NEARLY,
    PRIME,
    RUN,
    log_lines,
    marks_of,
    parting,
    share,
    side_by_side,
)
from tests.cast import finished_log


def text(seed: int = 1) -> str:
    return finished_log("black= white= gray=", "ABCDA", seed=seed)


def test_lines_are_the_entries_with_seats_for_colours() -> None:
    lines = log_lines(text())
    assert len(lines) == len(read_log(text()).entries)
    assert not re.search("black|white|gray", "\n".join(lines))
    other = {"black": "gray", "white": "brown", "gray": "black"}
    exchanged = re.sub("black|white|gray", lambda word: other[word[0]], text())
    assert log_lines(exchanged) == lines
    numbered = verify(read_log(text())).texts.numbered  # of which a worker makes the marks
    assert tuple(numbered.splitlines()) == lines


def test_marks_are_few_small_and_always_the_same() -> None:
    marks = marks_of(log_lines(text()))
    assert marks == sorted(set(marks))
    assert len(marks) == MARKS
    assert all(0 <= mark < PRIME for mark in marks)
    assert marks_of("abcdef") == [321771282201635428]  # what is stored would be found no more
    assert marks_of("abcde") == []


def test_marks_follow_from_runs_alone() -> None:
    """Each run has its hash, wherever it stands."""
    runs = {mark for begin in range(9) for mark in marks_of("xyzabcabcdefgh"[begin : begin + RUN])}
    assert marks_of("xyzabcabcdefgh") == sorted(runs)[:MARKS]


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_copy_is_found(name: str) -> None:

    chance = random.Random(3)
    for seed in (1, 2):
        edited = EDITS[name](chance, text(seed))
        assert edited is not None
        lines, copy = log_lines(text(seed)), log_lines(edited)
        assert lines != copy
        assert set(marks_of(lines)) & set(marks_of(copy))
        assert NEARLY <= share(lines, copy) < 1


def test_strangers_are_not_alike() -> None:
    lines, other = log_lines(text(1)), log_lines(text(2))
    assert not set(marks_of(lines)) & set(marks_of(other))
    assert share(lines, other) == 0.0
    assert share(lines, tuple(reversed(lines))) < NEARLY  # the same lines in another order


def test_where_two_logs_part() -> None:
    letters = tuple("abcdefgh")
    assert parting(letters, letters) is None
    first = parting(letters, tuple("abcXefgh"))
    assert first == (3, ("d",), ("X",))
    assert parting(letters, tuple("abcefgh")) == (3, ("d",), ())
    assert parting(letters, tuple("abcdefghi")) == (8, (), ("i",))


def test_logs_beside_each_other() -> None:
    assert side_by_side(tuple("abcd"), tuple("aXXcd")) == [
        (0, 0, True),
        (1, 1, False),
        (None, 2, False),
        (2, 3, True),
        (3, 4, True),
    ]


def test_an_edit_is_an_edit() -> None:
    """The kinds do what they are called."""

    chance = random.Random(1)
    lines = log_lines(text())
    for edit, most in [(change_entry, 1), (in_every_round, 6), (twelve, 12)]:
        edited = edit(chance, text())
        assert edited is not None
        rows = side_by_side(lines, log_lines(edited))
        assert 1 <= sum(not is_equal for _, _, is_equal in rows) <= most
