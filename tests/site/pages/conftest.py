from collections.abc import Callable
from copy import deepcopy

import pytest
from django.core.cache import cache

from tests.worlds.pages_world import World, make_world


@pytest.fixture(autouse=True)
def _forgotten(db: None) -> None:
    """What one test was refused for is not held against the next."""
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture(scope="module")
def made_world(keep: Callable[[Callable[[], World]], World]) -> World:
    return keep(make_world)


@pytest.fixture
def kept_world(made_world: World, db: None) -> World:
    """One world for all tests of a module that makes it its `world`; each finds it as it was
    made."""
    return deepcopy(made_world)
