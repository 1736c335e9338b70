"""Who signs: the key and the name of the log, from settings."""

import pytest
from django.core import checks

from archive.log import signing
from imhotep_site.checks import TRANSPARENCY
from imhotep_site.settings.environment import WrongSettings, read_variables
from imhotep_site.supervisor.folder import prepare
from tests.site.test_environment import settings_of


def test_a_key_for_the_log_is_made_at_the_first_start_and_kept(tmp_path, settings):
    prepare(tmp_path)
    text = (tmp_path / "record_key").read_text().strip()
    prepare(tmp_path)
    folder = {"IMHOTEP_DATA": str(tmp_path)}
    assert text == read_variables(folder).TRANSPARENCY_KEY
    assert (tmp_path / "record_key").stat().st_mode & 0o777 == 0o600
    settings.TRANSPARENCY_KEY = text
    assert signing.log_key() is not None
    production = folder | {"IMHOTEP_MODE": "production"}
    assert read_variables(production).TRANSPARENCY_KEY == ""


def test_a_log_in_production_without_a_key_says_so_and_grows(settings):
    settings.MODE, settings.TRANSPARENCY_KEY = "production", ""
    assert [run_check.id for run_check in checks.run_checks(tags=[TRANSPARENCY])] == [
        "imhotep.W032"
    ]
    settings.TRANSPARENCY_KEY = "!"
    assert [run_check.id for run_check in checks.run_checks(tags=[TRANSPARENCY])] == [
        "imhotep.W033"
    ]
    settings.MODE, settings.TRANSPARENCY_KEY = "embedded", ""
    assert checks.run_checks(tags=[TRANSPARENCY]) == []


@pytest.mark.parametrize("name", ["two words", "a+b/log", "a\nb", "ä/log"])
def test_the_name_of_a_log_is_one_that_notes_can_have(name):
    with pytest.raises(
        WrongSettings, match=r"TRANSPARENCY_ORIGIN is .* like games\.example\.org/log"
    ):
        read_variables({"TRANSPARENCY_ORIGIN": name})


def test_a_log_has_the_name_that_is_set_or_that_of_its_site():
    site = {"IMHOTEP_MODE": "production", "SITE_URL": "https://games.example.org:8443"}
    other = settings_of(TRANSPARENCY_ORIGIN="record.example.org", **site)
    assert other["TRANSPARENCY_ORIGIN"] == "record.example.org"
    usual = settings_of(TRANSPARENCY_ORIGIN="", **site)
    assert usual["TRANSPARENCY_ORIGIN"] == "games.example.org:8443/log"


def test_an_embedded_log_has_one_name_on_every_port():
    names = {
        settings_of(TRANSPARENCY_ORIGIN="", SITE_URL="", PORT=port)["TRANSPARENCY_ORIGIN"]
        for port in ("8000", "8123")
    }
    assert names == {"localhost/log"}
