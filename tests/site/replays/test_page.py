"""The page of a replay: what it asks for, and what is kept of it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from drawing.replay.replay import VERSION
from tests.cast import account, finished_log, game_of, submit


def test_the_steps_are_kept_for_ever_under_the_address_of_their_version(db: None):
    game = game_of(submit(account("ana"), finished_log("black=@ana white=Ben")))
    address = f"/games/{game.pk}/replay.json"
    current_answer = Client().get(f"{address}?v={VERSION}")
    assert current_answer["Cache-Control"] == "public, max-age=31536000, immutable"
    for other in ("", "?v=1"):
        assert Client().get(f"{address}{other}")["Cache-Control"] == "public, max-age=3600"
    assert "Cache-Control" not in Client().get(f"{address}?v={VERSION}&seat=gray")


def test_the_page_asks_at_once_for_every_module_that_the_replay_imports(db: None):
    game = game_of(submit(account("ana"), finished_log("black=@ana white=Ben")))
    folder = Path(settings.BASE_DIR) / "static/js"
    frames: set[str] = set()
    unread = ["replay/replay.js"]
    while unread:
        module = folder / unread.pop()
        named = re.findall(r'^import .* from "(\.[^"]+)"', module.read_text("utf-8"), re.MULTILINE)
        found_there = {(module.parent / name).resolve() for name in named}
        fresh = {path.relative_to(folder.resolve()).as_posix() for path in found_there} - frames
        frames |= fresh
        unread += fresh
    text = Client().get(f"/games/{game.pk}/").content.decode()
    assert frames
    matches = re.findall(r'rel="modulepreload" href="/static/js/([^"]+)"', text)
    assert matches == sorted(frames)


@pytest.mark.django_db
def test_the_address_names_the_eyes(client):
    log = finished_log("black=@ana white=Ben", "BDACD", "hidden_market_cards")
    game = game_of(submit(account("ana", arbiter=True), log))
    address = reverse("game-replay", args=[game.pk])
    bodies = {}
    tags = set()
    for word in ("all", "spectator", "black", "white"):
        answer = client.get(address, {"seat": word})
        assert answer.status_code == 200
        bodies[word] = answer.content
        tags.add(answer["ETag"])
        page = client.get(reverse("game-at", args=[game.pk, 30]), {"seat": word})
        assert page.status_code == 200
    assert len(tags) == len(set(bodies.values())) == 4
    assert client.get(address).content == bodies["all"]
    for wrong in ("gray", "7", "<b>"):
        assert client.get(address, {"seat": wrong}).status_code == 404
        assert client.get(reverse("game", args=[game.pk]), {"seat": wrong}).status_code == 404
