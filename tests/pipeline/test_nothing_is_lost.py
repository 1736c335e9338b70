"""Real workers, a real queue, and what happens to them: every log is judged exactly once and
every game rated exactly once."""

import os
import signal
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
import redis
from django.db import connection
from django.utils import timezone

from games.intake.receive import receive
from games.intake.verify import sweep_queue
from games.judging.queue import batches, wake_workers
from games.limits import MAX_ATTEMPTS
from games.models import Account, Attestation, Channel, Player, Status, Submission
from tests.pipeline.corpus import game
from tests.pipeline.site import all_judged, all_rated, check_exactly_once
from tests.services.processes import wait_until, worker, workers

pytestmark = pytest.mark.usefixtures("stage")

MANY = 250
PATIENCE = 120
"""Seconds, on a busy machine."""


def upload(number, by="judge", *, first=0, backwards=False):
    """`number` games in one file, brought by the arbiter."""
    texts = [game(n) for n in range(first, first + number)]
    raw = "".join(texts[::-1] if backwards else texts).encode()
    upload = receive(Account.objects.get(username=by), raw, "games.imh", Channel.COMMAND)
    return list(upload.submissions.values_list("pk", flat=True))


def count(*statuses):
    return Submission.objects.filter(status__in=statuses).count()


def sweeps():
    """As beat does, only more often: the rows have waited for long enough at once."""
    last = 0.0

    def done():
        nonlocal last
        if time.monotonic() - last > 1 and not all_judged():
            long_ago = timezone.now() - timedelta(minutes=1)
            waiting = Submission.objects.filter(status=Status.QUEUED)
            waiting.update(queued_at=long_ago)
            waiting.exclude(resumes_at=None).update(resumes_at=long_ago)
            sweep_queue()
            last = time.monotonic()
        return all_rated()

    return done


def test_a_worker_is_killed_in_the_middle(broker, settings):
    """SIGKILL while a batch is being judged: another worker does it again, as a whole."""
    settings.JUDGING_LEASE_SECONDS = 2
    rounds = caught = 0
    while not caught:  # until a kill has met it in the middle
        upload(MANY, first=rounds)
        rounds += MANY
        verified = count(Status.VERIFIED)
        with worker(REDIS_URL=broker.url, JUDGING_LEASE_SECONDS="2") as first:
            wait_until(
                lambda verified=verified: (
                    all_judged() or (count(Status.VERIFIED) > verified and count(Status.RUNNING))
                ),
                first,
            )
            first.kill()
        caught = count(Status.RUNNING)
    assert count(Status.QUEUED, Status.RUNNING) >= caught
    with worker(REDIS_URL=broker.url, JUDGING_LEASE_SECONDS="2") as second:
        wait_until(sweeps(), second, seconds=PATIENCE)
    check_exactly_once(rounds)
    assert Submission.objects.filter(attempts=2).count() >= caught


def test_a_worker_keeps_its_connection_until_the_server_ends_it(broker):
    """Another task goes on with it; after a restart of the database a task makes another."""
    with worker(REDIS_URL=broker.url) as process:
        met = []
        for number in range(3):
            upload(1, first=number)
            wait_until(all_rated, process, seconds=PATIENCE)
            met.append(servers_of_others(end=number == 1))
    if connection.vendor == "postgresql":
        first, second, third = met
        assert len(first) == 1
        assert first == second
        assert not first & third
    check_exactly_once(3)


def servers_of_others(*, end):
    """The processes of PostgreSQL that serve others here; `end` them then."""
    if connection.vendor == "sqlite":
        return set()
    connections = "datname = current_database() AND pid <> pg_backend_pid()"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pid FROM pg_stat_activity WHERE {connections}")
        pids = {pid for (pid,) in cursor.fetchall()}
        if end:
            cursor.execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {connections}"
            )
    return pids


def test_the_queue_is_emptied_before_it_is_read(broker):
    """A worker that starts looks for what was lost."""
    upload(120)
    with redis.Redis.from_url(broker.url) as client:
        assert client.llen("bulk") == 2
        client.flushall()
    Submission.objects.update(queued_at=timezone.now() - timedelta(minutes=1))
    with worker(REDIS_URL=broker.url) as process:
        wait_until(all_rated, process, seconds=PATIENCE)
    check_exactly_once(120)


def test_the_queue_is_restarted_empty_while_workers_are_at_it(broker):
    upload(MANY)
    with workers(2, REDIS_URL=broker.url) as (one, two):
        wait_until(lambda: count(Status.VERIFIED), one, two)
        broker.kill()
        upload(10, first=MANY)  # the workers may be done with the rest: nobody tells them of these
        assert not all_judged()
        broker.start()
        wait_until(sweeps(), one, two, seconds=PATIENCE)
    check_exactly_once(MANY + 10)


def test_the_queue_is_dead_when_a_game_is_uploaded_and_comes_back(broker):
    broker.kill()
    upload(3)
    assert count(Status.QUEUED) == 3
    broker.start()
    with worker(REDIS_URL=broker.url) as process:
        wait_until(sweeps(), process, seconds=PATIENCE)
    check_exactly_once(3)


def test_a_queue_that_stands_still_holds_an_upload_for_seconds(broker):
    """Paused, it takes connections and answers nothing; the sweep finds the log afterwards."""
    upload(1)  # connected
    os.kill(broker.process.pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        upload(1, first=1)
        assert time.monotonic() - began < 15
    finally:
        os.kill(broker.process.pid, signal.SIGCONT)
    assert count(Status.QUEUED) == 2
    with worker(REDIS_URL=broker.url) as process:
        wait_until(sweeps(), process, seconds=PATIENCE)
    check_exactly_once(2)


def test_a_task_is_delivered_twice_to_two_workers(broker):
    """Two workers on the same upload, each given every log, in any order."""
    ids = upload(MANY)
    for batch in batches(ids, 30):  # other batches than the first time
        wake_workers(batch)
    wake_workers(ids[::-1])
    with workers(2, REDIS_URL=broker.url) as (one, two):
        wait_until(all_rated, one, two, seconds=PATIENCE)
        assert "verify_games" in one.log
        assert "verify_games" in two.log
        wake_workers(ids)
        wake_workers(ids[:1])
        with redis.Redis.from_url(broker.url) as client:
            wait_until(lambda: not client.llen("bulk") and not client.llen("celery"), one, two)
    check_exactly_once(MANY)
    assert set(Submission.objects.values_list("attempts", flat=True)) == {1}


@contextmanager
def no_game_can_be_stored():
    """As on a full disk: of PostgreSQL with its own code for that."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            body = "BEGIN SELECT RAISE(ABORT, 'no space left'); END"
            cursor.execute(f"CREATE TRIGGER takes_no_game BEFORE INSERT ON games_game {body}")
        else:
            cursor.execute(
                "CREATE FUNCTION takes_no_game() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
            )
            cursor.execute(
                "CREATE TRIGGER takes_no_game BEFORE INSERT ON games_game "
                "FOR EACH STATEMENT EXECUTE FUNCTION takes_no_game()"
            )
    yield
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER takes_no_game")
        else:
            cursor.execute("DROP FUNCTION takes_no_game() CASCADE")


@pytest.mark.both_databases
def test_the_disk_is_full_for_longer_than_all_attempts(broker, settings):
    """No log fails: each is stored once there is space."""
    settings.JUDGING_LEASE_SECONDS = 1
    done = sweeps()
    with worker(REDIS_URL=broker.url, JUDGING_LEASE_SECONDS="1") as process:
        with no_game_can_be_stored():
            upload(20)

            def tried_often():
                assert not done()
                return min(Submission.objects.values_list("pauses", flat=True)) > MAX_ATTEMPTS

            wait_until(tried_often, process, seconds=PATIENCE)
            assert not count(Status.FAILED)
        wait_until(done, process, seconds=PATIENCE)
    check_exactly_once(20)


def test_two_people_bring_the_same_games_at_once(broker):
    """In opposite order, so that two workers get into each other's way."""
    with workers(2, REDIS_URL=broker.url) as (one, two):
        upload(100)
        upload(100, by="player-1", backwards=True)
        wait_until(sweeps(), one, two, seconds=PATIENCE)
    check_exactly_once(100, duplicates=100)
    sat = Player.objects.get(account__username="player-1").seats.count()
    assert Attestation.objects.count() == sat  # each of the player's games is confirmed once
