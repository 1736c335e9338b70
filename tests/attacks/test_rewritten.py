"""An operator with full access to the database rewrites what happened, and publishes it. Who kept
a checkpoint, or only reads the dump, is told what was changed."""

from __future__ import annotations

import gzip
import json
import shutil
from base64 import b64encode
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection
from django.test import override_settings

from archive.dumps.services import publish
from archive.dumps.services.publish import dump
from archive.log import signing
from archive.log.models import Checkpoint, Leaf, Log, Tile
from archive.log.services.append import Forked, append
from archive.log.signing import signed_checkpoint
from audit.__main__ import main
from audit.fields import canonical_bytes
from audit.history import LogHistory, log_differences
from audit.merkle import TreeEdge, leaf_hash
from audit.runner import Audit
from audit.signed import VerifierKey
from games.log_outbox import STANDING, queue_leaves
from games.models import Game, Verification
from games.moderation import actions
from games.standing import attest
from games.standing.standing import settle
from games.written_once import unlock
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tests.cast import account, broken_log, finished_log, game_of, submit
from tests.worlds.modules import module_world

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


OPERATOR: Final = {
    "TRANSPARENCY_KEY": b64encode(b"a key of an operator, 32 bytes !").decode(),
    "TRANSPARENCY_ORIGIN": "example.org/log",
}


@pytest.fixture
def signer(settings) -> VerifierKey:
    for name, setting in OPERATOR.items():
        setattr(settings, name, setting)
    key = signing.log_key()
    assert key is not None
    return key


@override_settings(**OPERATOR)
def make_games() -> list[Game]:
    """Three that count, one that waits, and a refused log, all in the log."""
    ana, ben = account("ana"), account("ben")
    games = [game_of(submit(ana, finished_log(seed=seed))) for seed in range(1, 5)]
    for game in games[:3]:
        attest.attest(ben, game)
    submit(ana, broken_log(seed=5)[0])
    append()
    return [Game.objects.get(pk=game.pk) for game in games]


stored_world, stored_games = module_world(make_games, "stored_games")


@pytest.fixture
def games(stored_games: list[Game], signer: VerifierKey) -> list[Game]:
    return stored_games


@pytest.fixture
def kept(games, tmp_path) -> str:
    """The checkpoint that a visitor kept."""
    path = tmp_path / "checkpoint"
    path.write_text(Log.objects.get().note, "utf-8")
    return str(path)


class Published:
    """Dumps, each in a folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home, self.count = home, 0

    def folder(self) -> Path:
        self.count += 1
        home = self.home / f"dump-{self.count}"
        dump(home)
        return home

    def older_folder(self) -> Path:
        """As sites wrote dumps before leaves were appended first."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(publish, "append_all", stands_still)
            return self.folder()

    def said(self, since: str | None = None, key: str | None = None) -> list[str]:
        return list(log_differences(self.folder(), since, key))


@pytest.fixture
def published(tmp_path) -> Published:
    return Published(tmp_path)


def stands_still(seconds: float) -> None:
    raise Forked("nothing is appended")


def sql(text: str, *values: object) -> None:
    """By a connection of the database's owner: locks taken off, no code of ours in between."""
    with connection.cursor() as cursor:
        cursor.execute(text, values)


def owner_unlocks() -> None:
    for table in ("games_verification", "transparency_leaf", "transparency_tile"):
        unlock(connection, table)
    unlock(connection, "transparency_checkpoint")


def test_an_honest_dump_has_nothing_to_tell(games, kept, published, signer):
    log = LogHistory(published.folder(), kept, signer.text)
    assert list(log.differences()) == []
    assert log.point is not None
    assert (log.point.size, log.waiting) == (Leaf.objects.count(), [])
    assert "signed as example.org/log" in log.summary()


def test_what_came_later_is_no_difference(games, kept, published, signer):
    actions.void(account("judge", moderator=True), games[0], "Twice the same evening.")
    submit(account("cat"), finished_log("black=@cat white=@ben", seed=9))
    append()
    assert published.said(kept, signer.text) == []


def test_what_was_decided_since_is_listed(games, tmp_path, published, signer, capsys):
    """A later leaf of a standing is no difference, and never silent: a moderator decided, or an
    operator rewrote it."""
    checkpoint = tmp_path / "checkpoint"
    checkpoint.write_text(Log.objects.get().note, "utf-8")
    sql("UPDATE games_game SET standing = 'void', void_reason = 'x' WHERE id = %s", games[1].pk)
    queue_leaves(STANDING, [games[1].pk])
    submit(account("cat"), finished_log("black=@cat white=@ben", seed=9))
    append()
    fold_pending()
    folder = published.folder()
    numbers = Leaf.objects.filter(kind=STANDING, record=games[1].pk).order_by("pk")
    first, last = numbers.values_list("pk", flat=True)
    sentence = f"standing {games[1].pk}: leaf {first} → {last}: no decision"
    options = ["--jobs", "1", "--since", str(checkpoint), "--key", signer.text]
    main([str(folder), *options])
    out = capsys.readouterr().out
    assert sentence in out
    assert "1 records have later leaves" in out
    main([str(folder), *options, "--json"])
    *printed, total = capsys.readouterr().out.splitlines()
    assert json.dumps({"later": sentence}, ensure_ascii=False) in printed
    assert json.loads(total)["later"] == 1
    (difference,) = LogHistory(folder, str(checkpoint), signer.text).differences()
    assert difference == f"standing {games[1].pk}: leaf {first} → {last}, and no decision says so"
    assert LogHistory(folder).later == []


def test_the_day_of_a_game_that_waits_is_put_right(games, published):
    """As when the table's own log of it comes: its standing says so, its verdict stays."""
    game = games[3]
    Game.objects.filter(pk=game.pk).update(played_on="2026-01-03")
    settle([game])
    append()
    assert published.said() == []


# ------------------------------------------------------------------ in the records


def test_a_verdict_is_changed(games, published):
    owner_unlocks()
    run = Verification.objects.get(verdict="refused")
    sql("UPDATE games_verification SET verdict = 'verified' WHERE id = %s", run.pk)
    (said,) = published.said()
    assert f"verification {run.pk}: not what leaf" in said
    assert "rewritten" in said


def test_a_verdict_is_changed_and_goes_into_the_log_again(games, published):
    """The log follows, and says both."""
    owner_unlocks()
    run = Verification.objects.get(verdict="refused")
    sql("UPDATE games_verification SET verdict = 'verified' WHERE id = %s", run.pk)
    queue_leaves("verification", [run.pk])
    append()
    (said,) = published.said()
    assert f"verification {run.pk}: leaf" in said
    assert "says otherwise than leaf" in said


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games_game SET standing = 'waiting' WHERE id = %s",
        "UPDATE games_game SET void_reason = 'x' WHERE id = %s",
        "UPDATE games_game SET played_on = '2020-01-01' WHERE id = %s",
        "UPDATE games_game SET unrated = NOT unrated WHERE id = %s",
        "UPDATE games_seat SET rated_place = 3 - rated_place WHERE game_id = %s",
        "UPDATE games_seat SET player_id = NULL WHERE game_id = %s AND number = 0",
    ],
)
def test_a_fact_of_a_standing_is_changed(games, published, change):
    sql(change, games[0].pk)
    (said,) = published.said()
    assert f"standing {games[0].pk}: not what leaf" in said


def test_an_old_rating_is_changed(games, published):
    """Ratings are no leaves: they follow from what is."""
    fold_pending()
    change = RatingChange.objects.order_by("pk").first()
    assert change is not None
    unlock(connection, "ratings_ratingchange")
    sql("UPDATE ratings_ratingchange SET after = after + 50000 WHERE id = %s", change.pk)
    folder = published.folder()
    assert list(log_differences(folder, None, None)) == []
    said = [str(difference) for difference in Audit(folder).differences()]
    assert any(
        difference.startswith("ledger.ndjson.gz") and games[0].pk in difference
        for difference in said
    ), said


def test_a_game_is_removed(games, published):
    gone = games[3].pk
    runs = list(Verification.objects.filter(game=gone).values_list("pk", flat=True))
    owner_unlocks()
    everything_of(gone)
    said = published.said()
    assert not Game.objects.filter(pk=gone).exists()
    assert {one.split(":")[0] for one in said} == {
        f"standing {gone}",
        f"log {gone}",
        *(f"verification {pk}" for pk in runs),
    }
    assert all("no longer has it" in one for one in said)


def test_a_game_is_added_past_the_code(games, published):
    """It would wait for ever: no leaf has it."""
    sql("DELETE FROM transparency_waiting")
    new = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=8)))
    sql("DELETE FROM transparency_waiting")
    append()
    said = published.said()
    assert len(said) == 4
    assert any(f"standing {new.pk}: no leaf" in one for one in said)


# ----------------------------------------------------------------------- in the log


def test_a_leaf_is_changed_with_its_record(games, published):
    owner_unlocks()
    leaf = Leaf.objects.get(pk=0)
    sql("UPDATE transparency_leaf SET digest = %s WHERE id = 0", leaf.digest[::-1])
    said = published.said()
    assert any("the root of the entries is not the one that is signed" in one for one in said)


def test_a_leaf_is_dated_back(games, published):
    """Its moment is earlier than that of the leaf before it; the tree is signed again."""
    folder = published.folder()
    entries = folder / "log" / "entries.ndjson.gz"
    *before, last = gzip.decompress(entries.read_bytes()).splitlines()
    leaf = json.loads(last) | {"at": "2020-01-01T00:00:00.000000Z"}
    edge, leaves = TreeEdge(), [*before, canonical_bytes(leaf)]
    for data in leaves:
        list(edge.add(leaf_hash(data)))
    entries.write_bytes(gzip.compress(b"\n".join(leaves) + b"\n"))
    (folder / "log" / "checkpoint").write_text(signed_checkpoint(edge.size, edge.root()))
    sentence = f"log: leaf {len(before)} is older than the one before it"
    assert sentence in list(log_differences(folder, None, None))


def test_a_leaf_is_removed(games, published):
    owner_unlocks()
    sql("DELETE FROM transparency_leaf WHERE id = 1")
    (said,) = published.said()
    assert "leaves, and" in said
    assert "are signed" in said


def test_the_tree_is_rewritten_with_the_right_key(games, kept, published, signer):
    """The whole log is made anew from a record that says what the operator likes. Nothing in the
    dump shows it: who kept a checkpoint knows."""
    sql("UPDATE games_game SET played_on = '2020-01-01' WHERE id = %s", games[0].pk)
    made_anew()
    assert published.said(key=signer.text) == []
    (said,) = published.said(kept, signer.text)
    assert "the first" in said
    assert "the log was rewritten" in said


def test_a_smaller_tree_is_published(games, kept, published, signer):
    """A backup is brought back, or what happened last is to be forgotten."""
    owner_unlocks()
    everything_of(games[3].pk)
    made_anew()
    assert published.said(key=signer.text) == []
    (said, *_) = published.said(kept, signer.text)
    assert "leaves were taken away" in said


def test_another_tree_of_the_same_size_is_signed(games, kept, published, signer):
    """Shown to one reader only: the log itself stays."""
    folder = published.folder()
    (folder / "log" / "checkpoint").write_text(
        signing.signed_checkpoint(Leaf.objects.count(), bytes(32))
    )
    (difference,) = log_differences(folder, kept, signer.text)
    assert "the root of the entries is not the one that is signed" in difference


def test_another_key_signs(games, kept, published, signer, settings):
    other = Ed25519PrivateKey.generate()
    settings.TRANSPARENCY_KEY = b64encode(other.private_bytes_raw()).decode()
    log = Log.objects.get()
    root = TreeEdge(log.size, bytes(log.edge)).root()
    Log.objects.update(note=signing.signed_checkpoint(log.size, root))
    assert published.said() == []  # the dump brings its own key
    (said,) = published.said(key=signer.text)
    assert "not signed by example.org/log" in said
    (said,) = published.said(since=kept)
    assert "not signed by example.org/log" in said


def test_the_log_is_left_out(games, kept, published, signer):
    folder = published.folder()
    shutil.rmtree(folder / "log")
    for since, key in ((kept, None), (None, signer.text), (kept, signer.text)):
        (difference,) = log_differences(folder, since, key)
        assert difference.startswith("log: ")
    log = LogHistory(folder)
    assert (list(log.differences()), log.summary()) == ([], "the dump has no signed log")


# -------------------------------------------------------------------------- in the dump


def test_a_line_of_the_dump_alone_is_changed(games, published):
    folder = published.folder()
    path = folder / "standings.ndjson.gz"
    lines = gzip.decompress(path.read_bytes()).replace(b'"void":false', b'"void":true', 1)
    path.write_bytes(gzip.compress(lines))
    (difference,) = log_differences(folder, None, None)
    assert "rewritten" in difference


def test_nothing_waits_in_a_dump(games, published):
    game = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=8)))
    log = LogHistory(published.folder())
    assert (list(log.differences()), log.waiting) == ([], [])
    assert Leaf.objects.filter(kind=STANDING, record=game.pk).exists()


def test_a_record_that_was_written_just_now_waits_in_an_older_dump(games, published):
    game = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=8)))
    log = LogHistory(published.older_folder())
    assert list(log.differences()) == []
    assert f"standing {game.pk}" in log.waiting
    assert "4 records wait for a leaf" in log.summary()


def test_a_change_of_a_standing_waits_in_an_older_dump_alone(games, published):
    """The leaf of the settings, which a dump brings, says that nothing waits any longer."""
    actions.void(account("judge", moderator=True), games[0], "A mistake.")
    log = LogHistory(published.older_folder())
    decided = games[0].standing_decisions.get(kind="void")
    waiting = [f"decision {decided.pk}", f"standing {games[0].pk}"]
    assert (list(log.differences()), log.waiting) == ([], waiting)
    assert published.said() == []
    actions.restore(account("jury", moderator=True), games[0], "It was none.")
    log = LogHistory(published.older_folder())
    decision, sentence, fold = log.differences()
    assert "no leaf of the log has it" in decision
    assert f"standing {games[0].pk}: not what leaf" in sentence
    assert "folds.ndjson.gz:" in fold
    assert "no leaf of the log has it" in fold


def test_nothing_waits_for_more_than_an_hour(games, published):
    """An operator calls what was rewritten late: that goes well for an hour."""
    sql("UPDATE games_game SET standing = 'waiting' WHERE id = %s", games[0].pk)
    queue_leaves(STANDING, [games[0].pk])
    sql("UPDATE transparency_waiting SET at = '2026-01-01 00:00:00'")
    (said,) = log_differences(published.older_folder(), None, None)
    assert f"standing {games[0].pk}: not what leaf" in said


def test_a_verification_that_has_a_leaf_does_not_wait_again(games, published):
    owner_unlocks()
    run = Verification.objects.get(verdict="refused")
    sql("UPDATE games_verification SET engine = 'another' WHERE id = %s", run.pk)
    queue_leaves("verification", [run.pk])
    (said,) = log_differences(published.older_folder(), None, None)
    assert f"verification {run.pk}: not what leaf" in said


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("checkpoint", "example.org/log\n1\n"),
        ("key", "example.org/log"),
        ("waiting.ndjson", "{}\n"),
        ("waiting.ndjson", '{"at":"now","id":"1","kind":"standing"}\n'),
        ("waiting.ndjson", "[" * 5000),
    ],
)
def test_a_damaged_file_is_named_and_does_not_end_the_audit(games, published, name, text):
    folder = published.folder()
    (folder / "log" / name).write_text(text)
    (difference,) = log_differences(folder, None, None)
    assert difference.startswith("log: ")


@pytest.mark.parametrize(
    "entry",
    [
        b"{}",
        b"nothing",
        b"[]",
        b"\xff\xfe",
        json.dumps({"at": "x", "digest": "00", "id": "1", "kind": "standing"}).encode(),
    ],
)
def test_a_damaged_leaf_is_named(games, published, entry):
    folder = published.folder()
    path = folder / "log" / "entries.ndjson.gz"
    _first, *rest = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join([entry + b"\n", *rest])))
    (difference,) = log_differences(folder, None, None)
    assert difference.startswith("log: leaf 0")


def test_no_file_outside_the_dump_is_read(games, published, tmp_path):
    folder = published.folder()
    secret = tmp_path / "secret"
    secret.write_text("not yours")
    path = folder / "log" / "checkpoint"
    path.unlink()
    path.symlink_to(secret)
    (difference,) = log_differences(folder, None, None)
    assert "leads out of the folder" in difference
    assert "not yours" not in difference


# --- what the operator does --------------------------------------------------------


def everything_of(game: str) -> None:
    """Remove a game and all that refers to it, as far as the database lets."""
    relations = [
        relation
        for relation in Game._meta.related_objects
        if relation.field.column and relation.related_model._meta.managed
    ]
    for relation in relations:
        table = relation.related_model._meta.db_table
        if relation.many_to_many or relation.related_model is Game:
            continue
        if relation.field.null and relation.related_model is not Verification:
            sql(
                f'UPDATE "{table}" SET "{relation.field.column}" = NULL WHERE '
                f'"{relation.field.column}" = %s',
                game,
            )
        else:
            unlock(connection, table)
            sql(f'DELETE FROM "{table}" WHERE "{relation.field.column}" = %s', game)
    sql("DELETE FROM games_game WHERE id = %s", game)


def made_anew() -> None:
    """The whole log once more, from what the records say now."""
    owner_unlocks()
    for model in (Leaf, Tile, Checkpoint, Log):
        sql(f'DELETE FROM "{model._meta.db_table}"')
    append()
    assert Log.objects.get().size == Leaf.objects.count() > 0
    assert TreeEdge(Log.objects.get().size, bytes(Log.objects.get().edge)).root()


@pytest.mark.parametrize("kind", ["log", "player", "decision"])
def test_a_site_withholds_all_leaves_of_one_kind(games, published, kind):
    """As if its log were from before there were such leaves; but its settings have a leaf that
    names the engine."""
    folder = published.folder()
    log = folder / "log"
    raw = gzip.decompress((log / "entries.ndjson.gz").read_bytes()).splitlines()
    left = [leaf for leaf in raw if json.loads(leaf)["kind"] != kind]
    edge = TreeEdge()
    for leaf in left:
        list(edge.add(leaf_hash(leaf)))
    (log / "entries.ndjson.gz").write_bytes(gzip.compress(b"\n".join(left) + b"\n"))
    (log / "checkpoint").write_text(signed_checkpoint(edge.size, edge.root()))
    sentences = list(log_differences(folder, None, None))
    assert any(f" {kind} " in x and "no leaf of the log has it" in x for x in sentences)
