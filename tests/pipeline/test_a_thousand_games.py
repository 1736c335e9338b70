"""The whole way: 1,000 games of all kinds, 50 of them spoilt, through two workers."""

import io
import zipfile
from collections import Counter

import pytest
from django.core.management import call_command

from engine.vocabulary import Module, Profile, Side, Site
from games.models import Game, Status, Submission
from tests.pipeline.corpus import FAULTS, game
from tests.pipeline.site import all_rated, check_exactly_once
from tests.services.processes import wait_until, workers

pytestmark = [pytest.mark.usefixtures("stage"), pytest.mark.postgres]

GAMES = 1000
FILES = 5
EVERY = 20
"""So many games have one that is spoilt among them."""
PATIENCE = 120
"""Seconds, on a busy machine."""


@pytest.fixture(scope="module")
def logs():
    """The texts in their order, and for the spoilt ones the line at fault."""
    texts, spoilt = [], {}
    for number in range(GAMES):
        text = game(number)
        if number % EVERY == 7:
            text, spoilt[number] = FAULTS[number // EVERY % len(FAULTS)](text)
        texts.append(text)
    return texts, spoilt


@pytest.fixture
def folder(logs, tmp_path):
    for file in range(FILES):
        with zipfile.ZipFile(tmp_path / f"{file}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(file, GAMES, FILES):
                archive.writestr(f"{number}.imh", logs[0][number])
    return tmp_path


def test_a_thousand_games(logs, folder):
    _, spoilt = logs
    assert len(spoilt) == 50
    string_i_o = io.StringIO()
    with workers(2) as (first, second):
        with pytest.raises(SystemExit) as ended:
            call_command("import_logs", str(folder), "--as", "judge", "--wait", stdout=string_i_o)
        wait_until(all_rated, first, second, seconds=PATIENCE)
        assert all("verify_games" in process.log for process in (first, second))
    assert ended.value.code == 1
    check_exactly_once(GAMES - 50, refused=50)
    _check_refusals(spoilt, string_i_o.getvalue(), folder)
    _check_variety()


def _check_refusals(spoilt, output, folder):
    refused = Submission.objects.filter(status=Status.REFUSED)
    lines = {
        int(refusal.member.removesuffix(".imh")): refusal.refusal["line"] for refusal in refused
    }
    assert lines == spoilt
    kinds = Counter(refusal.refusal["kind"] for refusal in refused)
    assert kinds == {"illegal": 30, "result": 10, "syntax": 10}
    *reported, total = output.splitlines()[-51:]
    places = {line.partition(": ")[0] for line in reported}
    assert places == {f"{folder}/{n % FILES}.zip:{n}.imh:{line}" for n, line in spoilt.items()}
    assert total == "5 files: 50 refused, 950 verified"


def _check_variety():
    assert set(Game.objects.values_list("players", flat=True)) == {2, 3, 4}
    assert set(Game.objects.values_list("profile", flat=True)) == {p.value for p in Profile}
    for site in Site:
        sides = set(Game.objects.values_list(site.word, flat=True))
        assert sides == {side.word for side in Side}
    modules = {
        word for words in Game.objects.values_list("modules", flat=True) for word in words.split()
    }
    assert modules == {module.word for module in Module}
