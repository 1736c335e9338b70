"""The site as an app: manifest, service worker, the page for when there is no network."""

import re

from django.contrib.staticfiles import finders
from django.core import checks
from django.test import Client

from games.notifications.push import vapid
from imhotep_site.checks import PUSH
from imhotep_site.settings.environment import read_variables
from imhotep_site.supervisor.folder import prepare


def test_the_manifest_names_icons_that_are_there():
    answer = Client().get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    body = answer.json()
    assert (body["start_url"], body["scope"], body["display"]) == ("/", "/", "standalone")
    assert "/record/" in {icon["url"] for icon in body["shortcuts"]}
    assert {icon.get("purpose", "any") for icon in body["icons"]} == {"any", "maskable"}
    for icon in body["icons"]:
        path = re.sub(r"\.[0-9a-f]{12}(?=\.)", "", icon["src"].removeprefix("/static/"))
        with open(str(finders.find(path)), "rb") as file:
            head = file.read(24)
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        size = int.from_bytes(head[16:20], "big")
        assert icon["sizes"] == f"{size}x{size}"


def test_the_worker_is_asked_for_anew_and_has_a_version():
    answer = Client().get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert re.search(r'^const VERSION = "[0-9a-f]{12}";$', answer.content.decode(), re.M)
    assert "site-icon.png" not in answer.content.decode()
    for name in ("worker-src 'self'", "manifest-src 'self'"):
        assert name in answer["Content-Security-Policy"]


def test_the_page_for_offline_needs_nothing_but_styles():
    text = Client().get("/offline/").content.decode()
    assert "No connection" in text
    assert "<script" not in text
    assert 'href="/record/"' in text  # an app that is opened without a network begins here


def test_a_key_is_made_at_the_first_start_and_kept(tmp_path, settings):
    prepare(tmp_path)
    text = (tmp_path / "push_key").read_text().strip()
    prepare(tmp_path)
    folder = {"IMHOTEP_DATA": str(tmp_path)}
    assert text == read_variables(folder).PUSH_KEY
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    settings.PUSH_KEY = text
    assert len(vapid.public_key()) == 87
    assert read_variables(folder | {"IMHOTEP_MODE": "production"}).PUSH_KEY == ""
    assert read_variables(folder | {"PUSH_KEY": "given"}).PUSH_KEY == "given"


def test_a_site_in_production_without_a_key_says_so_and_runs(settings):
    settings.MODE, settings.PUSH_KEY = "production", ""
    assert [run_check.id for run_check in checks.run_checks(tags=[PUSH])] == ["imhotep.W030"]
    settings.PUSH_KEY = "!"
    assert [run_check.id for run_check in checks.run_checks(tags=[PUSH])] == ["imhotep.W031"]
    settings.MODE, settings.PUSH_KEY = "embedded", ""
    assert checks.run_checks(tags=[PUSH]) == []
