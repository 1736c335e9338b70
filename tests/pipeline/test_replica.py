"""Long reads go to a real standby once it is level, and to the primary if it lags, dies or ends
them."""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, connections

from archive.dumps.services import publish
from archive.dumps.services.publish import dump
from insights.stats.services.research import publish_research_files
from tests.cast import account, finished_log, submit
from tests.services.standby import Standby, wait_for_standby
from web import read_replica
from web.read_replica import ALIAS, reading_replica

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def standby() -> Iterator[Standby]:
    """The replica of this process's settings."""
    default = connections.settings["default"]
    primary = Path(default["HOST"] or default["OPTIONS"]["host"])
    folder = Path(tempfile.mkdtemp(prefix="imhotep-standby-", dir="/tmp"))
    folder.chmod(0o711)
    server = Standby(primary, folder / "standby")
    wait_for_standby(primary, synchronous=False)
    options = {name: option for name, option in default["OPTIONS"].items() if name != "host"}
    name = {"NAME": connection.settings_dict["NAME"], "HOST": str(server.folder)}
    connections.settings[ALIAS] = default | name | {"OPTIONS": options}
    replica = connection.copy()  # its alias is the one that this test may use
    replica.settings_dict |= connections.settings[ALIAS]
    connections[ALIAS] = replica
    yield server
    connections[ALIAS].close()
    del connections.settings[ALIAS], connections[ALIAS]
    server.child.kill()
    shutil.rmtree(folder, ignore_errors=True)


def is_standby() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone() == (True,))


def dumped_games(folder: Path) -> int:
    dump(folder)
    lines = gzip.decompress((folder / "games.ndjson.gz").read_bytes()).splitlines()
    return len([json.loads(line) for line in lines])


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each write of dump files: True if it read from the standby."""
    noted: list[bool] = []
    write = publish.write_dump_files

    def noted_write(folder: Path) -> Any:
        noted.append(is_standby())
        return write(folder)

    monkeypatch.setattr(publish, "write_dump_files", noted_write)
    return noted


def test_a_dump_is_read_from_the_standby_and_has_the_last_game(
    standby: Standby, tmp_path: Path, sources: list[bool], settings: Any
):
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    assert dumped_games(tmp_path / "dump") == 1
    assert sources == [True]
    assert not is_standby()
    settings.RESEARCH_DIR = tmp_path / "research"
    assert publish_research_files()[0].rows == 1
    with reading_replica() as is_replica, reading_replica() as is_inner:
        assert is_replica
        assert is_standby()
        assert not is_inner


def test_a_standby_that_lags_or_is_gone_is_not_read(
    standby: Standby,
    tmp_path: Path,
    sources: list[bool],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    monkeypatch.setattr(read_replica, "PATIENCE", 0.3)
    with standby.connect() as server:
        server.execute("SELECT pg_wal_replay_pause()")
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    assert dumped_games(tmp_path / "lagging") == 1
    assert "the replica lags" in caplog.text
    standby.child.kill()
    assert dumped_games(tmp_path / "gone") == 1
    assert "the replica does not answer" in caplog.text
    assert sources == [False, False]


def test_a_read_that_the_standby_ends_begins_again_on_the_primary(
    standby: Standby,
    tmp_path: Path,
    sources: list[bool],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    write, tries = publish.write_dump_files, iter(range(9))

    def ended(folder: Path) -> Any:
        files = write(folder)
        if next(tries) == 0:
            raise OperationalError("canceling statement due to conflict with recovery")
        return files

    monkeypatch.setattr(publish, "write_dump_files", ended)
    assert dumped_games(tmp_path / "dump") == 1
    assert sources == [True, False]
    assert "reading again from the primary" in caplog.text


def test_a_promoted_server_is_no_replica(standby: Standby, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_replica, "PATIENCE", 0.3)
    standby.promote()
    with reading_replica() as is_replica:
        assert not is_replica
        assert not is_standby()
