"""A restored backup, a lost key, a changed name: nothing is signed that contradicts what was signed
before, and the log that goes on as another one names it."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import TestCase

from archive.dumps.services.publish import dump
from archive.log import signing
from archive.log.last_signed import stored_note
from archive.log.models import Leaf, Log
from archive.log.services.append import Forked, append, stands_still
from audit.__main__ import main
from audit.history import LogHistory
from audit.signed import VerifierKey
from games.log_outbox import LOG, STANDING, VERIFICATION, queue_all_leaves
from games.models import Account, Game
from imhotep_site.settings.environment import read_variables
from imhotep_site.supervisor.folder import prepare
from tests.attacks.test_rewritten import owner_unlocks, sql
from tests.cast import account, finished_log, game_of, submit
from tests.site.log.conftest import signer

__all__ = ["signer"]

pytestmark = pytest.mark.django_db

OTHER_KEY = b64encode(b"another key, of thirty-two bytes").decode()
NEW_NAME = "example.org/log-2"


@pytest.fixture
def game(signer: VerifierKey, settings: Any, tmp_path: Path) -> Game:
    """A game in the log; the key lies in the data folder, and next to it what was signed."""
    settings.DATA_DIR = tmp_path / "data"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "record_key").write_text(settings.TRANSPARENCY_KEY)
    ana, _ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    with TestCase.captureOnCommitCallbacks(execute=True):
        append()
    return game


def refusal() -> str:
    """The sentence of the log that stands still: in its task and on `/readyz`."""
    size = Log.objects.get().size
    submit(account("cat"), finished_log("black=@cat white=@ana", seed=5))
    with pytest.raises(Forked) as refused:
        append()
    assert Log.objects.get().size == Leaf.objects.count() == size
    assert stands_still() == str(refused.value)
    return str(refused.value)


def test_what_was_signed_last_lies_next_to_the_key(game: Game, settings: Any) -> None:
    assert stored_note() == Log.objects.get().note != ""
    assert stands_still() == ""


def test_another_key_signs_nothing(game: Game, settings: Any) -> None:
    settings.TRANSPARENCY_KEY = OTHER_KEY
    assert "another TRANSPARENCY_KEY: put that key back" in refusal()
    settings.TRANSPARENCY_KEY = ""
    assert stands_still().startswith("TRANSPARENCY_KEY is missing")


def test_another_name_signs_nothing(game: Game, settings: Any) -> None:
    settings.TRANSPARENCY_ORIGIN = NEW_NAME
    sentence = refusal()
    assert "TRANSPARENCY_ORIGIN is example.org/log-2" in sentence
    assert "set the old name again" in sentence
    assert "manage.py begin_log" in sentence


def restore(before: Log) -> None:
    """The log as it was in an older backup."""
    owner_unlocks()
    for table in ("leaf", "checkpoint"):
        sql(f"DELETE FROM transparency_{table} WHERE id >= %s", before.size + (table[0] == "c"))
    Log.objects.update(size=before.size, edge=before.edge, note=before.note, at=before.at)


def test_an_older_backup_signs_nothing(game: Game) -> None:
    before = Log.objects.get()
    submit(account("dan"), finished_log("black=@dan white=@ana", seed=3))
    with TestCase.captureOnCommitCallbacks(execute=True):
        append()
    restore(before)
    assert "the database is an older backup" in refusal()


def test_a_tree_that_was_rewritten_is_not_signed(game: Game) -> None:
    size = Log.objects.get().size
    submit(account("dan"), finished_log("black=@dan white=@ana", seed=3))
    append()
    owner_unlocks()
    sql("UPDATE transparency_checkpoint SET root = %s WHERE id = %s", "00" * 32, size)
    assert f"The first {size} leaves differ from the signed ones" in refusal()


def test_a_new_log_names_the_last_checkpoint_and_the_audit_tells_what_was_lost(
    game: Game,
    settings: Any,
    signer: VerifierKey,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = Log.objects.get()
    other = game_of(submit(Account.objects.get(username="ben"), finished_log(seed=3)))
    with TestCase.captureOnCommitCallbacks(execute=True):
        append()
    old = tmp_path / "old"
    old.write_text(stored_note())
    lost = Leaf.objects.count()
    restore(before)
    with pytest.raises(CommandError, match="a TRANSPARENCY_ORIGIN that is not"):
        call_command("begin_log")
    settings.TRANSPARENCY_ORIGIN = NEW_NAME
    with TestCase.captureOnCommitCallbacks(execute=True):
        call_command("begin_log", "--after", str(old))
    assert stands_still() == ""
    assert Leaf.objects.get(pk=before.size).kind == "predecessor"
    runs = other.verifications.values_list("pk", flat=True)
    queue_all_leaves({VERIFICATION: runs, LOG: [other.pk], STANDING: [other.pk]})
    with TestCase.captureOnCommitCallbacks(execute=True):
        dump(tmp_path / "dump")
    history = LogHistory(tmp_path / "dump")
    assert list(history.differences()) == []
    assert f"leaf {before.size} says that it goes on from another log" in history.summary()
    key = signing.log_key()
    assert key is not None
    arguments = [str(tmp_path / "dump"), "--jobs", "1", "--since", str(old), "--key", key.text]
    assert main(arguments) == 1
    assert "not signed by example.org/log-2" in capsys.readouterr().out
    assert main([*arguments, "--since-key", signer.text]) == 1
    sentence = f"leaves {before.size} to {lost - 1} of example.org/log are lost"
    assert sentence in capsys.readouterr().out


def test_without_a_key_the_audit_says_who_signed(
    game: Game, signer: VerifierKey, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump(tmp_path / "dump")
    assert main([str(tmp_path / "dump"), "--jobs", "1"]) == 0
    assert f"by {signer.text}, the key of the dump" in capsys.readouterr().out
    assert main([str(tmp_path / "dump"), "--jobs", "1", "--key", signer.text]) == 0
    assert "the key of the dump" not in capsys.readouterr().out


def test_embedded_logs_have_names_of_their_own(tmp_path: Path) -> None:
    names = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        prepare(folder)
        prepare(folder)
        names.append(read_variables({"IMHOTEP_DATA": str(folder)}).TRANSPARENCY_ORIGIN)
    assert names[0] != names[1]
    assert all(name.startswith("localhost/log-") for name in names)


def test_an_embedded_log_from_before_keeps_its_name(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "record_origin").unlink()
    prepare(tmp_path)
    assert read_variables({"IMHOTEP_DATA": str(tmp_path)}).TRANSPARENCY_ORIGIN == ""
