"""What waits becomes leaves: once, in order, in one tree."""

import json

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from archive.log.models import Checkpoint, Leaf, Log, Tile, Waiting
from archive.log.services import append as appending
from archive.log.services.append import KINDS, Forked, append, append_piece
from audit.log_digest import log_digest
from audit.merkle import TreeEdge, leaf_hash
from games.intake.verify import reverify
from games.lines import line_digest, player_lines, standing_lines, verification_lines
from games.log_outbox import STANDING, queue_leaves
from games.models import Game, Player, Standing, Verification
from games.moderation import actions
from games.standing import attest
from tests.cast import broken_log, finished_log, game_of, submit
from tests.site.log.trees import agrees, tree

pytestmark = pytest.mark.django_db


def test_a_game_that_comes_has_leaves_of_its_players_verification_log_and_standing(ana, ben):
    game = game_of(submit(ana, finished_log()))
    assert append() > 0
    *players, run, log, standing = Leaf.objects.order_by("pk")
    players_lines = player_lines(list(Player.objects.values_list("pk", flat=True)))
    for leaf, line in zip(players, players_lines, strict=True):
        assert (leaf.kind, leaf.record) == ("player", str(line["id"]))
        assert leaf.digest == line_digest(line)
    (line,) = verification_lines([game.verifications.get().pk])
    line = {key: line[key] for key in line if key not in ("played_on", "accepted_at")}
    assert (run.pk, run.kind, run.record) == (2, "verification", str(line["id"]))
    assert run.digest == line_digest(line)
    assert (log.pk, log.kind, log.record) == (3, "log", game.pk)
    assert log.digest == log_digest(game.log)
    (line,) = standing_lines([game.pk])
    assert (standing.pk, standing.kind, standing.record) == (4, "standing", game.pk)
    assert standing.digest == line_digest(line)
    assert not Waiting.objects.exists()
    agrees()


def test_what_is_hashed_is_canonical_json(ana, ben):
    submit(ana, finished_log())
    append()
    leaf = Leaf.objects.get(pk=1)
    document = json.loads(leaf.data)
    assert list(document) == sorted(document) == ["at", "digest", "id", "kind"]
    assert leaf.data == json.dumps(document, separators=(",", ":")).encode()
    assert document["at"].endswith("Z")
    assert leaf.hash == leaf_hash(leaf.data)


def test_a_fact_that_moves_no_standing_is_a_leaf_too(ana, ben):
    game = game_of(submit(ana, finished_log("black=@ana white=@ben gray=Cleo")))
    append()
    attest.attest(ben, game)
    assert Game.objects.get().standing == Standing.WAITING
    append()
    first, second = Leaf.objects.filter(kind="standing").order_by("pk")
    assert first.digest != second.digest
    assert first.at <= second.at
    agrees()


def test_what_did_not_change_has_no_second_leaf(ana, ben):
    game = game_of(submit(ana, finished_log()))
    append()
    queue_leaves(STANDING, [game.pk, game.pk])
    queue_leaves("verification", [game.verifications.get().pk])
    queue_leaves("log", [game.pk])
    assert append() == 3
    assert Leaf.objects.count() == Checkpoint.objects.get().pk == 5
    assert not Waiting.objects.exists()


def test_a_standing_that_was_so_before_is_a_new_leaf(ana, ben, judge):
    """The last leaf counts, not any."""
    game = game_of(submit(ana, finished_log()))
    attest.attest(ben, game)
    append()
    actions.void(judge, game, "A mistake.")
    append()
    actions.restore(judge, game, "No mistake.")
    append()
    rated_leaf, void, restored_leaf = Leaf.objects.filter(kind="standing").order_by("pk")
    assert rated_leaf.digest == restored_leaf.digest != void.digest
    agrees()


def test_a_refused_log_and_one_judged_again_have_leaves(ana, ben):
    text, _line = broken_log()
    refused = submit(ana, text)
    append()
    assert list(Leaf.objects.values_list("kind", flat=True)) == ["verification"]
    reverify(refused.submissions.get())
    append()
    assert Leaf.objects.count() == Verification.objects.count() == 2
    agrees()


def test_nothing_waits_for_what_was_taken_back(ana, ben):
    game = game_of(submit(ana, finished_log()))
    append()
    with transaction.atomic():
        queue_leaves(STANDING, [game.pk])
        transaction.set_rollback(True)
    assert not Waiting.objects.exists()


def test_a_record_that_is_gone_does_not_hold_up_the_others(ana, ben, caplog):
    queue_leaves("verification", [999_999])
    game = game_of(submit(ana, finished_log()))
    append()
    assert "verification 999999" in caplog.text
    assert Leaf.objects.filter(record=game.pk).exists()
    assert not Waiting.objects.exists()


@pytest.mark.parametrize("fails", ["insert", "signed_checkpoint", "_new", "_present"])
def test_a_crash_anywhere_leaves_nothing_and_loses_nothing(ana, ben, monkeypatch, fails):
    submit(ana, finished_log())
    append()
    before = tree()
    submit(ana, finished_log(seed=2))

    def broken(*args: object) -> None:
        raise OSError("the power is gone")

    with monkeypatch.context() as patched:
        patched.setattr(appending, fails, broken)
        with pytest.raises(OSError, match="power"):
            append_piece()
    assert tree() == before
    assert Waiting.objects.exists()
    append()
    assert Leaf.objects.count() == before[0] + 3
    assert Checkpoint.objects.filter(pk=before[0]).values_list("root", flat=True).get() == before[1]
    agrees()


@pytest.mark.parametrize("model", [Leaf, Tile, Checkpoint])
def test_a_crash_between_two_writes_leaves_nothing(ana, ben, monkeypatch, model):
    submit(ana, finished_log())

    def broken(*args: object, **named: object) -> None:
        raise OSError("the power is gone")

    with monkeypatch.context() as patched:
        for way in ("bulk_create", "create"):
            patched.setattr(type(model.objects.all()), way, broken)
        with pytest.raises(OSError, match="power"):
            append_piece()
    assert not Leaf.objects.exists()
    append()
    agrees()


def test_many_leaves_fill_tiles(ana, ben, monkeypatch):
    """From a digest each, without games."""
    monkeypatch.setitem(KINDS, "standing", lambda ids: ((one, {"a": one}) for one in ids))
    for begin in range(0, 600, 150):
        queue_leaves(STANDING, [f"game-{number}" for number in range(begin, begin + 150)])
    monkeypatch.setattr(appending, "CHUNK", 150)
    append()
    assert Leaf.objects.count() == 600
    assert list(Tile.objects.order_by("level", "number").values_list("level", "number")) == [
        (0, 0),
        (0, 1),
    ]
    assert list(Checkpoint.objects.order_by("pk").values_list("pk", flat=True)) == [
        150,
        300,
        450,
        600,
    ]
    names = list(Leaf.objects.order_by("pk").values_list("record", flat=True))
    assert names == [f"game-{number}" for number in range(600)]
    agrees()


def test_a_piece_costs_as_many_statements_however_large(monkeypatch):
    monkeypatch.setitem(KINDS, "standing", lambda ids: ((one, {"a": one}) for one in ids))
    append()
    counts = []
    for count in (5, 100):
        queue_leaves(STANDING, [f"{count}-{number}" for number in range(count)])
        with CaptureQueriesContext(connection) as captured:
            append_piece()
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 15


def test_rows_that_do_not_belong_together_are_not_gone_on_with(ana, ben):
    submit(ana, finished_log())
    append()
    log = Log.objects.get()
    for wrong in ({"size": 2}, {"size": 0, "edge": b""}, {"edge": bytes(32)}):
        submit(ana, finished_log(seed=5))
        Log.objects.update(**wrong)
        with pytest.raises(Forked):
            append()
        log.save()
    append()
    agrees()


def test_the_clock_is_set_back_and_leaves_stand_in_order(ana, ben, monkeypatch):
    submit(ana, finished_log())
    append()
    before = Log.objects.get().at
    monkeypatch.setattr(appending, "database_time", lambda: before.replace(year=2020))
    submit(ana, finished_log(seed=2))
    append()
    times = list(Leaf.objects.order_by("pk").values_list("at", flat=True))
    assert len(times) == 8
    assert times == sorted(times)


def test_records_from_before_get_leaves_in_pieces(ana, ben, monkeypatch):
    for seed in range(1, 4):
        submit(ana, finished_log(seed=seed))
    Waiting.objects.all().delete()
    monkeypatch.setattr(appending, "CHUNK", 2)
    assert append_piece() == 2
    assert not Log.objects.get().filled
    append()
    assert Log.objects.get().filled
    assert Leaf.objects.filter(kind="verification").count() == 3
    games = set(Game.objects.values_list("pk", flat=True))
    for kind in ("standing", "log"):
        assert set(Leaf.objects.filter(kind=kind).values_list("record", flat=True)) == games
    assert Leaf.objects.filter(kind="player").count() == Player.objects.count() == 2
    agrees()


def test_a_record_that_waits_while_old_ones_are_gone_over_has_one_leaf(ana, ben):
    submit(ana, finished_log())
    assert not Log.objects.exists()
    append()
    assert Leaf.objects.count() == 5
    assert Log.objects.get().filled


def test_what_never_waited_gets_no_leaf_once_the_old_ones_have_theirs(ana, ben):
    """What is written past the code is not hidden by the log following it."""
    append()
    submit(ana, finished_log())
    Waiting.objects.all().delete()
    append()
    assert not Leaf.objects.exists()


def test_an_empty_log_is_an_empty_tree():
    append()
    assert Log.objects.get().filled
    assert not Checkpoint.objects.exists()
    assert TreeEdge().root().hex() == tree()[1]
