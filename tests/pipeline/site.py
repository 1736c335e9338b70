"""The whole site as these tests see it: its own Redis, and what must be true in the end."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import current_app

from games.models import Game, Seat, Standing, Status, Submission, Verification
from games.models.upload import OPEN
from games.standing.resolve_players import ensure_player
from imhotep_site.settings.queue import broker_url, sentinel_transport
from ratings.models import GENERAL_POOLS, Pending, RatingChange
from ratings.services.rebuild import rebuild_ledger
from tests.cast import account
from tests.pipeline.corpus import HANDLES
from tests.services.ending import Child
from tests.services.redis_server import RedisServer, find_binary


class Broker:
    """A Redis that a test may kill: nobody else uses it."""

    def __init__(self, folder: Path, *, embedded: bool) -> None:
        self.server = RedisServer(find_binary(embedded=embedded), folder)
        self.process: Child | None = None

    @property
    def url(self) -> str:
        return self.server.url

    def start(self) -> None:
        self.process = self.server.start()

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.server.socket.unlink(missing_ok=True)


@contextmanager
def broker_of_its_own(*, embedded: bool) -> Iterator[Broker]:
    """Messages of this process go to it; workers need ``REDIS_URL=broker.url``."""
    folder = Path(tempfile.mkdtemp(prefix="imhotep-broker-", dir="/tmp"))
    broker = Broker(folder, embedded=embedded)
    broker.start()
    try:
        with messages_to(broker.url):
            yield broker
    finally:
        broker.kill()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def messages_to(url: str) -> Iterator[None]:
    """Messages of this process go to the Redis of `url`, as ``REDIS_URL`` names it."""
    app: Any = current_app
    before = app.conf.broker_write_url, app.conf.broker_transport_options
    _send_to(broker_url(url), app.conf.broker_transport_options | sentinel_transport(url))
    try:
        yield
    finally:
        _send_to(*before)


def _send_to(address: str, options: dict[str, Any]) -> None:
    app: Any = current_app
    app.conf.broker_write_url, app.conf.broker_transport_options = address, options
    app.amqp._producer_pool = app._pool = None


def people() -> None:
    """The accounts of the corpus, and an arbiter ``judge`` to bring the games."""
    for handle in HANDLES:
        ensure_player(account(handle))
    account("judge", arbiter=True)


def all_judged() -> bool:
    return not Submission.objects.filter(status__in=OPEN).exists()


def all_rated() -> bool:
    return all_judged() and not Pending.objects.exists()


def check_exactly_once(games: int, refused: int = 0, duplicates: int = 0) -> None:
    """Every log has one verdict, every game is there once and rated once, in the right order."""
    statuses = Counter(Submission.objects.values_list("status", flat=True))
    expected = {Status.VERIFIED: games, Status.REFUSED: refused, Status.DUPLICATE: duplicates}
    assert statuses == Counter(expected)
    assert Verification.objects.count() == games + refused + duplicates
    assert Game.objects.filter(standing=Standing.COUNTED).count() == games == Game.objects.count()
    seats = Seat.objects.count()
    assert seats == sum(Game.objects.values_list("players", flat=True))
    in_force = RatingChange.objects.filter(retired_by=None)
    assert in_force.count() == 2 * seats  # the pool of all games, and that of their size
    assert (
        in_force.filter(pool__in=GENERAL_POOLS).values("game", "player").distinct().count() == seats
    )
    assert not Pending.objects.exists()
    assert rebuild_ledger(dry_run=True).nothing_differs
