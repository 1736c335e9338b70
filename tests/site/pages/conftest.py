import pytest
from django.core.cache import cache

from tests.worlds.modules import module_world
from tests.worlds.pages_world import World, make_world


@pytest.fixture(autouse=True)
def _forgotten(db: None) -> None:
    """What one test was refused for is not held against the next."""
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    return make_world()


stored_world, kept_world = module_world(make_world, "kept_world")
