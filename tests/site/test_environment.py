"""Settings are judged before anything starts: a sentence for each that is wrong, no traceback."""

import runpy
import subprocess
import sys

import pytest
from environ import Env

from imhotep_site.settings.addresses import (
    check_database,
    is_origin,
    storage_options,
    without_password,
)
from imhotep_site.settings.environment import RENAMED, WRONG_SETTINGS, WrongSettings, read_variables
from tests.services.processes import ROOT, free_port
from web.redis_address import sentinel_address

BAD = {
    "LOG_LEVEL": ("loud", "say DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    "DEBUG": ("maybe", "use on or off"),
    "TRUST_PROXY": ("perhaps", "use on or off"),
    "PORT": ("80a", "a whole number from 0 to 65535"),
    "HSTS_SECONDS": ("-1", "a whole number from 0 up"),
    "REQUEST_CONCURRENCY": ("0", "a whole number from 1 up"),
    "DATABASE_POOL": ("2.5", "a whole number from 0 up"),
    "CONNECTIONS_PER_ADDRESS": ("few", "a whole number from 0 up"),
    "JUDGING_LEASE_SECONDS": ("nan", "a number from 0 to 86400"),
    "COMPUTER_PAUSE_SECONDS": ("soon", "a number from 0 to 60"),
    "COMPUTER_THINKING_SECONDS": ("inf", "a number from 0 to 60"),
    "PUSH_DELAY_SECONDS": ("-1", "a number from 0 to 86400"),
    "UPLOAD_MIB_A_DAY": ("1e300", "a number from 0 to 1000000"),
    "UPLOAD_LOGS_A_DAY": ("much", "a whole number from 0 up"),
    "REFUSED_LOG_DAYS": ("999999999999", "a whole number from 0 to 36500"),
    "LEADERBOARD_GAMES": ("ten", "a whole number from 0 up"),
    "LEADERBOARD_OPPONENTS": ("-4", "a whole number from 0 up"),
    "LEADERBOARD_DAYS": ("999999999999", "a whole number from 0 to 36500"),
    "LEADERBOARD_WITNESSED_GAMES": ("many", "a whole number from 0 up"),
    "LEADERBOARD_NEEDS_VERIFIED_EMAIL": ("sometimes", "use on or off"),
    "RATED_NEEDS_VERIFIED_EMAIL": ("always?", "use on or off"),
    "IMHOTEP_MODE": ("prodution", "say embedded or production"),
    "SIGN_UP": ("all", "say open, invitation or closed"),
    "PROXIES": ("many", "a whole number from 0 to 9"),
    "API_PROXIES": ("10", "a whole number from 0 to 9"),
    "DATABASE_URL": ("mysql://me:secret@db/name", "like postgres://user:password@host:5432/name"),
    "DATABASE_REPLICA_URL": ("sqlite:////x.db", "like postgres://user:password@host:5432/name"),
    "REDIS_URL": ("http://cache:6379", "like redis://:password@host:6379/0, or unix:///path"),
    "STORAGE_URL": (
        "s3://key:secret@s3.example.org",
        "like s3://key:password@s3.example.org/bucket",
    ),
    "EMAIL_URL": ("smpt://me:secret@mail", "like smtp+tls://user:password@host:587"),
    "SITE_URL": ("games.example.org", "like https://games.example.org, without a path"),
    "SITE_NAME": ("n" * 41, "one line of at most 40 characters"),
    "IMPRINT": ("/no/such/file.md", "an address (https://…) or a readable Markdown file"),
    "PRIVACY": ("/", "an address (https://…) or a readable Markdown file"),
    "CSRF_TRUSTED_ORIGINS": ("https://a.example/x", "each has to be like https://"),
}


def judged(**variables: str) -> list[str]:
    """What the settings say of an environment."""
    try:
        read_variables({"IMHOTEP_DATA": "/no/such/folder"} | variables)
    except WrongSettings as wrong:
        return wrong.sentences
    return []


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_value_is_named_with_what_is_wanted(name):
    value, expected = BAD[name]
    (problem,) = judged(**{name: value})
    assert problem.startswith(f"{name} is ")
    assert expected in problem
    assert "secret" not in problem


def test_what_is_empty_is_not_set():
    assert judged(**dict.fromkeys(BAD, ""), IMHOTEP_DATA="") == []


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(WrongSettings) as refused:
        read_variables({"PORT": "x", "LAN": "perhaps", "DEBUG": "on"})
    assert refused.value.sentences == [
        "LAN is 'perhaps': use on or off.",
        "PORT is 'x': it has to be a whole number from 0 to 65535.",
    ]


SWITCHES = {"LEADERBOARD_VERIFIED": "on", "RATED_VERIFIED": "on", "REVIEWS_OF_RATED": "off"}


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_name_is_read_as_the_new_one(old):
    text, usual = SWITCHES.get(old, "7"), {"IMHOTEP_DATA": "/no/such/folder"}
    by_old_name = read_variables({old: text} | usual)
    assert by_old_name == read_variables({RENAMED[old]: text} | usual)
    assert by_old_name != read_variables(usual)


def test_a_mistake_under_an_old_name_is_told_under_it():
    (sentence,) = judged(REFUSED_DAYS="many")
    assert sentence == "REFUSED_DAYS is 'many': it has to be a whole number from 0 to 36500."


def test_two_names_of_one_setting_may_not_differ_and_no_secret_is_shown():
    (sentence,) = judged(RECORD_KEY="old-secret", TRANSPARENCY_KEY="new-secret")
    assert sentence.startswith("RECORD_KEY and TRANSPARENCY_KEY differ: ")
    assert "secret" not in sentence
    assert judged(RECORD_KEY="same", TRANSPARENCY_KEY="same") == []
    assert judged(RECORD_KEY="", TRANSPARENCY_KEY="new") == []


def test_an_old_name_works_with_one_warning(tmp_path):
    script = "from imhotep_site.settings import REFUSED_LOG_DAYS; print(REFUSED_LOG_DAYS)"
    run = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {script}"],
        env={
            "PATH": "/usr/bin:/bin",
            "IMHOTEP_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "imhotep_site.settings",
            "REFUSED_DAYS": "7",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stdout == "7\n"
    (line,) = (line for line in run.stderr.splitlines() if "REFUSED_DAYS" in line)
    assert line == "REFUSED_DAYS is now called REFUSED_LOG_DAYS. The old name still works."


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
    stdout = run.stdout + run.stderr
    assert "LOG_LEVEL is 'loud': say DEBUG" in stdout
    assert "Traceback" not in stdout
    assert run.returncode == WRONG_SETTINGS


GOOD: dict[str, list[tuple[str, str]]] = {
    "DATABASE_URL": [
        ("postgres://imhotep@db/imhotep", "imhotep"),
        ("postgresql://u:p@db:5432/name", "name"),
        ("postgres:///name", "name"),
        ("postgres://me@/name?host=/run/postgresql", "name"),
        ("sqlite:////data/x.sqlite3", "/data/x.sqlite3"),
    ],
    "REDIS_URL": [
        ("redis://:p@queue:6379/0", "redis://:p@queue:6379/0"),
        ("rediss://queue", "rediss://queue"),
        ("unix:///run/valkey.sock?db=1", "unix:///run/valkey.sock?db=1"),
        ("sentinel://:p@a:1,b/2?master=m", "sentinel://:p@a:1,b/2?master=m"),
    ],
    "SITE_URL": [("https://games.example.org:8443/", "https://games.example.org:8443")],
}


@pytest.mark.parametrize(("name", "value", "is_"), [(k, *v) for k in GOOD for v in GOOD[k]])
def test_good_addresses_pass(name, value, is_):
    read = getattr(read_variables({name: value}), name)
    assert (Env.db_url_config(read)["NAME"] if name == "DATABASE_URL" else read) == is_


@pytest.mark.parametrize(
    "value", ["postgres://db:port/name", "postgres://u:p@db", "db", "postgres://[db/x"]
)
def test_a_database_that_cannot_be_found_is_refused(value):
    with pytest.raises(ValueError, match="postgres://user:password@host:5432/name"):
        check_database(value)
    assert len(judged(DATABASE_URL=value)) == 1


@pytest.mark.parametrize(
    "value",
    [
        *("redis://", "redis://q/x", "unix://name", "q:6379", "redis://q:x", "sentinel://"),
        *("sentinel://a,,b", "sentinel://a:99999", "sentinel://a/x", "sentinel://a?mastr=m"),
    ],
)
def test_a_queue_that_cannot_be_found_is_refused(value):
    assert len(judged(REDIS_URL=value)) == 1


@pytest.mark.parametrize(
    "value", ["a.example", "ftp://a.example", "https://", "https://a/b", "//a:x"]
)
def test_what_is_no_origin(value):
    assert not is_origin(value)


@pytest.mark.parametrize(
    ("address", "redacted"),
    [
        ("postgres://me:pa/ss:w@rd@db/x", "postgres://me:***@db/x"),
        ("redis://:secret@queue:6379/0", "redis://:***@queue:6379/0"),
        ("me:secret@db", "me:***@db"),
        ("redis://queue:6379", "redis://queue:6379"),
    ],
)
def test_passwords_are_never_shown(address, redacted):
    assert without_password(address) == redacted


def test_a_secret_that_cannot_be_read_is_named_with_all_else_that_is_wrong(tmp_path):
    (tmp_path / "secret_key").mkdir()
    wrong_level, wrong_file = judged(IMHOTEP_DATA=str(tmp_path), LOG_LEVEL="loud")
    assert wrong_level.startswith("LOG_LEVEL is")
    assert wrong_file.startswith(f"{tmp_path / 'secret_key'} cannot be read")
    assert "IMHOTEP_DATA" in wrong_file


def settings_of(**variables: str) -> dict[str, object]:
    """Django's settings in an environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        return runpy.run_path(str(ROOT / "imhotep_site/settings/__init__.py"))


def test_in_production_the_site_is_at_its_first_host_unless_it_says_more():
    production = settings_of(
        IMHOTEP_MODE="production", ALLOWED_HOSTS=".example.org,games.example.org"
    )
    assert production["SITE_URL"] == "https://games.example.org"


def test_forms_come_from_where_the_site_is_whatever_a_proxy_makes_of_host():
    configured = settings_of(SITE_URL="https://games.example.org:8443")
    assert configured["CSRF_TRUSTED_ORIGINS"] == ["https://games.example.org:8443"]
    assert settings_of(SITE_URL="")["CSRF_TRUSTED_ORIGINS"] == []


@pytest.mark.parametrize(
    "value",
    [
        *("s3://host", "s3://key@host/bucket", "http://host/bucket", "s3://host/a/../b"),
        *("s3://host/b?x=1", "s3://host/b?style=odd", "s3:///bucket", "s3://host:x/bucket"),
    ],
)
def test_a_bucket_that_cannot_be_found_is_refused(value):
    assert len(judged(STORAGE_URL=value)) == 1


def test_the_parts_of_a_bucket_s_address():
    options = storage_options("s3+http://k:s%2F%2B@host:8333/bucket/a/b?region=eu&style=virtual")
    assert options == {
        "endpoint_url": "http://host:8333",
        "bucket_name": "bucket",
        "location": "a/b",
        "access_key": "k",
        "secret_key": "s/+",
        "region_name": "eu",
        "addressing_style": "virtual",
    }
    assert storage_options("s3://host/bucket")["endpoint_url"] == "https://host"


def test_sentinels_in_the_words_of_kombu():
    address = sentinel_address("sentinel://me:p%40@a:1,[::1]/2?master=m&sentinel_password=s")
    assert address.broker_url() == "sentinel://me:p%40@a:1/2;sentinel://me:p%40@[::1]:26379/2"
    assert (address.master, address.connection_options()["password"]) == ("m", "s")
    assert sentinel_address("sentinel://a").master == "mymaster"
    hidden = without_password("sentinel://:secret@a,b/0?master=m&sentinel_password=secret")
    assert "secret" not in hidden
