"""Dumps, research files and Pyodide in object storage: a real S3 server, and addresses as ever."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from archive.dumps.services.publish import dump_of, newest, publish_dump
from insights.stats.services.monthly import publish_month, published_months
from insights.stats.services.research import INDEX, publish_research_files, published
from tables.recorder import fetching, runtime
from tests.cast import account, finished_log, submit
from tests.services import object_storage
from tests.services.processes import ROOT, free_port
from tests.site.recorder.test_engine_bundle import ARCHIVE
from web.shared_files import only_host, shared_folder
from web.shared_storage import in_object_storage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def bucket(settings: Any, tmp_path: Path) -> Path:
    """The data folder of one host, whose shared files lie in object storage."""
    object_storage.lend(settings, object_storage.folder_for(tmp_path))
    settings.DUMPS_DIR = tmp_path / "dumps"
    settings.RESEARCH_DIR = tmp_path / "research"
    settings.DATA_DIR = tmp_path
    return tmp_path


def other_host(settings: Any, folder: Path) -> None:
    """From now on this process is another host: the same bucket, a disk with nothing on it."""
    settings.DUMPS_DIR = folder / "other/dumps"
    settings.RESEARCH_DIR = folder / "other/research"
    settings.DATA_DIR = folder / "other"


def test_a_dump_of_one_host_is_served_by_another(settings: Any, bucket: Path, client: Client):
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    files = publish_dump()
    first = newest()
    assert first is not None
    assert [path.name for path in (bucket / "dumps").iterdir()] == ["lock"]
    other_host(settings, bucket)
    for file in files:
        answer = client.get(f"/dump/{file.name}")
        body = b"".join(answer)  # type: ignore[arg-type]
        assert (len(body), hashlib.sha256(body).hexdigest()) == (file.bytes, file.sha256)
        assert answer["ETag"] == f'"{file.sha256}"'
    part = client.get("/dump/games.ndjson.gz", headers={"range": "bytes=10-19"})
    assert part.status_code == 206
    assert b"".join(part) == b"".join(client.get("/dump/games.ndjson.gz"))[10:20]  # type: ignore[arg-type]
    manifest = json.loads(b"".join(client.get("/dump/manifest.json")))  # type: ignore[arg-type]
    assert [name["name"] for name in manifest["files"]] == [file.name for file in files]
    assert client.get("/dump/").status_code == 200


def test_the_dump_before_stays_and_older_ones_go():
    dumps = []
    for _ in range(3):
        publish_dump()
        dumps.append(newest())
    moments = [dump.moment for dump in dumps if dump]
    assert [dump_of(moment) is not None for moment in moments] == [False, True, True]


def test_research_files_and_months_are_those_of_all_hosts(
    settings: Any, bucket: Path, client: Client
):
    files = publish_research_files()
    publish_research_files()
    month = publish_month()
    assert month is not None
    assert publish_month() is None
    assert list((bucket / "research").glob("*/*")) == []
    other_host(settings, bucket)
    assert publish_month() is None
    index = client.get(f"/stats/files/{INDEX}").json()
    assert [file["name"] for file in index["files"]] == [file.name for file in files]
    for file in index["files"]:
        answer = client.get(f"/stats/files/{file['name']}")
        body = b"".join(answer)  # type: ignore[arg-type]
        assert hashlib.sha256(body).hexdigest() == file["sha256"]
        assert int(answer["Content-Length"]) == file["bytes"]
    assert [month.name for month in published_months()] == [month.name]
    for file in month.files:
        body = b"".join(client.get(f"/stats/files/{month.name}/{file.name}"))  # type: ignore[arg-type]
        assert hashlib.sha256(body).hexdigest() == file.sha256
    assert client.get("/stats/files/").status_code == 200


def test_one_host_fetches_pyodide_and_the_others_take_it(
    settings: Any, bucket: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runtime, "SHA512", hashlib.sha512(ARCHIVE).hexdigest())
    archive = bucket / "archive.tgz"
    archive.write_bytes(ARCHIVE)
    fetching.store_runtime(archive)
    other_host(settings, bucket)
    monkeypatch.setattr(fetching, "npm_command", lambda: None)
    assert not runtime.is_fetched()
    fetching.fetch_runtime()
    assert runtime.is_fetched()


def test_names_do_not_lead_out_of_the_folder(bucket: Path):
    folder = shared_folder(bucket, "dumps")
    for name in ("../secret", "..", "a/../../b", "", "a//b", "/etc/passwd", "a\0b"):
        with pytest.raises(FileNotFoundError):
            folder / name


@pytest.mark.postgres
def test_a_lock_is_held_by_one_host(settings: Any):
    with only_host(77) as is_only:
        assert is_only
        other = connection.copy()
        try:
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock(77)")
                assert cursor.fetchone() == (False,)
        finally:
            other.close()
    with only_host(77) as is_only:
        assert is_only


def test_published_research_is_found_again_after_the_index():
    assert published() is None
    publish_research_files()
    assert published() is not None


def test_without_the_setting_nothing_of_it_is_imported(settings: Any):
    code = (
        "import django, sys; django.setup()\n"
        "from archive.dumps.services.publish import newest; newest()\n"
        "from insights.stats.services.research import published; published()\n"
        "names = {'boto3', 'botocore', 'storages', 's3transfer'}\n"
        "sys.exit(len(names & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_on_the_disk_there_is_no_object_storage(settings: Any, bucket: Path):
    settings.STORAGES = {name: settings.STORAGES[name] for name in ("default", "staticfiles")}
    assert not in_object_storage()
    assert shared_folder(bucket, "dumps") == bucket
    publish_dump()
    assert newest() is not None


def test_a_trial_says_that_it_works_or_what_is_wrong(
    settings: Any, bucket: Path, capsys: pytest.CaptureFixture[str]
):
    call_command("try_storage")
    assert "stored, listed, read and deleted" in capsys.readouterr().out
    object_storage.lend(settings, bucket.name, free_port())
    with pytest.raises(CommandError, match=r"does not work: .*Could not connect"):
        call_command("try_storage")
    settings.STORAGES = {name: settings.STORAGES[name] for name in ("default", "staticfiles")}
    with pytest.raises(CommandError, match="STORAGE_URL is not set"):
        call_command("try_storage")
