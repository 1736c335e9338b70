"""Several at once: writers of the log, and people whose acts wait for leaves."""

import pytest

from archive.log.models import Leaf, Waiting
from archive.log.services.append import append
from games.lines import line_digest, standing_lines
from games.models import Account, Game, Verification
from games.standing import attest
from tests.cast import account, finished_log, game_of, submit
from tests.site.log.trees import agrees
from tests.site.standing.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_several_writers_make_one_tree(ana: Account, ben: Account) -> None:
    for seed in range(1, 6):
        submit(ana, finished_log(seed=seed))
    at_once(*[append] * 4)
    assert Leaf.objects.filter(kind="verification").count() == Verification.objects.count() == 5
    assert Leaf.objects.filter(kind="standing").count() == Game.objects.count() == 5
    agrees()


def test_what_is_done_while_the_log_is_written_is_in_it_afterwards() -> None:
    ana, ben = account("ana"), account("ben")
    games = [game_of(submit(ana, finished_log(seed=seed))) for seed in range(1, 5)]
    at_once(append, append, *[lambda game=game: attest.attest(ben, game) for game in games])
    append()
    assert not Waiting.objects.exists()
    for line in standing_lines([game.pk for game in games]):
        last = Leaf.objects.filter(kind="standing", record=line["game"]).order_by("pk").last()
        assert last is not None
        assert last.digest == line_digest(line)
    assert Game.objects.filter(standing="counted").count() == 4
    agrees()
