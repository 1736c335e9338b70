"""A small league: six games of two, played by ana and ben."""

import pytest

from games.models import Game
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, submit


@pytest.fixture
def league(db: None) -> list[Game]:
    ana, ben, ida = account("ana"), account("ben"), account("ida", arbiter=True)
    assert ana.pk != ben.pk
    sites = ("AAAAA", "BBBBB", "ABCDA")
    games = [
        game_of(submit(ida, finished_log(sites=site, seed=seed)))
        for site in sites
        for seed in (1, 2)
    ]
    fold_pending()
    return list(Game.objects.filter(pk__in=[game.pk for game in games]))
