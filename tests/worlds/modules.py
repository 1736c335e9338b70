"""A world for a module of tests: made once, and each test finds it as it was made."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest


def module_world(build: Callable[[], Any], name: str = "world") -> tuple[Any, Any]:
    """The fixtures ``stored_world``, which `build` makes once a module, and `name`, its copy.

    A module, or a ``conftest.py``, binds both: ``stored_world, world = module_world(make_world)``.
    """

    @pytest.fixture(scope="module", name="stored_world")
    def stored(keep: Callable[[Callable[[], Any]], Any]) -> Any:
        return keep(build)

    @pytest.fixture(name=name)
    def copied(stored_world: Any, db: None) -> Any:
        return deepcopy(stored_world)

    return stored, copied
