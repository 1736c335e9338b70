"""The site as an app: manifest, service worker, the page for when there is no network."""

from __future__ import annotations

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
    said = answer.json()
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    assert "/record/" in {one["url"] for one in said["shortcuts"]}
    assert {one.get("purpose", "any") for one in said["icons"]} == {"any", "maskable"}
    for one in said["icons"]:
        path = re.sub(r"\.[0-9a-f]{12}(?=\.)", "", one["src"].removeprefix("/static/"))
        with open(str(finders.find(path)), "rb") as file:
            head = file.read(24)
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        size = int.from_bytes(head[16:20], "big")
        assert one["sizes"] == f"{size}x{size}"


def test_the_worker_is_asked_for_anew_and_has_a_version():
    answer = Client().get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert re.search(r'^const VERSION = "[0-9a-f]{12}";$', answer.content.decode(), re.M)
    assert "site-icon.png" not in answer.content.decode()
    for name in ("worker-src 'self'", "manifest-src 'self'"):
        assert name in answer["Content-Security-Policy"]


def test_the_page_for_offline_needs_nothing_but_styles():
    shown = Client().get("/offline/").content.decode()
    assert "No connection" in shown
    assert "<script" not in shown
    assert 'href="/record/"' in shown  # an app that is opened without a network begins here


def test_a_key_is_made_at_the_first_start_and_kept(tmp_path, settings):
    prepare(tmp_path)
    made = (tmp_path / "push_key").read_text().strip()
    prepare(tmp_path)
    folder = {"IMHOTEP_DATA": str(tmp_path)}
    assert made == read_variables(folder).PUSH_KEY
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    settings.PUSH_KEY = made
    assert len(vapid.public_key()) == 87
    assert read_variables(folder | {"IMHOTEP_MODE": "production"}).PUSH_KEY == ""
    assert read_variables(folder | {"PUSH_KEY": "given"}).PUSH_KEY == "given"


def test_a_site_in_production_without_a_key_says_so_and_runs(settings):
    settings.MODE, settings.PUSH_KEY = "production", ""
    assert [one.id for one in checks.run_checks(tags=[PUSH])] == ["imhotep.W030"]
    settings.PUSH_KEY = "!"
    assert [one.id for one in checks.run_checks(tags=[PUSH])] == ["imhotep.W031"]
    settings.MODE, settings.PUSH_KEY = "embedded", ""
    assert checks.run_checks(tags=[PUSH]) == []
