"""The engine for browsers: where it comes from, how it is sent, what is in it."""

import errno
import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from imhotep_site.supervisor.site import fetch_pyodide
from tables.recorder import archive, fetching, files, runtime
from tables.recorder.engine.bridge import Face
from tests.golden.make import FOLDER

pytestmark = pytest.mark.django_db

GAME = (FOLDER / "all-a-two.imh").read_text()


def packed(members: dict[str, bytes]) -> bytes:
    """An archive as npm makes them."""
    bytes_i_o = io.BytesIO()
    with tarfile.open(fileobj=bytes_i_o, mode="w:gz") as opened:
        for name, content in members.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(content)
            opened.addfile(info, io.BytesIO(content))
    return bytes_i_o.getvalue()


ARCHIVE = packed({name: name.encode() for name in [*runtime.FILES, "console.html"]})


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder without Pyodide; ``ARCHIVE`` is taken for it."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(runtime, "SHA512", hashlib.sha512(ARCHIVE).hexdigest())
    runtime.read_runtime_file.cache_clear()
    yield tmp_path
    runtime.read_runtime_file.cache_clear()


def test_the_files_that_a_browser_needs_are_kept_packed():
    assert not runtime.is_fetched()
    runtime.unpack_runtime(ARCHIVE)
    assert runtime.is_fetched()
    assert {path.name for path in runtime.folder().iterdir()} == {
        f"{name}.gz" for name in runtime.FILES
    }
    runtime.unpack_runtime(ARCHIVE)  # twice is once
    assert [path.name for path in runtime.folder().parent.iterdir()] == [runtime.VERSION]


def test_an_archive_with_another_digest_is_not_unpacked(tmp_path: Path):
    other = tmp_path / "other.tgz"
    other.write_bytes(packed({"pyodide.mjs": b"export const evil = 1;"}))
    with pytest.raises(CommandError, match="another digest"):
        call_command("fetch_pyodide", archive=other)
    assert not runtime.is_fetched()
    assert not (tmp_path / "pyodide").exists()


def test_an_archive_that_never_ends_is_not_read(tmp_path: Path):
    other = tmp_path / "other.tgz"
    with other.open("wb") as file:
        file.truncate(runtime.MAX_ARCHIVE_BYTES + 1)
    with pytest.raises(CommandError, match="too large"):
        call_command("fetch_pyodide", archive=other)
    assert not runtime.is_fetched()


@pytest.mark.django_db
def test_a_full_disk_leaves_nothing_and_a_site_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    ready = tmp_path / "ready.tgz"
    ready.write_bytes(ARCHIVE)
    monkeypatch.setattr(fetching, "_packed_by_npm", lambda target: ready)
    disk = iter([b"one file", OSError(errno.ENOSPC, "No space left on device")])

    def compress(*given: object, **more: object) -> bytes:
        if isinstance(file := next(disk), OSError):
            raise file
        return file

    monkeypatch.setattr("tables.recorder.runtime.gzip.compress", compress)
    messages: list[str] = []
    fetch_pyodide(messages.append)
    (sentence,) = messages
    assert sentence.startswith("Games can't be recorded at a table here.")
    assert "No space left" in sentence
    assert not runtime.is_fetched()
    assert list(runtime.folder().parent.iterdir()) == []
    page = Client().get("/record/")
    assert page.status_code == 200
    assert '"ready": false' in page.content.decode()


def test_an_archive_that_lacks_a_file_leaves_nothing(monkeypatch: pytest.MonkeyPatch):
    lacking = packed({"pyodide.mjs": b""})
    monkeypatch.setattr(runtime, "SHA512", hashlib.sha512(lacking).hexdigest())
    with pytest.raises(KeyError):
        runtime.unpack_runtime(lacking)
    assert not runtime.is_fetched()
    assert list(runtime.folder().parent.iterdir()) == []


def test_it_is_fetched_by_the_npm_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ready = tmp_path / "ready.tgz"
    ready.write_bytes(ARCHIVE)
    npm = tmp_path / "npm"
    npm.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\ncp {ready} pyodide-1.tgz\n')
    npm.chmod(0o755)
    monkeypatch.setattr(fetching, "npm_command", lambda: [str(npm)])
    call_command("fetch_pyodide")
    assert runtime.is_fetched()
    assert (tmp_path / "asked").read_text().startswith(f"pack {runtime.PACKAGE} ")
    npm.write_text("#!/bin/sh\nexit 1\n")
    call_command("fetch_pyodide")  # it is there


def test_without_npm_or_a_network_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(fetching, "npm_command", lambda: None)
    with pytest.raises(CommandError, match="npm pack pyodide@"):
        call_command("fetch_pyodide")
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setattr(fetching, "npm_command", lambda: [str(npm)])
    with pytest.raises(CommandError, match="no network"):
        call_command("fetch_pyodide")
    assert files.urls("en")["ready"] is False


def test_a_file_of_the_runtime_is_sent_packed_and_kept_for_ever():
    runtime.unpack_runtime(ARCHIVE)
    places = files.urls("en")
    assert places["ready"] is True
    for name, kind in runtime.FILES.items():
        answer = Client().get(f"{places['pyodide']}{name}")
        assert answer.status_code == 200
        assert answer["Content-Type"] == kind
        assert answer["Content-Encoding"] == "gzip"
        assert "immutable" in answer["Cache-Control"]
        assert gzip.decompress(answer.content) == name.encode()


def test_a_file_that_was_not_fetched_is_not_found():
    assert Client().get(f"{files.urls('en')['pyodide']}pyodide.mjs").status_code == 404


def test_addresses_are_read_only():
    runtime.unpack_runtime(ARCHIVE)
    places = files.urls("en")
    paths = (f"{places['pyodide']}pyodide.mjs", places["python"], places["worker"])
    for path in (*paths, "/record/kept.json"):
        assert Client().post(str(path)).status_code == 405


def test_our_modules_play_a_game_without_django(tmp_path: Path):
    """As in a browser: nothing but the standard library, words in the language of the page."""
    answer = Client().get(str(files.urls("de")["python"]))
    assert "immutable" in answer["Cache-Control"]
    with ZipFile(io.BytesIO(answer.content)) as opened:
        assert not [name for name in opened.namelist() if "export" in name or "cli/" in name]
        opened.extractall(tmp_path / "python")
    code = (
        "import sys; from tables.recorder.engine.bridge import Face; f = Face(); sys.stdout.write("
    )
    code += "f.called('open', sys.stdin.read()) + chr(10) + f.called('log', '[]')); import django"
    run = subprocess.run(
        [sys.executable, "-S", "-c", code],
        input=json.dumps([GAME]),
        cwd=tmp_path / "python",
        env=os.environ | {"IMHOTEP_ENGINE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "No module named 'django'" in run.stderr
    opened_, finished = (json.loads(line)["answer"] for line in run.stdout.splitlines())
    position = json.loads(Face().called("open", json.dumps([GAME])))["answer"]
    assert opened_["entries"] == position["entries"]
    assert opened_["steps"][0]["s"] != position["steps"][0]["s"]
    assert opened_["points"]["sources"][1] == ["temple", "Tempel"]
    assert finished["over"] is True


def test_the_archive_changes_with_its_language_and_with_nothing_else():
    german, english = archive.engine_archive("de"), archive.engine_archive("en")
    assert german.digest != english.digest
    archive.pack_modules.cache_clear()
    assert archive.engine_archive("de") == german
    with ZipFile(io.BytesIO(english.body)) as opened:
        assert "drawing/language/catalogue.mo" not in opened.namelist()
    assert files.urls("de-AT")["language"] == "de"
    assert files.urls("xx")["language"] == "en"


def test_python_may_run_in_the_worker_and_on_no_other_page():
    policy = Client().get("/record/worker.js")["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "unsafe-inline" not in policy
    assert "wasm" not in Client().get("/about/")["Content-Security-Policy"]


def test_what_is_kept_for_offline_is_there_and_has_a_version():
    runtime.unpack_runtime(ARCHIVE)
    body = Client().get("/record/kept.json?lang=pl").json()
    assert body["page"] == "/record/?lang=pl"
    places = files.urls("pl")
    assert {places["worker"], places["python"], f"{places['pyodide']}pyodide.asm.wasm"} <= set(
        body["files"]
    )
    assert "/static/js/recorder/engine.js" in body["files"]
    assert len(set(body["files"])) == len(body["files"])
    for path in body["files"]:
        if path.startswith("/record/"):
            assert Client().get(path).status_code == 200, path
    other = Client().get("/record/kept.json?lang=de").json()
    assert other["version"] != body["version"]
