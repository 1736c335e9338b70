"""Redis behind Sentinels: the master is killed, and the site goes on with its replica."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache, caches
from django.utils import timezone

from games.intake.receive import receive
from games.intake.verify import sweep_queue
from games.models import Account, Channel, Submission
from imhotep_site.health import reading
from tests.pipeline import site
from tests.pipeline.corpus import game
from tests.services.processes import wait_until, worker
from tests.services.sentinels import PASSWORD, Sentinels
from web import publish, rate_counter
from web.redis_address import sentinel_address
from web.redis_client import redis_client

PATIENCE = 240


@pytest.fixture
def sentinels(pytestconfig: pytest.Config) -> Iterator[Sentinels]:
    folder = Path(tempfile.mkdtemp(prefix="imhotep-sentinels-", dir="/tmp"))
    servers = Sentinels(folder, embedded=pytestconfig.option.embedded)
    yield servers
    servers.end()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def behind_sentinels(sentinels: Sentinels, settings: Any) -> Iterator[Sentinels]:
    """This process uses them for all that it has in Redis."""
    settings.REDIS_URL = sentinels.url
    pool = {"pool_class": "web.redis_client.MasterPool"}
    backend = settings.CACHES["default"]
    settings.CACHES = {
        "default": backend | {"LOCATION": [sentinels.url], "OPTIONS": backend["OPTIONS"] | pool}
    }
    publish._client.cache_clear()
    with site.messages_to(sentinels.url):
        yield sentinels
    publish._client.cache_clear()
    caches.close_all()


def upload(first: int, number: int) -> None:
    raw = "".join(game(n) for n in range(first, first + number)).encode()
    receive(Account.objects.get(username="judge"), raw, "games.imh", Channel.COMMAND)


def swept() -> bool:
    """As beat does, only sooner: what was queued has waited for long enough."""
    long_ago = timezone.now() - timedelta(minutes=1)
    Submission.objects.filter(status="queued").update(queued_at=long_ago, resumes_at=None)
    sweep_queue()
    return site.all_rated()


def every(seconds: float, check: Any) -> Any:
    """`check`, asked once in so many seconds."""
    last = time.monotonic()

    def knows_master() -> bool:
        nonlocal last
        if time.monotonic() - last < seconds:
            return False
        last = time.monotonic()
        return bool(check())

    return knows_master


def test_the_master_is_killed_and_nothing_is_lost_or_done_twice(
    transactional_db: None, behind_sentinels: Sentinels
) -> None:
    site.people()
    url = behind_sentinels.url
    with worker(REDIS_URL=url, JUDGING_LEASE_SECONDS="5") as process:
        upload(0, 3)
        wait_until(site.all_rated, process, seconds=PATIENCE)
        cache.set("key", "before")
        killed = behind_sentinels.kill_master()
        upload(3, 40)
        wait_until(lambda: behind_sentinels.master_port() != killed, seconds=60)
        wait_until(every(2, swept), process, seconds=PATIENCE)
        upload(43, 3)
        wait_until(site.all_rated, process, seconds=PATIENCE)
        behind_sentinels.restart(killed)
        assert PASSWORD not in process.log
    site.check_exactly_once(46)
    cache.set("key", "after")
    assert cache.get("key") == "after"


def takes_writes(client: redis.Redis) -> bool:
    """False while the Sentinels still agree on the master."""
    with contextlib.suppress(redis.RedisError):
        return bool(client.set("key", "1"))
    return False


def test_counts_health_and_messages_find_the_new_master(behind_sentinels: Sentinels) -> None:
    url = behind_sentinels.url
    rate_counter.reset_count("key")
    assert rate_counter.count_up("key", 1, 10, 60).number == 1
    killed = behind_sentinels.kill_master()
    wait_until(lambda: behind_sentinels.master_port() != killed, seconds=60)
    rate_counter._away_until.clear()
    with redis_client(url, socket_timeout=2) as client:
        wait_until(lambda: takes_writes(client), seconds=60)
        channel = client.pubsub()
        channel.subscribe("here")
        wait_until(lambda: channel.get_message(timeout=1), seconds=30)
        publish.publish_messages([("here", "{}")])
        publish.publish_messages([("here", "{}")])
        wait_until(lambda: channel.get_message(timeout=1), seconds=30)
    assert sentinel_address(url).hosts[0][1] in behind_sentinels.ports


@pytest.mark.django_db
def test_a_probe_is_well_again(behind_sentinels: Sentinels) -> None:
    killed = behind_sentinels.kill_master()
    wait_until(lambda: behind_sentinels.master_port() != killed, seconds=60)
    wait_until(lambda: reading()["parts"]["redis"]["ok"], seconds=30)  # type: ignore[index]
