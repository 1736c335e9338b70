"""A worker dies in the middle of an impact, of the transparency log, of a dump of the night.

The test holds a table that the worker comes to when it has done a part, and kills it there.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.models import F

from archive.dumps.services import publish as dumps
from archive.log.models import Checkpoint, Leaf, Log, Waiting
from archive.log.services.append import append
from archive.releases.models import Impact, ImpactChunk, ImpactState
from archive.releases.services import impact, working
from audit.merkle import TreeEdge
from games.judging.queue import send
from games.log_outbox import FOLD
from games.models import Account, Game, Seat
from ratings.services.fold import fold_pending
from tests.cast import game_of, submit
from tests.pipeline.corpus import game as log_of
from tests.services.ending import Child
from tests.services.processes import wait_until, worker

pytestmark = [pytest.mark.usefixtures("stage"), pytest.mark.postgres]

GAMES = 6
LEASE = 1
"""Seconds."""


@pytest.fixture
def games(stage: None) -> list[Game]:
    """In the order of their ids, rated."""
    judge = Account.objects.get(username="judge")
    games = [game_of(submit(judge, log_of(number))) for number in range(GAMES)]
    fold_pending()
    return sorted(games, key=lambda game: game.pk)


@contextmanager
def held(table: str, mode: str) -> Iterator[None]:
    """No other process gets at `table` in a way that `mode` forbids."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN {mode} MODE")
        yield


def waits_for(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = %s::regclass", [table]
        )
        return cursor.fetchone() is not None


def killed_at(table: str, process: Child) -> None:
    wait_until(lambda: waits_for(table), process, seconds=60, what=f"the worker at {table}")
    process.kill()


def test_an_impact_goes_on_where_its_worker_died(games, broker, settings, monkeypatch):
    settings.JUDGING_LEASE_SECONDS = LEASE
    monkeypatch.setattr(impact, "CHUNK", 1)
    differing = {game.pk for game in games[-2:]}  # the last of which differ from what is on record
    Seat.objects.filter(game__in=differing, number=0).update(points=F("points") + 1)
    impact_row = impact.begin_impact(None)
    with worker(REDIS_URL=broker.url, WEEKLY_DEAL="off", JUDGING_LEASE_SECONDS=str(LEASE)) as first:
        with held("releases_impactdifference", "SHARE"):
            impact.wake_release_worker()
            killed_at("releases_impactdifference", first)
        wait_until(lambda: not waits_for("releases_impactdifference"))
    done = ImpactChunk.objects.exclude(done_at=None).count()
    impact_row.refresh_from_db()
    assert 0 < done < ImpactChunk.objects.count()
    assert (impact_row.state, impact_row.differences.count()) == (ImpactState.JUDGING, 0)
    games_done = impact_row.games

    def ended() -> bool:
        working.work_on_impacts()
        return not Impact.objects.get().under_way

    wait_until(ended, seconds=60)
    impact_row.refresh_from_db()
    assert (impact_row.state, impact_row.games) == (ImpactState.DONE, GAMES)
    assert games_done < GAMES
    assert set(impact_row.differences.values_list("game", flat=True)) == differing
    assert (
        sum(impact_row.groups.values_list("games", flat=True))
        == impact_row.differing
        == len(differing)
    )


def test_a_log_goes_on_where_its_writer_died(games, broker):
    append()
    before = Log.objects.get()
    judge = Account.objects.get(username="judge")
    game_of(submit(judge, log_of(GAMES)))
    waiting = Waiting.objects.exclude(kind=FOLD)  # the worker rates the game, too
    waited = waiting.count()
    assert waited
    with worker(REDIS_URL=broker.url, WEEKLY_DEAL="off") as first:
        with held("transparency_checkpoint", "SHARE"):
            send("transparency.tasks.append_leaves", queue="pulse")
            killed_at("transparency_checkpoint", first)
        wait_until(lambda: not waits_for("transparency_checkpoint"))
    wait_until(lambda: _free_of_writers())
    assert Log.objects.get().size == before.size == Leaf.objects.count()
    assert waiting.count() == waited
    append()
    after = Log.objects.get()
    assert after.size == Leaf.objects.count() > before.size
    assert not Waiting.objects.exists()
    edge = TreeEdge()
    for leaf in Leaf.objects.order_by("pk"):
        list(edge.add(leaf.hash))
    last = Checkpoint.objects.latest("pk")
    assert (last.pk, last.root) == (after.size, edge.root().hex())
    new = Leaf.objects.filter(pk__gte=before.size).values_list("kind", "record", "digest")
    assert len(set(new)) == len(new)


def _free_of_writers() -> bool:
    """The row of the log is nobody's: the transaction of the dead worker is undone."""
    with transaction.atomic():
        rows = Log.objects.select_for_update(skip_locked=True).filter(pk=1)
        return bool(list(rows))


def test_a_dump_that_was_broken_off_leaves_the_one_before(games, broker, settings, tmp_path: Path):
    settings.DUMPS_DIR = str(tmp_path)
    dumps.publish_dump()
    before = dumps.newest()
    assert before is not None
    with (
        worker(REDIS_URL=broker.url, WEEKLY_DEAL="off", DUMPS_DIR=str(tmp_path)) as first,
        held("ratings_ratingchange", "ACCESS EXCLUSIVE"),
    ):
        send("dumps.tasks.publish_dump", queue="bulk")
        killed_at("ratings_ratingchange", first)
    (half,) = tmp_path.glob("unfinished-*")
    assert any(half.iterdir())
    wait_until(lambda: free(tmp_path / dumps.LOCK))
    assert half.is_dir()  # the worker is gone, and went on with nothing
    assert dumps.newest() == before
    dumps.publish_dump()
    after = dumps.newest()
    assert after is not None
    assert after.folder != before.folder
    assert before.folder.is_dir()
    assert not list(tmp_path.glob("unfinished-*"))
    assert {name: file.sha256 for name, file in after.files.items()} == {
        name: file.sha256 for name, file in before.files.items()
    }


def free(lock: Path) -> bool:
    """True if no process holds it: one that was killed may take a moment to end."""
    with lock.open("w") as file, suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
