"""Levels and budgets."""

from __future__ import annotations

from engine.computer import LEVELS, Playouts, Seconds


def test_the_levels_are_named_the_weakest_first() -> None:
    assert list(LEVELS) == ["random", "greedy", "search-1", "search-2", "search-3"]
    assert all(name == level.name and level.title for name, level in LEVELS.items())
    strengths = [(level.playouts, level.seconds) for level in LEVELS.values()]
    assert (strengths[:2], strengths) == ([(0, 0), (0, 0)], sorted(strengths))
    assert len(set(strengths)) == 4


def test_playouts_are_spent_when_they_are_made() -> None:
    budget = Playouts(3)
    assert [budget.spent(number) for number in range(5)] == [False, False, False, True, True]


def test_seconds_are_those_of_the_clock_that_is_given() -> None:
    seconds = 100.0
    budget = Seconds(lambda: seconds, 2.5)
    assert not budget.spent(10**6)
    seconds = 102.4
    assert not budget.spent(0)
    seconds = 102.5
    assert budget.spent(0)
