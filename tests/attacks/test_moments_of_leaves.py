"""An operator says of a record that it waits for its leaf, that it was written earlier than it was,
or moves an entry of the books."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.models import Leaf, Log
from archive.log.services.append import append
from archive.log.signing import signed_checkpoint
from audit.history import LogHistory, log_differences
from audit.merkle import TreeEdge, leaf_hash
from audit.runner import Audit
from games.log_outbox import ENTRY, SETTINGS, STANDING, queue_leaves
from games.models import Game
from games.moderation import actions
from games.standing import attest
from games.written_once import unlock
from ratings.models import Closing, Entry
from ratings.services import closings
from ratings.services.fold import fold_pending
from tests.attacks.test_rewritten import sql
from tests.audit.conftest import Copy
from tests.cast import account, finished_log, game_of, submit
from tests.site.log.conftest import signer

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("signer")]


@pytest.fixture
def games(signer: Any, tmp_path: Path) -> list[Game]:
    """Three that count, and a first dump, whose leaf of the settings ends the first filling."""
    ana, ben = account("ana"), account("ben")
    games = [game_of(submit(ana, finished_log(seed=seed))) for seed in range(1, 4)]
    for game in games:
        attest.attest(ben, game)
    append()
    dump(tmp_path / "first")
    return games


def differences(folder: Path) -> list[str]:
    dump(folder)
    return list(map(str, Audit(folder).differences()))


def change_standing(folder: Path, game: str, waiting_at: str) -> list[str]:
    """The dump's line of a standing says void, and the record waits."""
    copy = Copy(folder)
    copy.change(
        "standings",
        lambda line: line | {"void": True, "standing": "void"} if line["game"] == game else line,
    )
    line = {"at": waiting_at, "id": game, "kind": "standing"}
    (folder / "log" / "waiting.ndjson").write_text(json.dumps(line) + "\n")
    copy.sign()
    return list(log_differences(folder, None, None))


def test_an_honest_site_has_nothing_to_tell(games: list[Game], tmp_path: Path) -> None:
    actions.void(account("judge", moderator=True), games[0], "Twice the same evening.")
    submit(account("cat"), finished_log("black=@cat white=@ben", seed=9))
    assert differences(tmp_path / "dump") == []
    assert differences(tmp_path / "again") == []
    assert Leaf.objects.filter(kind=SETTINGS).count() == 1


@pytest.mark.parametrize("minutes", [-1, -30, 60 * 24 * 365 * 70])
def test_a_changed_standing_is_said_to_wait(
    games: list[Game], tmp_path: Path, minutes: int
) -> None:
    """Written a minute before the dump, or in the year 2096."""
    dump(tmp_path / "dump")
    moment = timezone.now() + timedelta(minutes=minutes)
    (sentence,) = change_standing(tmp_path / "dump", games[0].pk, f"{moment:%Y-%m-%dT%H:%M:%S.%f}Z")
    assert f"standing {games[0].pk}: not what leaf" in sentence


def test_the_newest_leaves_are_withheld(games: list[Game], tmp_path: Path) -> None:
    game = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=9)))
    dump(tmp_path / "dump")
    log = tmp_path / "dump" / "log"
    raw = gzip.decompress((log / "entries.ndjson.gz").read_bytes()).splitlines()
    left = [leaf for leaf in raw if game.pk not in leaf.decode()]
    edge = TreeEdge()
    for leaf in left:
        list(edge.add(leaf_hash(leaf)))
    (log / "entries.ndjson.gz").write_bytes(gzip.compress(b"\n".join(left) + b"\n"))
    (log / "checkpoint").write_text(signed_checkpoint(edge.size, edge.root()))
    moment = f"{timezone.now() - timedelta(minutes=1):%Y-%m-%dT%H:%M:%S.%f}Z"
    waits = [{"at": moment, "id": game.pk, "kind": kind} for kind in ("standing", "log")]
    (log / "waiting.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in waits))
    history = LogHistory(tmp_path / "dump")
    sentences = list(history.differences())
    assert history.waiting == []
    assert len(sentences) == 2
    assert all(sentence.endswith("no leaf of the log has it") for sentence in sentences)


def test_a_game_is_inserted_in_the_past(games: list[Game], tmp_path: Path) -> None:
    """Its day, its acceptance and its run are of a month ago; its leaves are of today."""
    game = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=9)))
    before = timezone.now() - timedelta(days=30)
    Game.objects.filter(pk=game.pk).update(accepted_at=before)
    unlock(connection, "games_verification")
    sql("UPDATE games_verification SET at = %s WHERE game_id = %s", before, game.pk)
    sentences = differences(tmp_path / "dump")
    first_leaf = [sentence for sentence in sentences if "and its first leaf is of" in sentence]
    assert {sentence.split(" ")[1] for sentence in first_leaf} == {
        "verification",
        "standing",
        "log",
    }
    assert sentences == first_leaf


@pytest.mark.parametrize("seconds", [0, 1], ids=["moment_of_the_last_leaf", "a_second_later"])
def test_a_game_is_inserted_within_the_hour_before_a_kept_checkpoint(
    games: list[Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Days later, with leaves of the day on which the checkpoint was kept: by its moments it waited
    for its leaf no longer than an hour."""
    checkpoint = tmp_path / "checkpoint"
    checkpoint.write_text(Log.objects.get().note)
    leaf_time = Leaf.objects.latest("pk").at
    game = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=9)))
    before = leaf_time - timedelta(minutes=30)
    Game.objects.filter(pk=game.pk).update(accepted_at=before)
    unlock(connection, "games_verification")
    sql("UPDATE games_verification SET at = %s WHERE game_id = %s", before, game.pk)
    moved = leaf_time + timedelta(seconds=seconds)
    monkeypatch.setattr("archive.log.services.append._after", lambda _log: moved)
    append()
    dump(tmp_path / "dump")
    audit = Audit(tmp_path / "dump", since=str(checkpoint))
    list(audit.differences())
    older = [line for line in audit.later if "before that checkpoint, and leaf" in line]
    assert {line.split(" ")[0] for line in older} == {"verification", "standing", "log"}
    equal_moments = [
        line for line in audit.later if "that checkpoint has a leaf of that moment" in line
    ]
    assert bool(equal_moments) == (not seconds)


def test_no_leaf_has_the_moment_of_an_earlier_checkpoint(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the clock is set back."""
    last = Leaf.objects.latest("pk")
    hour_ago = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr("archive.log.services.append.database_time", lambda: hour_ago)
    queue_leaves(STANDING, [games[0].pk])
    actions.void(account("judge", moderator=True), games[0], "Twice the same evening.")
    append()
    assert Leaf.objects.filter(pk__gt=last.pk).earliest("pk").at > last.at


def test_an_old_game_is_said_to_be_accepted_after_its_leaf(
    games: list[Game], tmp_path: Path
) -> None:
    game = game_of(submit(account("cat"), finished_log("black=@cat white=@ben", seed=9)))
    append()
    Game.objects.filter(pk=game.pk).update(accepted_at=timezone.now() + timedelta(hours=2))
    queue_leaves(STANDING, [game.pk])
    sentences = differences(tmp_path / "dump")
    assert any("standing" in line and "and its first leaf is of" in line for line in sentences)
    assert any(": written" in line and "at the latest" in line for line in sentences)


LATER = "2099-01-01T00:00:00.000000Z"


@pytest.mark.parametrize(
    ("file", "later"),
    [
        ("games", {"accepted_at": LATER}),
        ("verifications", {"at": LATER}),
        ("players", {"merged_at": LATER}),
        ("standings", {"confirmed": [{"at": LATER, "player": 1, "seating": 0}]}),
        ("ledger", {"added": {"at": LATER, "cause": "change", "fold": 1}}),
    ],
)
def test_a_moment_is_after_the_dump(
    games: list[Game], tmp_path: Path, file: str, later: dict[str, Any]
) -> None:
    dump(tmp_path / "dump")
    copy = Copy(tmp_path / "dump")
    lines = copy.lines(file)
    lines[-1] |= later
    copy.write(file, b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    sentences = list(map(str, Audit(tmp_path / "dump").differences()))
    assert any(
        f"written {LATER}, follows" in line and "at the latest" in line for line in sentences
    )


# ------------------------------------------------------------------------- the books


@pytest.fixture
def late(games: list[Game], settings: Any) -> Entry:
    """A game of closed books that is rated late."""
    settings.BOOKS_CLOSE_AFTER_DAYS = 2
    fold_pending()
    closings.close_books()
    assert Closing.objects.exists()
    old = game_of(submit(account("ida", arbiter=True), finished_log(seed=11, played="2026-01-05")))
    fold_pending()
    append()
    return Entry.objects.get(game=old.pk)


def test_an_entry_of_the_books_is_a_leaf(late: Entry, tmp_path: Path) -> None:
    assert Leaf.objects.filter(kind=ENTRY, record=late.pk).count() == 1
    assert differences(tmp_path / "dump") == []


@pytest.mark.parametrize("later_leaf", [False, True])
def test_an_entry_of_the_books_is_moved(late: Entry, tmp_path: Path, later_leaf: bool) -> None:
    unlock(connection, "ratings_entry")
    sql("UPDATE ratings_entry SET day = %s WHERE id = %s", late.day - timedelta(days=1), late.pk)
    if later_leaf:
        queue_leaves(ENTRY, [late.pk])
    dump(tmp_path / "dump")
    (sentence,) = log_differences(tmp_path / "dump", None, None)
    assert ("says otherwise than leaf" if later_leaf else "rewritten") in sentence


def test_an_entry_of_the_books_that_is_taken_back_has_a_later_leaf(
    late: Entry, tmp_path: Path
) -> None:
    game = Game.objects.get(pk=late.game_id)
    actions.void(account("judge", moderator=True), game, "A mistake.")
    fold_pending()
    assert Entry.objects.get(pk=late.pk).retired_by_id is not None
    assert differences(tmp_path / "dump") == []
    assert Leaf.objects.filter(kind=ENTRY, record=late.pk).count() == 2


def test_an_entry_of_the_books_is_removed(late: Entry, tmp_path: Path) -> None:
    unlock(connection, "ratings_entry")
    sql("DELETE FROM ratings_entry WHERE id = %s", late.pk)
    dump(tmp_path / "dump")
    (sentence,) = log_differences(tmp_path / "dump", None, None)
    assert sentence.startswith(f"entry {late.pk}: leaf")
    assert sentence.endswith("the dump no longer has it")


# ---------------------------------------------------------------------- the settings


def test_settings_of_the_manifest_are_changed(games: list[Game], tmp_path: Path) -> None:
    dump(tmp_path / "dump")
    path = tmp_path / "dump" / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["settings"]["leaderboard_games"] = 0
    path.write_text(json.dumps(manifest), "utf-8")
    (sentence,) = log_differences(tmp_path / "dump", None, None)
    assert sentence.startswith("manifest.json settings: not what leaf")


def test_settings_that_the_operator_changes_are_a_later_leaf(
    games: list[Game], tmp_path: Path, settings: Any
) -> None:
    checkpoint = tmp_path / "checkpoint"
    checkpoint.write_text(Log.objects.get().note)
    settings.LEADERBOARD_GAMES = 0
    dump(tmp_path / "dump")
    history = LogHistory(tmp_path / "dump", str(checkpoint))
    assert list(history.differences()) == []
    assert [later.split(":")[0] for later in history.later] == ["settings site"]
