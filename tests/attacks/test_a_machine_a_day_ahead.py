"""A worker's machine is a day ahead, or behind: what it does is dated by the database's clock."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.models import Leaf
from archive.log.services.append import append
from audit.runner import Audit
from games.models import Game, Standing
from games.moderation import actions
from games.standing import reminders
from games.standing.attest import attest
from ratings.models import Closing, Fold, Pending
from ratings.services.closings import close_books
from ratings.services.fold import fold_pending
from ratings.services.rebuild import rebuild_ledger
from tests.attacks.test_rewritten import signer
from tests.cast import account, finished_log, game_of, submit

__all__ = ["signer"]

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.mark.parametrize("days", [1, -1])
def test_what_it_works_out_is_dated_by_the_database(
    days: int,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    tmp_path: Path,
    signer: object,
) -> None:
    ana, ben, judge = account("ana"), account("ben"), account("judge", moderator=True)
    settings.BOOKS_CLOSE_AFTER_DAYS = 2
    true_time = timezone.now
    begun = true_time()
    played_on = {1: begun.date() - 3 * DAY, 2: begun.date() - DAY}
    games = [
        game_of(submit(ana, finished_log(seed=seed, played=str(day))))
        for seed, day in played_on.items()
    ]
    with monkeypatch.context() as wrong:
        wrong.setattr("django.utils.timezone.now", lambda: true_time() + days * DAY)
        for game in games:
            attest(ben, game)
        fold_pending()
        actions.void(judge, games[1], "Twice the same evening.")
        assert begun <= Pending.objects.get().at <= true_time()
        assert close_books() == 1
        rebuild_ledger()
        append()
        dump(tmp_path / "dump")
    ended = true_time()
    assert Closing.objects.get().through == begun.date() - 2 * DAY
    for moments in (
        Fold.objects.values_list("started_at", flat=True),
        Closing.objects.values_list("at", flat=True),
        Leaf.objects.values_list("at", flat=True),
    ):
        assert moments
        assert all(begun <= moment <= ended for moment in moments)
    assert list(map(str, Audit(tmp_path / "dump").differences())) == []


def test_no_game_lapses_a_day_early(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, _ = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    true_time = timezone.now
    accepted_at = true_time() - reminders.FIRST + DAY / 2
    Game.objects.filter(pk=game.pk).update(accepted_at=accepted_at, standing=Standing.WAITING)
    monkeypatch.setattr("django.utils.timezone.now", lambda: true_time() + DAY)
    assert reminders.process_unconfirmed_games() == 0
