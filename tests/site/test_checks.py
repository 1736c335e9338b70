"""A production start that would be unsafe, or would lose work, refuses with a sentence each."""

import os
import subprocess
import sys

import pytest
from django.core import checks

from imhotep_site.checks import UnsafeStart, check_production, refuse_unsafe_start
from tests.services.processes import ROOT, free_port

GOOD = {
    "IMHOTEP_MODE": "production",
    "SECRET_KEY": "k" * 50,
    "DATABASE_URL": "postgres://imhotep@db.invalid/imhotep",
    "REDIS_URL": "redis://queue.invalid:6379/0",
    "ALLOWED_HOSTS": "games.example.org",
    "SITE_URL": "",
    "DJANGO_SETTINGS_MODULE": "imhotep_site.settings",
}
BAD = {
    "imhotep.E001": {"SECRET_KEY": ""},
    "imhotep.E002": {"DEBUG": "true"},
    "imhotep.E003": {"DATABASE_URL": "sqlite:///x.sqlite3"},
    "imhotep.E004": {"REDIS_URL": ""},
    "imhotep.E005": {"ALLOWED_HOSTS": "", "SITE_URL": "https://games.example.org"},
}
STARTS = {
    "manage.py": ["manage.py", "check"],
    "web": ["-m", "uvicorn", "imhotep_site.asgi:application", "--port"],
    "worker": ["-m", "celery", "-A", "imhotep_site", "worker", "--pool", "solo"],
    "beat": ["-m", "celery", "-A", "imhotep_site", "beat", "--schedule", "/dev/null/none"],
}


def run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key not in GOOD}
    return subprocess.run(
        [sys.executable, *command],
        env={key: value for key, value in (kept | environment).items() if value},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def test_a_production_start_with_everything_passes():
    done = run(STARTS["manage.py"], **GOOD)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("code", BAD)
def test_a_command_refuses(code):
    done = run(STARTS["manage.py"], **GOOD | BAD[code])
    assert done.returncode == 1
    assert code in done.stderr
    assert done.stderr.count("imhotep.E") == 1


@pytest.mark.parametrize("start", ["web", "worker", "beat"])
def test_every_process_refuses_with_all_sentences(start):
    port = [str(free_port())] if start == "web" else []
    everything = {"IMHOTEP_MODE": "production", "DEBUG": "1"}
    done = run(STARTS[start] + port, **everything)
    stdout = done.stdout + done.stderr
    assert done.returncode != 0
    for number in (1, 2, 3, 4, 5):
        assert f"imhotep.E00{number}" in stdout
    assert "SECRET_KEY is not set" in stdout
    assert "Traceback" not in stdout


@pytest.mark.parametrize(
    ("environment", "status", "phrase"),
    [
        ({"IMHOTEP_MODE": "production"}, 1, "imhotep.E003: The database is SQLite"),
        (
            GOOD | {"DATABASE_URL": "postgres://me:secret@127.0.0.1:1/x"},
            2,
            "The database postgres://me:***@127.0.0.1:1/x does not answer: ",
        ),
    ],
)
def test_migrations_that_cannot_begin_are_a_sentence(tmp_path, environment, status, phrase):
    given = environment | {"IMHOTEP_DATA": str(tmp_path / "none")}
    done = run(["manage.py", "migrate"], **given)
    assert done.returncode == status
    assert phrase in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
    assert "WARNING" not in done.stderr


def test_beat_keeps_its_times_in_the_data_folder(settings):
    assert str(settings.DATA_DIR / "beat") == settings.CELERY_BEAT_SCHEDULE_FILENAME


def test_a_short_key_and_all_hosts_are_refused(settings, monkeypatch):
    settings.MODE, settings.SECRET_KEY, settings.ALLOWED_HOSTS = "production", "short", ["*"]
    monkeypatch.setenv("ALLOWED_HOSTS", "*")
    messages = {error.id: error.msg for error in check_production()}
    assert "fewer than 32" in messages["imhotep.E001"]
    assert "every host" in messages["imhotep.E005"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://games.example.org", "begins with https://"),
        ("https://elsewhere.example", "ALLOWED_HOSTS does not have 'elsewhere.example'"),
    ],
)
def test_where_the_site_is_has_to_be_one_of_its_hosts(settings, monkeypatch, url, reason):
    monkeypatch.setenv("ALLOWED_HOSTS", ".example.org")
    settings.MODE, settings.ALLOWED_HOSTS = "production", [".example.org"]
    settings.SITE_URL = url
    assert [reason in error.msg for error in check_production() if error.id == "imhotep.E007"] == [
        True
    ]
    settings.SITE_URL = "https://games.example.org:8443"
    assert "imhotep.E007" not in {error.id for error in check_production()}


def test_the_embedded_default_needs_nothing():
    assert checks.run_checks(tags=["production"]) == []
    refuse_unsafe_start()


def test_refusing_is_no_traceback(settings):
    settings.MODE, settings.DEBUG = "production", True
    with pytest.raises(UnsafeStart, match="DEBUG is on: it shows internals of the site"):
        refuse_unsafe_start()
