"""The addresses of the dump lead to its files and nothing else; it shows nothing
unfinished and nothing that is for some only."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from archive.dumps.services import publish as publishing
from archive.dumps.services import writing
from archive.dumps.services.publish import NoDump, dump, newest, publish_dump
from tables.models import Table
from tests.attacks.test_dumps import every_byte
from tests.cast import account, finished_log, submit
from tests.conftest import held
from tests.worlds.tables import dealt, play_out
from web.rate_limits import DUMP_FILES

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(scope="module")
def stored_dumps(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Path:
    """Published once for the tests of this module; its game is in the files alone."""
    dumps = tmp_path_factory.mktemp("published") / "dumps"
    with override_settings(DUMPS_DIR=dumps), held(django_db_blocker), django_db_blocker.unblock():
        submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
        publish_dump()
    return dumps


@pytest.fixture
def published(stored_dumps: Path, settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = shutil.copytree(stored_dumps, tmp_path / "dumps")
    found = newest()
    assert found is not None
    return found.folder


@pytest.mark.parametrize(
    "path",
    [
        *("../newest.json", "../lock", "..%2Fnewest.json", "%2e%2e/newest.json", "./manifest.json"),
        *("/etc/passwd", "%2Fetc%2Fpasswd", "parquet/", "parquet", "games.ndjson.gz/"),
        *("nothing", "unfinished-x/games.ndjson.gz", "games.ndjson.gz%00", "%00", "a" * 5000),
        *("PARQUET/games.parquet", "parquet/../games.ndjson.gz", "newest.json"),
    ],
)
def test_no_other_file_is_there(published: Path, client: Client, path: str) -> None:
    assert client.get(f"/dump/{path}").status_code == 404


def test_an_unfinished_dump_is_not_there(published: Path, client: Client) -> None:
    begun = published.parent / "unfinished-now"
    begun.mkdir()
    (begun / "games.ndjson.gz").write_bytes(b"half")
    assert client.get("/dump/unfinished-now/games.ndjson.gz").status_code == 404
    answer = client.get("/dump/games.ndjson.gz")
    assert b"".join(answer) == (published / "games.ndjson.gz").read_bytes()  # type: ignore[arg-type]


@pytest.mark.parametrize("breaks", ["full", "killed"])
def test_a_dump_that_breaks_leaves_the_one_before(
    published: Path, client: Client, monkeypatch: pytest.MonkeyPatch, breaks: str
) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space") if breaks == "full" else RuntimeError("killed")

    monkeypatch.setattr(writing, "settings_line", broken)
    with pytest.raises(NoDump if breaks == "full" else RuntimeError):
        publish_dump()
    if breaks == "full":
        with pytest.raises(CommandError, match="no space"):
            call_command("dump", "--publish")
    found = newest()
    assert found is not None
    assert found.folder == published
    assert not list(published.parent.glob("unfinished-*"))
    assert client.get("/dump/manifest.json").status_code == 200


def test_two_do_not_write_at_once(published: Path) -> None:
    with publishing._alone(published.parent), pytest.raises(NoDump, match="another process"):
        publish_dump()


def test_a_folder_with_something_in_it_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(NoDump):
        dump(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_who_asks_too_often_waits(published: Path, client: Client) -> None:
    for _ in range(DUMP_FILES.most):
        DUMP_FILES.take("127.0.0.1")
    answer = client.get("/dump/games.ndjson.gz")
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    tag = f'"{json.loads((published / "manifest.json").read_text())["made_at"]}"'
    response = client.get("/dump/manifest.json", headers={"if-none-match": tag})
    assert response.status_code == 304


@pytest.mark.parametrize(
    ("asked", "status", "begin", "end"),
    [
        ("bytes=0-9", 206, 0, 10),
        ("bytes=10-", 206, 10, None),
        ("bytes=0-99999999", 200, 0, None),
        ("bytes=99999999-", 416, 0, 0),
        ("bytes=9-1", 200, 0, None),
        ("bytes=0-1,4-5", 200, 0, None),
        ("bytes=-5", 200, 0, None),
        ("bytes=" + "9" * 400 + "-", 200, 0, None),
        ("lines=1-2", 200, 0, None),
    ],
)
def test_ranges(
    published: Path, client: Client, asked: str, status: int, begin: int, end: int | None
) -> None:
    raw = (published / "games.ndjson.gz").read_bytes()
    answer = client.get("/dump/games.ndjson.gz", headers={"range": asked})
    assert answer.status_code == status
    if status != 416:
        assert b"".join(answer) == raw[begin:end]  # type: ignore[arg-type]
        assert int(answer["Content-Length"]) == len(raw[begin:end])


def test_a_part_of_another_file_is_not_given(published: Path, client: Client) -> None:
    headers = {"range": "bytes=5-", "if-range": '"another"'}
    assert client.get("/dump/games.ndjson.gz", headers=headers).status_code == 200


def test_tables_for_some_are_not_told_until_their_game_is_public(tmp_path: Path) -> None:
    people = [account("ana"), account("ben")]
    hidden = dealt(people, shares=True)
    Table.objects.filter(pk=hidden.pk).update(access="invited")
    ended = play_out(dealt(people, shares=True).pk)
    Table.objects.filter(pk=ended.pk).update(access="link")
    dump(tmp_path / "dump")
    raw = dict(every_byte(tmp_path / "dump"))["tables.ndjson.gz"]
    assert hidden.pk.encode() not in raw
    assert hidden.commitment.encode() not in raw
    assert ended.pk.encode() not in raw
