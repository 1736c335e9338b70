"""Who signs: the key and the name of the log, from settings."""

from __future__ import annotations

import pytest
from django.core import checks

from archive.log import signing
from imhotep_site.checks import RECORD
from imhotep_site.environment import Environment, env
from imhotep_site.settings import record
from imhotep_site.supervisor.folder import prepare


def test_a_key_for_the_log_is_made_at_the_first_start_and_kept(tmp_path, settings, monkeypatch):
    monkeypatch.delenv("RECORD_KEY", raising=False)
    prepare(tmp_path)
    made = (tmp_path / "record_key").read_text().strip()
    prepare(tmp_path)
    assert record.key(env, "embedded", tmp_path) == made
    assert (tmp_path / "record_key").stat().st_mode & 0o777 == 0o600
    settings.RECORD_KEY = made
    assert signing.key() is not None
    assert record.key(env, "production", tmp_path) == ""


def test_a_log_in_production_without_a_key_says_so_and_grows(settings):
    settings.MODE, settings.RECORD_KEY = "production", ""
    assert [one.id for one in checks.run_checks(tags=[RECORD])] == ["imhotep.W032"]
    settings.RECORD_KEY = "!"
    assert [one.id for one in checks.run_checks(tags=[RECORD])] == ["imhotep.W033"]
    settings.MODE, settings.RECORD_KEY = "embedded", ""
    assert checks.run_checks(tags=[RECORD]) == []


@pytest.mark.parametrize("said", ["two words", "a+b/log", "a\nb", "ä/log"])
def test_the_name_of_a_log_is_one_that_notes_can_have(said):
    env = Environment({"RECORD_ORIGIN": said})
    site = "https://games.example.org:8443"
    assert record.origin(env, "production", site) == "games.example.org:8443/log"
    assert env.wrong
    other = Environment({"RECORD_ORIGIN": "record.example.org"})
    assert record.origin(other, "production", site) == "record.example.org"


def test_an_embedded_log_has_one_name_on_every_port():
    names = {
        record.origin(Environment({}), "embedded", f"http://localhost:{port}")
        for port in (8000, 8123)
    }
    assert names == {"localhost/log"}
