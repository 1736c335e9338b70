"""Players that the tests of ratings have in common."""

from typing import Any

import pytest

from games.models import Player
from tests.worlds.league import players


def person(name: str) -> Any:
    """The fixture of a player of this name."""

    @pytest.fixture(name=name)
    def fixture(db: None) -> Player:
        return players(name)[0]

    return fixture


ana, ben, cleo, dan = (person(name) for name in ("ana", "ben", "cleo", "dan"))
