"""``make run``: the real command, its real processes, a data folder of its own."""

import contextlib
import errno
import http.client
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from imhotep_site.supervisor import CannotServe, addresses, child, folder, heartbeat
from tests.services import migrated
from tests.services.ending import Child
from tests.services.processes import ROOT, free_port, wait_until

GIVEN = (
    *("DATABASE_URL", "DATABASE_POOL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"),
    *("HOST", "LAN", "ALLOWED_HOSTS", "SITE_URL"),
)
pytestmark = pytest.mark.timeout(400)


class Serve:
    """`serve` with a folder and a port; its output and its processes."""

    def __init__(self, data: Path, port: int = 0, games: int = 8) -> None:
        self.port, self.data = port or free_port(), data
        self.count = 0
        self.games = games
        self.more: dict[str, str] = {}
        self.last: Child | None = None

    def environment(self) -> dict[str, str]:
        environment = {name: value for name, value in os.environ.items() if name not in GIVEN}
        return environment | {"IMHOTEP_DATA": str(self.data), "PORT": str(self.port)} | self.more

    @property
    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "serve", "--games", str(self.games)]

    def start(self) -> Child:
        self.count += 1
        log = self.data.parent / f"serve-{self.port}-{self.count}.txt"
        self.last = Child(self.command, log, environment=self.environment(), folder=ROOT)
        return self.last

    def started(self) -> Child:
        process = self.start()
        wait_until(lambda: "Ctrl-C" in process.log, process, seconds=150, what="serve")
        return process

    def refused(self) -> str:
        """It does not start: what it says, without a traceback."""
        run = subprocess.run(
            self.command,
            env=self.environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.returncode == 2
        stdout = run.stdout + run.stderr
        assert "Traceback" not in stdout
        return stdout

    def page(self, path: str = "/") -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return bytes(answer.read())

    def ready(self) -> bool:
        try:
            return b'"ready": true' in self.page("/readyz")
        except OSError:
            return False


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    serve = Serve(tmp_path / "data")
    with ExitStack() as stack:
        stack.callback(lambda: [os.kill(pid, signal.SIGKILL) for pid in of_folder(serve.data)])
        yield serve


@pytest.fixture
def empty(serve: Serve) -> Serve:
    """`serve` with a migrated folder and no games: for tests that are not of the first start, which
    takes some seconds to make the tables."""
    return migrated_in(serve)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    serve = Serve(tmp_path_factory.mktemp("shared") / "data")
    with ExitStack() as stack:
        stack.callback(lambda: [os.kill(pid, signal.SIGKILL) for pid in of_folder(serve.data)])
        yield migrated_in(serve)


@pytest.fixture
def running(shared: Serve) -> tuple[Serve, Child]:
    """A `serve` that runs, of an earlier test if that left it so: a start is four processes."""
    if shared.last is None or not shared.last.alive:
        shared.started()
    assert shared.last is not None
    wait_until(lambda: answers(shared), shared.last, what="the web server")
    return shared, shared.last


def migrated_in(serve: Serve) -> Serve:
    serve.games = 0
    serve.data.mkdir(mode=0o700, parents=True)
    migrated.make_sqlite()
    shutil.copy(migrated.sqlite(), serve.data / "imhotep.sqlite3")
    return serve


def nothing_runs(served: Serve, seconds: float = 60) -> None:
    """What has been told to end may be dying yet, and is gone soon."""
    wait_until(lambda: of_folder(served.data) == [], seconds=seconds, what="the end of all")


def of_folder(data: Path) -> list[int]:
    """All processes that name the folder: in their command or, of ours, in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            about = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if str(data).encode() in about and state != "Z":
            found.append(int(process.name))
    return found


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.mark.long
@linux
def test_it_serves_goes_on_with_its_data_and_leaves_nothing_running(serve):
    first = serve.started()
    assert f"http://127.0.0.1:{serve.port}" in first.log
    assert re.search(r"moderator, password \w{4}-\w{4}-\w{4}-\w{4}\n", first.log)
    assert b"Imhotep" in serve.page()
    assert b"/games/" in serve.page("/games/")
    wait_until(serve.ready, first, what="the worker's first heartbeat", seconds=60)
    assert stat.S_IMODE(serve.data.stat().st_mode) == 0o700
    assert stat.S_IMODE((serve.data / "secret_key").stat().st_mode) == 0o600
    key = (serve.data / "secret_key").read_text()
    games = serve.page("/games/").count(b'href="/games/')

    first.process.send_signal(signal.SIGINT)
    assert first.process.wait(60) == 0
    nothing_runs(serve)
    assert "Traceback" not in first.log

    second = serve.started()
    assert "password" in second.log
    assert "was shown at the first run" in second.log
    assert (serve.data / "secret_key").read_text() == key
    assert serve.page("/games/").count(b'href="/games/') == games
    assert second.stop() == 0  # SIGTERM
    nothing_runs(serve)


def test_a_second_one_at_the_same_time_is_refused_with_the_address_of_the_first(running):
    serve, _process = running
    refusal = Serve(serve.data).refused()
    assert f"already runs with the data folder {serve.data}" in refusal
    assert f"http://127.0.0.1:{serve.port}" in refusal
    assert answers(serve)


def beats_of(serve: Serve) -> list[int]:
    return [pid for pid in of_folder(serve.data) if "\0beat\0" in command_of(pid)]


@linux
def test_beat_is_started_again(running):
    serve, process = running
    wait_until(lambda: len(beats_of(serve)) == 1, process, what="beat")
    (beat,) = beats_of(serve)
    os.kill(beat, signal.SIGKILL)
    wait_until(lambda: "The clock ended (signal 9)" in process.log, process)
    wait_until(lambda: beats_of(serve) not in ([], [beat]), process, what="beat's second start")
    wait_until(serve.ready, process, what="the heartbeat", seconds=60)


@linux
def test_what_dies_is_started_again_and_what_hangs_is_ended(running):
    serve, process = running
    (web,) = (pid for pid in of_folder(serve.data) if "uvicorn" in command_of(pid))
    os.kill(web, signal.SIGKILL)
    wait_until(lambda: "The web server ended (signal 9)" in process.log, process)
    wait_until(lambda: answers(serve), process, what="the web server's second start")
    workers = [pid for pid in of_folder(serve.data) if "celery" in command_of(pid)]
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)  # deaf to everything but SIGKILL
    assert process.stop(30) == 0
    nothing_runs(serve)


class Silence:
    """A queue whose heartbeat is `heartbeat`; it does not answer where `down`."""

    heartbeat: float | None = 1
    down = False

    def read(self) -> str | None:
        if self.down:
            raise ConnectionError
        return None if self.heartbeat is None else str(self.heartbeat)


@pytest.fixture
def clock(monkeypatch):
    """Seconds by hand."""
    clock = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(heartbeat.time, "monotonic", lambda: clock.seconds)
    return clock


@pytest.mark.parametrize(("queue_answers", "ended"), [(True, ["ask"]), (False, ["queue", "ask"])])
def test_those_that_run_and_do_nothing_are_ended(clock, queue_answers, ended):
    redis_server = Silence()
    watched = heartbeat.Heartbeat("queue", ["ask"], redis_server.read)

    def after(seconds: float) -> list[str]:
        clock.seconds += seconds
        return list(watched.silent_children())

    assert after(10) == []
    redis_server.heartbeat = 2
    assert [after(5), after(50)] == [[], []]
    redis_server.heartbeat = 3
    assert [after(5), after(55)] == [[], []]
    redis_server.down = not queue_answers
    assert after(5) == ended
    assert after(heartbeat.FIRST - 5) == [], "they need time to start"
    assert after(5) == ended


def test_a_slow_start_is_waited_for(clock):
    redis_server = Silence()
    redis_server.heartbeat = None
    watched = heartbeat.Heartbeat(None, ["ask"], redis_server.read)
    clock.seconds = heartbeat.FIRST - 1
    assert list(watched.silent_children()) == []
    clock.seconds += 10
    assert list(watched.silent_children()) == ["ask"]


def asked_at(address: str, port: int, host: str) -> int:
    """The status of the first page, asked at an address by a name."""
    with contextlib.closing(http.client.HTTPConnection(address, port, timeout=20)) as connection:
        connection.request("GET", "/", headers={"Host": host})
        with connection.getresponse() as answer:
            return answer.status


def test_a_living_room_reaches_it_by_the_machines_address_and_no_other_name(empty):
    empty.more = {"LAN": "1"}
    if not (own := addresses.local_addresses()):
        assert "no network address" in empty.refused()
        return
    process = empty.started()
    wait_until(lambda: "Over plain HTTP" in process.log, process, what="the last lines")
    assert f"http://{own[0]}:{empty.port}" in process.log
    assert addresses.code(f"http://{own[0]}:{empty.port}/") in process.log
    assert asked_at(own[0], empty.port, f"{own[0]}:{empty.port}") == 200
    assert asked_at("127.0.0.1", empty.port, "localhost") == 200
    assert asked_at(own[0], empty.port, "rebound.example") == 400
    assert process.stop() == 0


@linux
def test_the_others_end_when_the_supervisor_is_killed(running):
    serve, process = running
    os.kill(process.pid, signal.SIGKILL)
    process.process.wait()
    nothing_runs(serve, seconds=20)


def test_a_busy_port_is_named(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refusal = Serve(tmp_path / "data", port).refused()
    assert f"Port {port} is busy" in refusal
    assert "PORT=8123 make run" in refusal


@pytest.mark.parametrize(("busy", "another"), [(8000, 8123), (8123, 8124)])
def test_the_port_that_is_busy_is_not_recommended(busy, another):
    refusal = addresses._sentence("127.0.0.1", busy, OSError(errno.EADDRINUSE, "in use"))
    assert f"PORT={another} make run" in refusal


def test_an_address_of_another_machine_is_not_a_busy_port():
    with pytest.raises(
        CannotServe, match=r"This machine does not have the address 203\.0\.113\.9\."
    ):
        addresses.check_free("203.0.113.9", free_port())


@pytest.mark.parametrize("port", ["abc", "70000"])
def test_a_port_that_is_none_is_refused(tmp_path, port):
    serve = Serve(tmp_path / "data", 1)
    serve.port = port
    assert "PORT" in serve.refused()


def test_a_data_folder_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "data").write_text("a file, not a folder")
    refusal = Serve(tmp_path / "data").refused()
    assert f"The data folder {tmp_path / 'data'} can't be used" in refusal
    assert "IMHOTEP_DATA=" in refusal


def test_a_folder_too_deep_for_a_socket_will_do(tmp_path):
    serve = migrated_in(Serve(tmp_path / ("deep" * 20) / "data"))
    process = serve.started()
    assert not (serve.data / "valkey.sock").exists()
    assert answers(serve)
    assert process.stop() == 0


def answers(serve: Serve) -> bool:
    try:
        return serve.page("/healthz") == b"ok\n"
    except OSError:
        return False


def command_of(pid: int) -> str:
    """Nothing if it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode()
    except OSError:
        return ""


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "SPACE_NEEDED", 1 << 62)
    with pytest.raises(CannotServe, match=r"The disk of .* is full: only \d+ MiB are free"):
        folder.prepare(tmp_path / "data")


def test_a_log_that_grew_large_is_kept_once(tmp_path, monkeypatch):
    monkeypatch.setattr(child, "LARGEST_LOG", 10)
    log = tmp_path / "web.log"
    writer = child.Child("The web server", ["sh", "-c", "exec sleep 60"], log, os.environ, tmp_path)
    with log.open("ab") as open_by_the_process:
        open_by_the_process.write(b"eleven bytes")
        open_by_the_process.flush()
        writer.rotate()
        open_by_the_process.write(b"new")
    assert (tmp_path / "web.log.1").read_bytes() == b"eleven bytes"
    assert log.read_bytes() == b"new"
    writer.rotate()
    assert log.read_bytes() == b"new"


def test_what_dies_at_once_is_started_less_and_less_often(tmp_path):
    brief = child.Child("Brief", ["false"], tmp_path / "log.log", os.environ, tmp_path)
    waits = []
    for _ in range(7):
        brief.start()
        assert brief.process
        brief.process.wait()
        waits.append(
            re.search(r"exit status 1\); it starts again in (\d+) s", brief.restart_later())
        )
    assert [int(wait[1]) for wait in waits if wait] == [1, 2, 4, 8, 16, 30, 30]
