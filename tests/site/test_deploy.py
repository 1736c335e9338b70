"""The files of deploy/ and .env.example: what they name is there, and they agree."""

import os
import re
import shlex
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.db import connection

from imhotep_site.settings.environment import RENAMED
from tests.services.errors import ServiceMissing
from tests.services.postgres import find_binaries
from tests.services.processes import ROOT, live_environment
from tests.site.test_environment import judged
from tests.site.test_settings import variables_read

DEPLOY = ROOT / "deploy"
SERVICES = sorted(path.name for path in DEPLOY.glob("*.service"))
UVICORNS = {"WEB_CONCURRENCY"}
PROCESSES = {"web": "uvicorn", "worker": "celery", "beat": "celery"}


def unit(name: str) -> RawConfigParser:
    """A unit of systemd; what is named twice keeps the last."""
    parsed = RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    text = (DEPLOY / name).read_text("utf-8").replace("\\\n", " ")
    parsed.read_string(text)
    return parsed


def variables_in(path: Path) -> dict[str, str]:
    """An environment file: the lines that are no comment."""
    lines = path.read_text("utf-8").splitlines()
    variables = [line.partition("=") for line in lines if line and not line.startswith("#")]
    assert all(sign for _, sign, _ in variables)
    return {name: value for name, _, value in variables}


def compose() -> dict[str, dict[str, object]]:
    services: dict[str, dict[str, object]] = yaml.safe_load((ROOT / "compose.yaml").read_text())[
        "services"
    ]
    return services


def test_there_is_a_unit_for_every_process_and_for_the_backup():
    assert [f"imhotep-{part}.service" for part in ("backup", "beat", "web", "worker")] == SERVICES


@pytest.mark.parametrize("name", SERVICES)
def test_a_unit_runs_as_its_own_user_with_the_environment_file(name):
    service = unit(name)["Service"]
    assert service["User"] == "imhotep"
    assert service["EnvironmentFile"] == "/etc/imhotep.env"
    assert service["WorkingDirectory"] == "/srv/imhotep"
    assert service["ProtectSystem"] == "strict"
    assert service["StateDirectory"].split()[0] == "imhotep"
    if "Environment" in service:
        assert service["Environment"].partition("=")[0] in variables_read() | UVICORNS


@pytest.mark.parametrize("part", PROCESSES)
def test_a_unit_starts_what_compose_starts(part):
    unit_s = shlex.split(unit(f"imhotep-{part}.service")["Service"]["ExecStart"])
    assert unit_s[0] == f"/srv/imhotep/.venv/bin/{PROCESSES[part]}"
    composed = [str(word) for word in list(compose()[part]["command"])]  # type: ignore[call-overload]
    differs = {"0.0.0.0", "127.0.0.1", "/tmp/beat", "/var/lib/imhotep/beat"}
    differs |= {"2", "${WORKER_PROCESSES:-2}"}
    assert [word for word in unit_s[1:] if word not in differs] == [
        word for word in composed[1:] if word not in differs
    ]


def test_workers_and_beat_have_no_pool_and_a_worker_has_time_to_end():
    for part in ("worker", "beat"):
        assert unit(f"imhotep-{part}.service")["Service"]["Environment"] == "DATABASE_POOL=0"
    stop = unit("imhotep-worker.service")["Service"]["TimeoutStopSec"]
    assert int(stop) > settings.CELERY_TASK_TIME_LIMIT
    assert compose()["worker"]["stop_grace_period"] == f"{stop}s"


def test_the_timer_is_of_the_backup_which_runs_a_file_that_can_run():
    timer = unit("imhotep-backup.timer")["Timer"]
    assert "OnCalendar" in timer
    program, folder = shlex.split(unit("imhotep-backup.service")["Service"]["ExecStart"])
    assert os.access(ROOT / program.removeprefix("/srv/imhotep/"), os.X_OK)
    assert folder.startswith("/var/lib/imhotep/")


def test_the_environment_file_is_a_good_production_once_its_secrets_are_filled_in():
    variables = variables_in(DEPLOY / "imhotep.env")
    assert set(variables) <= variables_read()
    assert variables["SECRET_KEY"] == variables["PUSH_KEY"] == variables["TRANSPARENCY_KEY"] == ""
    filled = variables | {"SECRET_KEY": "k" * 50, "PROXIES": variables["PROXIES"]}
    assert judged(**filled) == []
    assert f"https://{variables['ALLOWED_HOSTS']}" == variables["SITE_URL"]
    assert variables["IMHOTEP_MODE"] == "production"


def test_the_example_for_compose_has_every_variable_that_compose_asks_for():
    text = (ROOT / "compose.yaml").read_text("utf-8")
    matches = set(re.findall(r"\$\{([A-Z_]+):", text))
    variables = variables_in(ROOT / ".env.example")
    assert set(variables) == matches - set(RENAMED)
    needed = set(re.findall(r"\$\{([A-Z_]+):\?", text))
    assert {name for name in needed if not variables[name]} == {
        "SECRET_KEY",
        "POSTGRES_PASSWORD",
        "REDIS_PASSWORD",
    }
    ours = {name: value for name, value in variables.items() if name in variables_read()}
    assert judged(**ours) == []


def test_the_file_with_the_secrets_is_kept_out_of_git_and_out_of_the_image():
    assert "/.env" in (ROOT / ".gitignore").read_text().split()
    assert (ROOT / ".dockerignore").read_text().startswith("*\n")


def directives(text: str) -> dict[str, str]:
    """Of nginx: the last value of each name."""
    bare = re.sub(r"#.*", "", text)
    assert bare.count("{") == bare.count("}")
    return dict(re.findall(r"^\s*([a-z_0-9]+(?: [A-Z][\w-]+)?) +([^;{}]+);$", bare, re.MULTILINE))


def test_nginx_hands_on_what_the_site_goes_by():
    directives_of_file = directives((DEPLOY / "nginx.conf").read_text("utf-8"))
    assert directives_of_file["proxy_set_header Host"] == "$http_host"
    assert directives_of_file["proxy_set_header X-Forwarded-For"] == "$proxy_add_x_forwarded_for"
    assert directives_of_file["proxy_set_header X-Forwarded-Proto"] == "$scheme"
    assert directives_of_file["client_max_body_size"] == f"{settings.LARGEST_BODY // 1024**2}m"
    assert int(directives_of_file["proxy_read_timeout"].removesuffix("s")) > 30
    assert directives_of_file["proxy_pass"] == "http://127.0.0.1:8000"
    assert directives_of_file["server_name"] == "games.example.org"


def test_caddy_does_the_same():
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert f"max_size {settings.LARGEST_BODY // 1024**2}MiB" in text
    assert "reverse_proxy 127.0.0.1:8000" in text
    assert re.search(r"^games\.example\.org \{$", text, re.MULTILINE)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_backup_dumps_and_keeps_the_newest(tmp_path):
    assert connection.vendor == "postgresql"
    try:
        path = f"{find_binaries()}:{os.environ['PATH']}"
    except ServiceMissing as missing:
        pytest.skip(str(missing))
    old = [tmp_path / f"imhotep-2020010{day}T000000Z.dump" for day in (1, 2, 3)]
    for dump in old:
        dump.touch()
    environment = {"PATH": path, "KEEP": "2", "DATABASE_URL": live_environment()["DATABASE_URL"]}
    command = [str(DEPLOY / "backup"), str(tmp_path)]
    run = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    made = Path(run.stdout.decode().strip())
    assert set(tmp_path.iterdir()) == {old[2], made}
    assert made.stat().st_mode & 0o077 == 0
    assert made.read_bytes()[:5] == b"PGDMP"


def test_a_backup_that_fails_leaves_the_others_alone(tmp_path):
    backup = tmp_path / "imhotep-20200101T000000Z.dump"
    backup.touch()
    (tmp_path / "pg_dump").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "pg_dump").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    environment = {"PATH": path, "KEEP": "0", "DATABASE_URL": "postgres:///x"}
    command = [str(DEPLOY / "backup"), str(tmp_path)]
    assert subprocess.run(command, env=environment, check=False, timeout=60).returncode == 3
    assert backup.exists()


def test_a_backup_leaves_no_part_of_a_dump(tmp_path):
    """It fails, is ended or was killed while it wrote."""
    killed = tmp_path / "imhotep-20200101T000000Z.dump.part"
    killed.touch()
    program = tmp_path / "pg_dump"
    path = f"{tmp_path}:{os.environ['PATH']}"
    environment = {"PATH": path, "DATABASE_URL": "postgres:///x"}
    command = [str(DEPLOY / "backup"), str(tmp_path)]
    write = 'for word; do case $word in --file=*) : > "${word#--file=}";; esac; done'
    for end in ("exit 3", "kill -TERM $PPID; exit 0"):
        program.write_text(f"#!/bin/sh\n{write}\n{end}\n")
        program.chmod(0o755)
        assert subprocess.run(command, env=environment, check=False, timeout=60).returncode
        assert set(tmp_path.iterdir()) == {program}
