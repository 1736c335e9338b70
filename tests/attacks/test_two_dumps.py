"""An operator changes what an older dump says: the one who kept it compares the two."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection

from archive.dumps.services.publish import dump
from audit.__main__ import main
from audit.compare import DumpComparison
from games.models import Game, Player, Seat
from games.moderation import actions
from games.written_once import unlock
from ratings.models import Reason
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(tmp_path):
    """An older dump of two games."""
    ana = account("ana")
    account("ben")
    for seed in (1, 3):
        submit(ana, finished_log(seed=seed))
    dump(tmp_path / "old")
    return tmp_path / "old"


def changes(old, folder):
    dump(folder)
    return {str(change).partition(";")[0] for change in DumpComparison(old, folder).changes()}


def test_an_honest_site_that_grows_changes_nothing(old, tmp_path, capsys):
    assert changes(old, tmp_path / "same") == set()
    submit(account("cleo"), finished_log("black=@ana white=@ben", seed=5))
    dump(tmp_path / "new")
    assert main(["--compare", str(old), str(tmp_path / "new")]) == 0
    assert "0 changed or removed." in capsys.readouterr().out


def test_an_exchanged_winner_and_names_are_named_with_their_fields(old, tmp_path, capsys):
    game = Game.objects.order_by("pk")[0]
    Seat.objects.filter(game=game).update(points=1)
    Player.objects.filter(account__username="ana").update(name="Tiye")
    named = changes(old, tmp_path / "new")
    assert any(change.startswith(f"games.ndjson.gz: {game.pk}: changed:") for change in named)
    assert main(["--compare", str(old), str(tmp_path / "new")]) == 1
    assert "no decision" in capsys.readouterr().out


def test_a_line_that_was_removed_is_named(old, tmp_path):
    moderator = account("mo", moderator=True)
    actions.void(moderator, Game.objects.order_by("pk")[0], "a test")
    named = changes(old, tmp_path / "new")
    assert any("standings.ndjson.gz" in change and "changed" in change for change in named)
    swapped = {str(change) for change in DumpComparison(tmp_path / "new", old).changes()}
    assert any("standings.ndjson.gz" in change for change in swapped)


def test_a_change_is_named_with_its_decisions(old, tmp_path):
    moderator, (game, other) = account("mo", moderator=True), Game.objects.order_by("pk")
    actions.void(moderator, game, "It was never played.")
    Game.objects.filter(pk=other.pk).update(unrated=True)
    dump(tmp_path / "new")
    named = [str(change) for change in DumpComparison(old, tmp_path / "new").changes()]
    (voided,) = [line for line in named if line.startswith(f"standings.ndjson.gz: {game.pk}")]
    assert "decision: void, by moderator, " in voided
    assert "(It was never played.)" in voided
    (silent,) = [line for line in named if line.startswith(f"standings.ndjson.gz: {other.pk}")]
    assert silent.endswith("; no decision")
    backwards = [str(change) for change in DumpComparison(tmp_path / "new", old).changes()]
    assert any(re.match(r"decisions\.ndjson\.gz: \d+: removed", line) for line in backwards)


def test_a_setting_that_changes_is_named(old, tmp_path, settings):
    settings.LEADERBOARD_GAMES = 77
    named = changes(old, tmp_path / "new")
    assert named == {"manifest.json: settings: changed: leaderboard_games"}
    assert main(["--compare", str(old), str(tmp_path / "new")]) == 1


def test_another_engine_is_no_changed_setting(old, tmp_path):
    manifest = old / "manifest.json"
    document = json.loads(manifest.read_text("utf-8"))
    document["settings"]["engine"] = "0.1.0+0"
    manifest.write_text(json.dumps(document), "utf-8")
    assert changes(old, tmp_path / "later") == set()


@pytest.mark.both_databases
def test_a_reason_that_is_no_longer_there_is_named(tmp_path):
    """Of games that were taken back: why their ratings were replaced."""
    moderator, ida = account("mo", moderator=True), account("ida", arbiter=True)
    account("ana")
    account("ben")
    for seed in (1, 3):
        submit(ida, finished_log(seed=seed))
    fold_pending()
    game = Game.objects.order_by("pk")[0]
    actions.void(moderator, game, "It was never played.")
    dump(tmp_path / "old")
    assert Reason.objects.filter(game_id=game.pk, cause="void").exists()
    unlock(connection, "ratings_reason")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ratings_reason SET cause = 'merged'")
    named = changes(tmp_path / "old", tmp_path / "new")
    assert any(
        re.match(rf"reasons\.ndjson\.gz: \d+ {game.pk} void \S* \S+: removed", line)
        for line in named
    ), named
