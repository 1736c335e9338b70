import pytest
from django.core.cache import cache

from tests.worlds.modules import module_world
from tests.worlds.pages_world import make_world


@pytest.fixture(autouse=True)
def _forgotten(db: None) -> None:
    """What one test was refused for is not held against the next."""
    cache.clear()


stored_world, world = module_world(make_world)
