"""What ``import engine`` gives: a few names, each explained, and a tour that runs."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import engine

TOUR = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_names_of_the_face_can_be_read_at_a_glance() -> None:
    assert 25 <= len(engine.__all__) <= 50
    assert len(set(engine.__all__)) == len(engine.__all__)


@pytest.mark.parametrize("name", engine.__all__)
def test_each_name_exists_and_is_explained(name: str) -> None:
    thing = getattr(engine, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        doc = thing.__doc__
        if not doc and engine.COMPILED and inspect.isclass(thing):
            pytest.skip("a compiled class does not keep its docstring")
        assert doc
        assert not doc.startswith(f"{name}(")  # what NamedTuple and dataclass write themselves


def test_the_tour_of_the_engine_runs() -> None:
    assert doctest.testfile(str(TOUR), module_relative=False).failed == 0
