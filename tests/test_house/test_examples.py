"""The examples in docstrings print what they say."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.test_house import source

MODULES = [
    ".".join(path.relative_to(source.ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in source.product()
    if ">>> " in source.text(path)
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_run(module: str) -> None:
    outcome = doctest.testmod(import_module(module))
    assert outcome.attempted
    assert outcome.failed == 0
