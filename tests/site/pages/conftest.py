from __future__ import annotations

import pytest
from django.core.cache import cache

from imhotep_site.views import numbers
from tests.site.pages.world import World, make_world


@pytest.fixture(autouse=True)
def _forgotten(db: None) -> None:
    """What one test was refused for is not held against the next."""
    cache.clear()
    numbers.cache_clear()


@pytest.fixture
def world(db: None) -> World:
    return make_world()
