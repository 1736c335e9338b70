"""Redis takes no more, because its memory or its disk is full: everything goes on, and what it was
to carry is found in the rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
import redis
from django.utils import timezone

from games.intake.verify import sweep_queue
from games.models import Status, Submission
from tests.attacks.live.test_full_disk import Browser
from tests.cast import finished_log, game_of, submit
from tests.pipeline.site import broker_of_its_own
from tests.services import processes
from tests.site.tables.streams import stream
from tests.worlds.api_world import token
from tests.worlds.tables import awaited, dealt, people


def test_the_site_goes_on(transactional_db: None, pytestconfig: pytest.Config) -> None:
    ana, ben = people("ana", "ben")
    game = game_of(submit(ana, finished_log()))
    table = dealt([ana, ben])
    mover = awaited(table).account
    with (
        broker_of_its_own(embedded=pytestconfig.option.embedded) as broker,
        processes.web(REDIS_URL=broker.url) as (site, _),
        redis.Redis.from_url(broker.url) as client,
        stream(site, f"tables/{table.pk}/stream") as events,
    ):
        events.wait(lambda: events.of("state"))
        client.config_set("maxmemory", 1)
        with pytest.raises(redis.RedisError):
            client.set("anything", 1)
        hers, bot = Browser(site, mover), Browser(site, plain=token(mover))
        pages = ["/", f"/games/{game.pk}/9/table.png", f"/tables/{table.pk}/", "/api/v1/games"]
        for browser in (Browser(site), hers):
            assert {path: browser.status(path) for path in pages} == dict.fromkeys(pages, 200)
        entry = {"ply": table.plies + 1, "text": "take"}
        assert bot.send(f"/api/v1/tables/{table.pk}/entries", entry)[0] == 201
        events.wait(lambda: entry["ply"] in events.plies or events.over)
        assert bot.send(f"/api/v1/tables/{table.pk}/talk", {"text": "hello"})[0] == 201
        headers = {"Content-Type": "text/plain", "Prefer": "respond-async"}
        answer = bot.ask("POST", "/api/v1/uploads", finished_log(seed=5), **headers)
        assert answer[0] == 202
        waiting = Submission.objects.filter(status=Status.QUEUED)
        assert waiting.count() == 1
        assert client.llen("celery") == 0
        client.config_set("maxmemory", 0)
        waiting.update(queued_at=timezone.now() - timedelta(minutes=1))
        assert sweep_queue() == 1
        assert client.llen("celery") == 1
