"""A log says that it was played before the game came out, and so before all rated games."""

from __future__ import annotations

import re

import pytest

from games.models import Account, Game
from tests.cast import finished_log, submit

pytestmark = pytest.mark.django_db


def log_of_day(day: str) -> str:
    log, number = re.subn(r"(?m)^played: .*$", f"played: {day}", finished_log())
    assert number == 1
    return log


@pytest.mark.parametrize("day", ["0001-01-01", "1999-12-31", "2015-12-31"])
def test_a_day_before_the_game_came_out_is_refused(ana: Account, day: str) -> None:
    submission = submit(ana, log_of_day(day)).submissions.get()
    assert submission.status == "refused"
    assert submission.refusal["kind"] == "date"
    assert f"played: {day} is before 2016" in submission.refusal["message"]
    assert not Game.objects.exists()


def test_the_first_day_is_accepted(ana: Account, ben: Account) -> None:
    submission = submit(ana, log_of_day("2016-01-01")).submissions.get()
    assert submission.status == "verified", submission.refusal
