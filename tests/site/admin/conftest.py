from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.worlds.admin_scene import Scene, scene


@pytest.fixture(scope="module")
def stored_scene(keep: Callable[[Callable[[], Scene]], Scene]) -> Scene:
    return keep(scene)


@pytest.fixture(name="scene")
def fresh_scene(stored_scene: Scene, db: None) -> Scene:
    """One scene for the tests of a module; each finds it as it was made."""
    return deepcopy(stored_scene)
