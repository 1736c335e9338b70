"""Settings are judged before anything starts: a sentence for each that is wrong, no traceback."""

from __future__ import annotations

import runpy
import subprocess
import sys
from typing import Any

import pytest

from imhotep_site.environment import WRONG, Environment, env, is_origin, without_password
from tests.services.processes import ROOT, free_port

BAD = {
    "LOG_LEVEL": ("loud", "say DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    "DEBUG": ("maybe", "say on or off"),
    "TRUST_PROXY": ("perhaps", "say on or off"),
    "PORT": ("80a", "a whole number from 0 to 65535"),
    "HSTS_SECONDS": ("-1", "a whole number from 0 up"),
    "REQUESTS_AT_ONCE": ("0", "a whole number from 1 up"),
    "DATABASE_POOL": ("2.5", "a whole number from 0 up"),
    "CONNECTIONS_OF_ADDRESS": ("few", "a whole number from 0 up"),
    "CLAIM_SECONDS": ("nan", "a number from 0 to 86400"),
    "TABLES_PAUSE": ("soon", "a number from 0 to 60"),
    "TABLES_THINK": ("inf", "a number from 0 to 60"),
    "PUSH_PAUSE": ("-1", "a number from 0 to 86400"),
    "UPLOAD_MIB_A_DAY": ("1e300", "a number from 0 to 1000000"),
    "UPLOAD_LOGS_A_DAY": ("much", "a whole number from 0 up"),
    "REFUSED_DAYS": ("999999999999", "a whole number from 0 to 36500"),
    "LEADERBOARD_GAMES": ("ten", "a whole number from 0 up"),
    "LEADERBOARD_OPPONENTS": ("-4", "a whole number from 0 up"),
    "LEADERBOARD_DAYS": ("999999999999", "a whole number from 0 to 36500"),
    "LEADERBOARD_VERIFIED": ("sometimes", "say on or off"),
    "RATED_VERIFIED": ("always?", "say on or off"),
    "IMHOTEP_MODE": ("prodution", "say embedded or production"),
    "SIGN_UP": ("all", "say open, invitation or closed"),
    "PROXIES": ("many", "a whole number from 0 to 9"),
    "API_PROXIES": ("10", "a whole number from 0 to 9"),
    "DATABASE_URL": ("mysql://me:secret@db/name", "like postgres://user:password@host:5432/name"),
    "REDIS_URL": ("http://cache:6379", "like redis://:password@host:6379/0, or unix:///path"),
    "EMAIL_URL": ("smpt://me:secret@mail", "like smtp+tls://user:password@host:587"),
    "SITE_URL": ("games.example.org", "like https://games.example.org, without a path"),
    "SITE_NAME": ("n" * 41, "one line of at most 40 characters"),
    "IMPRINT": ("/no/such/file.md", "an address (https://…), or a Markdown file"),
    "PRIVACY": ("/", "an address (https://…), or a Markdown file"),
    "CSRF_TRUSTED_ORIGINS": ("https://a.example/x", "each has to be like https://"),
}


def judged(**given: str) -> list[str]:
    """What the settings say of an environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in given.items():
            patch.setenv(name, value)
        patch.setattr(Environment, "refuse", lambda _self: None)
        runpy.run_path(str(ROOT / "imhotep_site/settings/__init__.py"))
        said = list(dict.fromkeys(env.wrong))
        env.wrong.clear()
    return said


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_value_is_named_with_what_is_wanted(name):
    value, wanted = BAD[name]
    (said,) = judged(**{name: value})
    assert said.startswith(f"{name} is ")
    assert wanted in said
    assert "secret" not in said


def test_what_is_empty_is_not_set():
    assert judged(**dict.fromkeys(BAD, ""), IMHOTEP_DATA="") == []


def test_all_that_is_wrong_is_said_at_once_and_ends_the_start(capsys):
    given = Environment({"A": "x", "B": "perhaps"})
    assert (given.int("A", 3), given.bool("B", True)) == (3, True)
    with pytest.raises(SystemExit) as ended:
        given.refuse()
    assert ended.value.code == WRONG == 2
    said = capsys.readouterr().err.splitlines()
    assert said[1:] == [
        "  A is 'x': it has to be a whole number from 0 up.",
        "  B is 'perhaps': say on or off.",
    ]
    given.refuse()  # it has been said


@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "migrate"],
        ["-m", "uvicorn", "imhotep_site.asgi:application", "--port", "PORT"],
        ["-m", "celery", "-A", "imhotep_site", "beat", "--schedule", "/dev/null/none"],
    ],
    ids=["manage.py", "web", "beat"],
)
def test_every_process_ends_with_the_sentence_and_no_traceback(command, tmp_path):
    port = str(free_port())
    run = subprocess.run(
        [sys.executable, *(port if word == "PORT" else word for word in command)],
        env={"PATH": "/usr/bin:/bin", "IMHOTEP_DATA": str(tmp_path), "LOG_LEVEL": "loud"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = run.stdout + run.stderr
    assert "LOG_LEVEL is 'loud': say DEBUG" in said
    assert "Traceback" not in said
    assert run.returncode == WRONG


GOOD: dict[str, list[tuple[str, str]]] = {
    "database": [
        ("postgres://imhotep@db/imhotep", "imhotep"),
        ("postgresql://u:p@db:5432/name", "name"),
        ("postgres:///name", "name"),
        ("postgres://me@/name?host=/run/postgresql", "name"),
        ("sqlite:////data/x.sqlite3", "/data/x.sqlite3"),
    ],
    "queue": [
        ("redis://:p@queue:6379/0", "redis://:p@queue:6379/0"),
        ("rediss://queue", "rediss://queue"),
        ("unix:///run/valkey.sock?db=1", "unix:///run/valkey.sock?db=1"),
    ],
    "origin": [("https://games.example.org:8443/", "https://games.example.org:8443")],
}


@pytest.mark.parametrize(("kind", "value", "is_"), [(k, *v) for k in GOOD for v in GOOD[k]])
def test_good_addresses_pass(kind, value, is_):
    given = Environment({"X": value})
    found: Any = getattr(given, kind)("X", "https://default.example")
    assert (found["NAME"] if kind == "database" else found) == is_
    assert given.wrong == []


@pytest.mark.parametrize(
    "value",
    ["postgres://db:port/name", "postgres://u:p@db", "db", "postgres://[db/x"],
)
def test_a_database_that_cannot_be_found_is_refused(value):
    given = Environment({"X": value})
    assert given.database("X", "sqlite:///:memory:")["NAME"] == ":memory:"
    assert len(given.wrong) == 1


@pytest.mark.parametrize(
    "value", ["redis://", "redis://q/x", "unix://name", "q:6379", "redis://q:x"]
)
def test_a_queue_that_cannot_be_found_is_refused(value):
    given = Environment({"X": value})
    assert given.queue("X", "unix:///usual") == "unix:///usual"
    assert len(given.wrong) == 1


@pytest.mark.parametrize(
    "value", ["a.example", "ftp://a.example", "https://", "https://a/b", "//a:x"]
)
def test_what_is_no_origin(value):
    assert not is_origin(value)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgres://me:pa/ss:w@rd@db/x", "postgres://me:***@db/x"),
        ("redis://:secret@queue:6379/0", "redis://:***@queue:6379/0"),
        ("me:secret@db", "me:***@db"),
        ("redis://queue:6379", "redis://queue:6379"),
    ],
)
def test_passwords_are_never_shown(address, shown):
    assert without_password(address) == shown


def test_a_secret_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "secret_key").mkdir()
    given = Environment({})
    assert given.kept("SECRET_KEY", tmp_path / "secret_key") == ""
    (said,) = given.wrong
    assert said.startswith(f"{tmp_path / 'secret_key'} cannot be read")
    assert "IMHOTEP_DATA" in said


def test_in_production_the_site_is_at_its_first_host_unless_it_says_more():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IMHOTEP_MODE", "production")
        patch.setenv("ALLOWED_HOSTS", ".example.org,games.example.org")
        found = runpy.run_path(str(ROOT / "imhotep_site/settings/__init__.py"))
    assert found["SITE_URL"] == "https://games.example.org"


def test_forms_come_from_where_the_site_is_whatever_a_proxy_makes_of_host():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://games.example.org:8443")
        found = runpy.run_path(str(ROOT / "imhotep_site/settings/__init__.py"))
        patch.delenv("SITE_URL")
        usual = runpy.run_path(str(ROOT / "imhotep_site/settings/__init__.py"))
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://games.example.org:8443"]
    assert usual["CSRF_TRUSTED_ORIGINS"] == []
