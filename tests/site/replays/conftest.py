import pytest
from django.core.cache import cache

from games.models import Game
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.modules import module_world


@pytest.fixture(autouse=True)
def _forgotten(db: None) -> None:
    """What a test has drawn, and how often somebody asked, is not there in the next one."""
    cache.clear()


def make_game() -> Game:
    """A game of ana, who is at home here, and a guest."""
    return game_of(submit(account("ana"), finished_log("black=@ana white=Zoe")))


stored_world, game = module_world(make_game, "game")
