"""A server that gives an auditor other files than a dump: nothing is written elsewhere, and nothing
without end."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from audit.__main__ import main
from audit.fetch import dump_moment
from tests.audit.conftest import Copy, copy, original

__all__ = ["copy", "original"]

Lie = Callable[[SimpleHTTPRequestHandler], bool]


class Server:
    """A dump's folder, served as a site does; `lie` answers a request in its own way, or not."""

    def __init__(self, copy: Copy) -> None:
        self.folder = copy.folder
        self.manifest: dict[str, Any] = json.loads((copy.folder / "manifest.json").read_text())
        self.lie: Lie = lambda request: False
        self.requests: list[str] = []
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


class Handler(SimpleHTTPRequestHandler):
    def __init__(self, server_state: Server, *args: Any) -> None:
        self.state = server_state
        super().__init__(*args, directory=str(server_state.folder))

    def do_GET(self) -> None:
        self.state.requests.append(self.path)
        moment = f"/{dump_moment(self.state.manifest['made_at'])}"
        if not self.state.lie(self):
            self.path = self.path.removeprefix(moment)
            super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Silence."""


@pytest.fixture
def server(copy: Copy) -> Iterator[Server]:
    state = Server(copy)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, state)) as http:
        state.port = http.server_address[1]
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield state
        http.shutdown()
        thread.join()


def change_file(server: Server, **fields: object) -> None:
    """The manifest says something else of its first file."""
    server.manifest["files"][0] |= fields
    (server.folder / "manifest.json").write_text(json.dumps(server.manifest), "utf-8")


def test_an_honest_dump_is_fetched_and_audited(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--fetch", server.address, str(tmp_path / "new" / "dump")]) == 0
    assert "no differences" in capsys.readouterr().out
    moment = dump_moment(server.manifest["made_at"])
    assert set(server.requests) == {"/manifest.json"} | {
        f"/{moment}/{file['name']}" for file in server.manifest["files"] if not file["optional"]
    }


@pytest.mark.parametrize("name", ["../../escaped.txt", "/tmp/escaped.txt", "..\\escaped", "a\nb"])
def test_a_name_that_leads_out_of_the_folder(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    change_file(server, name=name)
    before = {path for path in tmp_path.rglob("*") if "fetched" not in path.parts}
    assert main(["--fetch", server.address, str(tmp_path / "fetched" / "dump")]) == 2
    assert "the folder" in capsys.readouterr().err
    assert {path for path in tmp_path.rglob("*") if "fetched" not in path.parts} == before
    assert [path.name for path in (tmp_path / "fetched").rglob("*")] == ["dump", "manifest.json"]


def endless(request: SimpleHTTPRequestHandler) -> bool:
    """The first file never ends."""
    if request.path.endswith("manifest.json"):
        return False
    request.send_response(200)
    request.end_headers()
    try:
        while True:
            request.wfile.write(bytes(1 << 16))
    except OSError:
        return True


def elsewhere(request: SimpleHTTPRequestHandler) -> bool:
    """To an address in the auditor's own network."""
    request.send_response(302)
    request.send_header("Location", "/secret")
    request.end_headers()
    return True


def broken_off(request: SimpleHTTPRequestHandler) -> bool:
    if request.path.endswith("manifest.json"):
        return False
    request.send_response(200)
    request.send_header("Content-Length", "1000000")
    request.end_headers()
    request.wfile.write(b"half")
    return True


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (endless, "more than"),
        (elsewhere, "the site answers 302"),
        (broken_off, "not the bytes that the manifest names"),
    ],
)
def test_an_answer_that_is_no_file(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], lie: Lie, sentence: str
) -> None:
    server.lie = lie
    assert main(["--fetch", server.address, str(tmp_path / "dump-of-a-liar")]) == 2
    assert sentence in capsys.readouterr().err
    assert "/secret" not in server.requests


def test_a_folder_with_something_in_it_is_left_alone(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("a")
    assert main(["--fetch", server.address, str(tmp_path)]) == 2
    assert "name a new folder" in capsys.readouterr().err
    assert server.requests == []


@pytest.mark.parametrize("address", ["file:///etc", "ftp://127.0.0.1/", "dump", "http://"])
def test_an_address_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    assert main(["--fetch", address, str(tmp_path / "dump")]) == 2
    assert capsys.readouterr().err.startswith("unreadable: ")
