"""Object storage that lies, is full, slow or gone: pages say so, nothing half is published."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from archive.dumps import tasks
from archive.dumps.services.publish import NoDump, dump_of, newest, publish_dump
from audit.__main__ import main
from insights.stats.services.research import publish_research_files, published
from tables.recorder import fetching, runtime
from tests.cast import account, finished_log, submit
from tests.services import object_storage
from tests.services.processes import free_port
from tests.site.recorder.test_engine_bundle import ARCHIVE
from web import object_storage as product
from web.shared_storage import StorageUnavailable

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NAME = "games.ndjson.gz"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> str:
    """The folder in the bucket; this host's disk is empty."""
    folder = object_storage.folder_for(tmp_path)
    object_storage.lend(settings, folder)
    settings.DUMPS_DIR = tmp_path / "dumps"
    settings.RESEARCH_DIR = tmp_path / "research"
    settings.DATA_DIR = tmp_path
    return folder


class Full(BaseHTTPRequestHandler):
    """Has nothing, and takes nothing."""

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b"<Error><Code>QuotaExceeded</Code><Message>full</Message></Error>"
        self.send_response(507)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        body = b"<Error><Code>NoSuchKey</Code><Message>none</Message></Error>"
        self.send_response(404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_DELETE = do_GET  # noqa: N815

    def log_message(self, *words: object) -> None:
        return


@pytest.fixture
def full_port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Full)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def published_game() -> None:
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    publish_dump()


def replace_object(folder: str, name: str, body: bytes) -> None:
    port = object_storage.running().port
    dump = newest()
    assert dump is not None
    key = f"{folder}/dumps/{dump.folder.name}/{name}"
    client = object_storage.client(port)
    client.put_object(Bucket=object_storage.BUCKET, Key=key, Body=body)


def test_other_bytes_of_the_same_size_break_the_download_off(folder: str, client: Client):
    published_game()
    body = b"".join(client.get(f"/dump/{NAME}"))  # type: ignore[arg-type]
    replace_object(folder, NAME, bytes(len(body)))
    answer = client.get(f"/dump/{NAME}")
    with pytest.raises(StorageUnavailable, match="another digest"):
        b"".join(answer)  # type: ignore[arg-type]


def test_a_file_of_another_size_is_not_served(folder: str, client: Client):
    published_game()
    replace_object(folder, NAME, b"short")
    client.raise_request_exception = False
    answer = client.get(f"/dump/{NAME}")
    assert answer.status_code == 503
    assert answer["Retry-After"]


def test_an_auditor_notices_a_bucket_that_lies(folder: str, tmp_path: Path, client: Client):
    """In parts a file is served as it lies there: its digest tells."""
    published_game()
    manifest = b"".join(client.get("/dump/manifest.json"))  # type: ignore[arg-type]
    files = {file["name"]: file["bytes"] for file in json.loads(manifest)["files"]}
    replace_object(folder, NAME, bytes(files[NAME]))
    fetched = tmp_path / "fetched"
    (fetched / "parquet").mkdir(parents=True)
    (fetched / "manifest.json").write_bytes(manifest)
    for name, size in files.items():
        ends = (size // 2, size)
        parts = [f"bytes=0-{ends[0] - 1}", f"bytes={ends[0]}-"] if size > 1 else ["bytes=0-"]
        answers = [client.get(f"/dump/{name}", headers={"range": part}) for part in parts]
        (fetched / name).write_bytes(b"".join(b"".join(answer) for answer in answers))  # type: ignore[arg-type]
    assert main([str(fetched)]) != 0


@pytest.mark.parametrize("path", ["/dump/", f"/dump/{NAME}", "/stats/files/", "/stats/files/x"])
def test_pages_say_that_a_bucket_is_gone(settings: Any, folder: str, client: Client, path: str):
    object_storage.lend(settings, folder, free_port())
    client.raise_request_exception = False
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert client.get("/").status_code == 200
    assert client.get("/record/").status_code == 200


def test_a_slow_bucket_holds_no_request_for_long(
    settings: Any, folder: str, client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(product, "READ_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        object_storage.lend(settings, folder, silent.getsockname()[1])
        client.raise_request_exception = False
        assert client.get(f"/dump/{NAME}").status_code == 503


def test_a_full_bucket_leaves_the_dump_before(
    settings: Any, folder: str, full_port: int, caplog: pytest.LogCaptureFixture
):
    published_game()
    before = newest()
    object_storage.lend(settings, folder, full_port)
    with pytest.raises(NoDump, match="no space"):
        publish_dump()
    with pytest.raises(CommandError, match="no space"):
        call_command("dump", "--publish")
    tasks.publish_dump()
    assert "no dump: no space" in caplog.text
    assert not list(Path(settings.DUMPS_DIR).glob("unfinished-*"))
    object_storage.lend(settings, folder)
    assert newest() == before


@pytest.mark.parametrize("number", [0, 3])
def test_a_dump_that_is_half_there_is_not_published(
    settings: Any, folder: str, monkeypatch: pytest.MonkeyPatch, number: int
):
    published_game()
    before = newest()
    assert before is not None
    put, count = product.ObjectPath.put, iter(range(100))

    def break_off(path: Any, *arguments: Any) -> None:
        if next(count) == number:
            raise StorageUnavailable("cut off")
        put(path, *arguments)

    monkeypatch.setattr(product.ObjectPath, "put", break_off)
    with pytest.raises(NoDump, match="object storage refused the dump"):
        publish_dump()
    assert newest() == before
    assert dump_of(before.moment) == before
    storage = object_storage.client(object_storage.running().port)
    listed = storage.list_objects_v2(Bucket=object_storage.BUCKET, Prefix=f"{folder}/dumps/")
    keys = [str(entry["Key"]).removeprefix(f"{folder}/dumps/") for entry in listed["Contents"]]
    files = [key for key in keys if not key.endswith("/")]
    assert {key.partition("/")[0] for key in files} == {before.folder.name, "newest.json"}


def test_research_files_that_break_off_leave_those_before(
    folder: str, monkeypatch: pytest.MonkeyPatch
):
    publish_research_files()
    before = published()

    def break_off(*_: Any) -> None:
        raise StorageUnavailable("cut off")

    monkeypatch.setattr(product.ObjectPath, "put", break_off)
    with pytest.raises(StorageUnavailable):
        publish_research_files()
    assert published() == before


def test_a_python_that_a_bucket_made_up_is_not_taken(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
):
    """Browsers run it: its digest stands in our source."""
    monkeypatch.setattr(runtime, "SHA512", hashlib.sha512(ARCHIVE).hexdigest())
    evil = tmp_path / "evil.tgz"
    evil.write_bytes(ARCHIVE + b"evil")
    fetching._share_archive(evil)
    monkeypatch.setattr(fetching, "npm_command", lambda: None)
    with pytest.raises(fetching.CannotFetch, match="no npm"):
        fetching.fetch_runtime()
    assert "another digest" in caplog.text
    assert not runtime.is_fetched()


def test_a_pointer_that_leads_elsewhere_is_no_dump(folder: str, client: Client):
    published_game()
    storage = object_storage.client(object_storage.running().port)
    for body in (b'{"folder": "../../other"}', b'{"folder": "dump-none"}', b"\xff", b"[]"):
        storage.put_object(
            Bucket=object_storage.BUCKET, Key=f"{folder}/dumps/newest.json", Body=body
        )
        assert newest() is None
        assert client.get("/dump/").status_code == 200
        assert client.get(f"/dump/{NAME}").status_code == 404
