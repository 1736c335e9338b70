"""Whoever can write to Redis can change what is there, and run nothing."""

from __future__ import annotations

import base64
import json
import os
import pickle
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml
from celery import current_app
from django.conf import settings
from django.contrib.sessions.backends import db
from django.core.cache import cache
from django.test import Client

from games.replays.views.pictures import cached_card
from tests.cast import account, finished_log, game_of, submit
from tests.services.processes import ROOT, wait_until, worker


class Bomb:
    """Unpickled, it makes a file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> Any:
        return os.system, (f"touch {self.file}",)


@pytest.fixture
def bomb(tmp_path: Path) -> Bomb:
    bomb = Bomb(tmp_path / "exploded")
    pickle.loads(pickle.dumps(bomb))
    assert bomb.file.exists(), "it does explode"
    bomb.file.unlink()
    return bomb


def raw_redis() -> redis.Redis:
    made: redis.Redis = redis.Redis.from_url(settings.REDIS_URL)
    return made


def test_what_is_in_the_cache_is_read_and_not_run(bomb):
    cache.set("poisoned", "x", 60)
    key = cache.make_key("poisoned")
    with raw_redis() as written:
        for nonsense in (pickle.dumps(bomb), b"\xff", b"[" * 100_000, b""):
            written.set(key, nonsense)
            assert cache.get("poisoned") is None
    assert not bomb.file.exists()


@pytest.mark.parametrize("value", [7, 0, True, None, "ä", 1.5, [1, "a"], {"a": [2]}])
def test_what_the_cache_keeps_comes_back(value):
    cache.set("kept", value, 60)
    assert cache.get("kept") == value


@pytest.mark.django_db
def test_a_picture_that_is_a_bomb_is_painted_anew(bomb):
    account("ana"), account("ben")
    game = game_of(submit(account("cat"), finished_log()))
    address = f"/games/{game.pk}/3/table.png"
    picture = Client().get(address).content
    assert picture.startswith(b"\x89PNG")
    with raw_redis() as written:
        keys = [key for key in written.scan_iter("*card:*") if game.version.encode() in key]
        assert keys
        for poison in (pickle.dumps(bomb), b'"%%%"', b"{}"):
            for key in keys:
                written.set(key, poison)
            assert cached_card(game, 3, "all") is None
            assert Client().get(address).content == picture
    assert not bomb.file.exists()


@pytest.mark.django_db(transaction=True)
def test_a_message_that_is_a_bomb_is_thrown_away_by_a_worker_that_goes_on(bomb):
    body = base64.b64encode(pickle.dumps(([bomb], {}, {}))).decode()
    headers = {"lang": "py", "task": "imhotep_site.tasks.heartbeat", "id": "poison", "argsrepr": ""}
    for kind in ("application/x-python-serialize", "application/x-yaml", "application/json"):
        message = {
            "body": body,
            "content-encoding": "binary",
            "content-type": kind,
            "headers": headers,
            "properties": {
                "correlation_id": "poison",
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": "celery"},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": kind,
            },
        }
        with raw_redis() as written:
            written.lpush("celery", json.dumps(message))
    with worker() as process:
        wait_until(lambda: raw_redis().llen("celery") == 0, process, what="the queue read")
        sent = current_app.send_task("imhotep_site.tasks.heartbeat", queue="celery")
        wait_until(lambda: raw_redis().llen("celery") == 0, process, what=f"{sent} read")
        assert process.alive
    assert not bomb.file.exists()


def test_the_queue_takes_json_alone():
    assert current_app.conf.accept_content == ["json"]
    assert current_app.conf.result_accept_content == ["json"]
    assert current_app.conf.task_serializer == "json"


def test_sessions_are_in_the_database_and_are_json():
    engine = import_module(settings.SESSION_ENGINE)
    assert issubclass(engine.SessionStore, db.SessionStore)
    assert settings.SESSION_SERIALIZER.endswith("JSONSerializer")


def test_redis_asks_for_a_password_in_compose():
    text = (ROOT / "compose.yaml").read_text("utf-8")
    parts = yaml.safe_load(text)["services"]
    required = re.compile(r"\$\{REDIS_PASSWORD:\?[^}]+\}")
    command = parts["queue"]["command"]
    assert required.fullmatch(command[command.index("--requirepass") + 1])
    for name in ("web", "worker", "beat"):
        assert re.match(r"redis://:" + required.pattern, parts[name]["environment"]["REDIS_URL"])
