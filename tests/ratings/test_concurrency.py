"""Folds at the same time, games that arrive meanwhile, processes that die: nothing is lost, and
nothing is rated twice."""

import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

import ratings.services.fold
import ratings.tasks
from games.intake.receive import receive
from games.limits import BATCH
from games.models import Channel, Game, Notice, Standing, Status
from games.models.notice import Kind
from games.standing.resolve_players import ensure_player
from games.standing.standing import announce_changes as games_changed
from games.tasks import verify_game
from ratings.listing import update_listings
from ratings.models import Fold, Pending, RatingChange
from ratings.services.fold import fold_pending, mark_pending
from ratings.services.follow import follow_fold
from ratings.services.rebuild import rebuild_ledger
from ratings.tasks import (
    ask_for_rebuild,
    fold_ratings,
    is_pausing,
    pause_after_fold,
    sweep_ratings,
    wake_fold,
)
from tests.cast import account, finished_log
from tests.fake_clock import set_clock
from tests.services.processes import ROOT, live_environment
from tests.worlds.league import NOON, games, ledger, played, players, present

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], object]) -> None:
    """Run these in threads with connections of their own; raises what the first of them raised."""
    raised: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    if raised:
        raise raised[0]


def test_games_arrive_while_four_fold():
    sitting = players("ana", "ben", "cleo", "dan")
    rated_games = games(
        [(sitting[index % 3 : index % 3 + 2], [1, 2]) for index in range(60)],
        days=[7, 1, 4, 2],
        standing=Standing.WAITING,
    )

    def arrive(batch: list[Game]) -> None:
        for game in batch:
            with transaction.atomic():
                Game.objects.filter(pk=game.pk).update(standing=Standing.COUNTED)
                mark_pending([game.pk])

    def fold_often() -> None:
        for _ in range(12):
            fold_pending()

    def try_often() -> None:
        for _ in range(12):
            fold_pending(wait=False)

    at_once(
        lambda: arrive(rated_games[:30]),
        lambda: arrive(rated_games[30:]),
        fold_often,
        fold_often,
        try_often,
    )
    fold_pending()
    assert not Pending.objects.exists()
    assert len(ledger()) == 60 * 4
    assert rebuild_ledger(dry_run=True).nothing_differs


def test_while_games_are_voided_and_restored():
    sitting = players("ana", "ben", "cleo")
    rated_games = games([(sitting[index % 2 : index % 2 + 2], [1, 2]) for index in range(20)])
    mark_pending([game.pk for game in rated_games])

    def turn(game: Game) -> None:
        for standing in [Standing.VOID, Standing.COUNTED, Standing.VOID]:
            with transaction.atomic():
                Game.objects.filter(pk=game.pk).update(standing=standing)
                mark_pending([game.pk])

    def fold_often() -> None:
        for _ in range(8):
            fold_pending()

    at_once(lambda: turn(rated_games[0]), lambda: turn(rated_games[9]), fold_often, fold_often)
    fold_pending()
    assert len(ledger()) == 18 * 4
    assert rebuild_ledger(dry_run=True).nothing_differs


@pytest.mark.postgres
def test_who_does_not_wait_leaves_it_to_the_other():
    """In SQLite the transaction is the lock: everybody waits."""
    played(*players("ana", "ben"))
    answers: list[Fold | None] = []
    with transaction.atomic():
        assert fold_pending() is not None
        played(*players("cleo", "dan"))
        at_once(lambda: answers.append(fold_pending(wait=False)))
    assert answers == [None]
    assert fold_pending().games == 1


class Crash(Exception):
    pass


@transaction.atomic
def fold_and_crash() -> None:
    assert fold_pending() is not None
    assert ledger()
    raise Crash


def test_a_fold_that_fails_leaves_everything_as_it_was():
    played(*players("ana", "ben"))
    with pytest.raises(Crash):
        fold_and_crash()
    assert (ledger(), present(), Fold.objects.count()) == (set(), set(), 0)
    assert Pending.objects.count() == 1
    assert fold_pending().games == 1


DIES = """
import django; django.setup()
from django.db import transaction
from ratings.services.fold import fold_pending
with transaction.atomic():
    fold_pending()
    print("folded", flush=True)
    input()
"""


def test_a_fold_that_is_killed_leaves_everything_as_it_was():
    played(*players("ana", "ben"))
    process = subprocess.Popen(
        [sys.executable, "-c", DIES],
        cwd=ROOT,
        env=live_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"folded\n"
        assert RatingChange.objects.count() == 0
        process.kill()
    assert process.returncode == -9
    run = fold_pending()
    assert run is not None
    assert (run.games, len(ledger())) == (1, 4)


NO_QUEUE = """
import django; django.setup()
from django.db import transaction
from games.models import Game
from games.standing.standing import announce_changes
with transaction.atomic():
    announce_changes(Game.objects.values_list("pk", flat=True))
print("done")
"""


def test_a_dead_queue_is_harmless():
    """The row is there; the clock finds it."""
    games([(players("ana", "ben"), [1, 2])])
    process = subprocess.run(
        [sys.executable, "-c", NO_QUEUE],
        cwd=ROOT,
        env=live_environment() | {"REDIS_URL": "unix:///nonexistent/redis.sock"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.stdout == "done\n", process.stderr
    assert "a fold could not be queued" in process.stderr
    assert Pending.objects.count() == 1


def test_a_queue_that_does_not_answer_is_asked_once(monkeypatch):
    """Pages and uploads wait for it."""
    batches = []

    def away(**options):
        batches.append(options)
        raise ConnectionError

    monkeypatch.setattr(ratings.tasks.rebuild_ratings, "apply_async", away)
    monkeypatch.setattr(fold_ratings, "apply_async", away)
    assert ask_for_rebuild() is False
    wake_fold()
    assert batches == [{"retry": False}, {"countdown": 0, "retry": False}]


def test_the_task_folds_until_nothing_is_pending(ana, ben):
    played(ana, ben)
    fold_ratings()
    fold_ratings()
    assert len(ledger()) == 4
    assert Fold.objects.count() == 1


def test_after_a_long_fold_the_next_one_waits():
    """A bulk import out of order would have the whole history folded again and again."""
    played(*players("ana", "ben"))
    long_ago, moment_ago = (
        timezone.now() - timezone.timedelta(seconds=seconds) for seconds in (60, 4)
    )
    run = Fold.objects.create(cause=Fold.Cause.CHANGE, started_at=moment_ago, duration=3_000_000)
    fold_ratings()
    assert Pending.objects.exists()
    Fold.objects.filter(pk=run.pk).update(started_at=long_ago)
    fold_ratings()
    assert not Pending.objects.exists()


@pytest.mark.parametrize(
    ("took", "pause"), [(0, 0), (0.5, 0), (0.6, 1.2), (3, 6), (7.5, 15), (60, 15)]
)
def test_a_fold_is_followed_by_a_rest_of_twice_its_time(took, pause):
    assert pause_after_fold(Fold(duration=round(took * 1e6))) == pytest.approx(pause)


def test_the_rest_begins_when_the_fold_ends(monkeypatch):
    def pauses_at(seconds):
        moment = NOON + timedelta(seconds=seconds)
        set_clock(monkeypatch, lambda: moment)
        return is_pausing()

    assert not pauses_at(0)
    Fold.objects.create(cause=Fold.Cause.CHANGE, started_at=NOON, duration=3_000_000)
    Fold.objects.create(cause=Fold.Cause.REBUILD, started_at=NOON, duration=100)
    assert [pauses_at(seconds) for seconds in (4, 8.9, 9)] == [True, True, False]
    Fold.objects.create(cause=Fold.Cause.CHANGE, started_at=NOON, duration=500_000)
    assert not pauses_at(0.1)


def test_after_a_long_fold_the_task_ends_and_a_message_follows(monkeypatch):
    played(*players("ana", "ben"))
    runs, woken = [Fold(duration=3_000_000), Fold(duration=1000)], []
    monkeypatch.setattr(ratings.tasks, "fold_pending", lambda wait: runs.pop())
    monkeypatch.setattr(ratings.tasks, "_wake", lambda countdown=0: woken.append(countdown))
    fold_ratings()
    assert (runs, woken) == ([], [6])


def test_games_of_an_import_are_folded_several_batches_at_once(monkeypatch, ana, ben):
    """But not later than a second after they came to count, nor when hardly a log waits."""
    played(ana, ben)
    woken = []
    monkeypatch.setattr(ratings.tasks, "_wake", lambda countdown=0: woken.append(countdown))
    cache.delete(ratings.tasks.PUT_OFF)
    imported = receive(account("judge"), b'{"imhotep":1}\n' * BATCH, "a.ndjson", Channel.API)
    fold_ratings()
    fold_ratings()
    assert not Fold.objects.exists()
    assert woken == [2]  # what waits may be no games; one message for all that were put off
    Pending.objects.update(at=timezone.now() - timezone.timedelta(seconds=2))
    fold_ratings()
    assert Fold.objects.count() == 1

    played(ana, ben)
    batch_size = ratings.tasks.LARGE_FOLD
    Pending.objects.bulk_create(Pending(game=Game.objects.first()) for _ in range(batch_size))
    fold_ratings()
    assert Fold.objects.count() == 2

    Fold.objects.update(duration=0)  # however long it took: after a long one the next one rests
    played(ana, ben)
    imported.submissions.filter(number__lt=10).update(status=Status.REFUSED)
    fold_ratings()
    assert Fold.objects.count() == 3
    assert not Pending.objects.exists()


def test_a_fold_is_followed_once_also_if_its_worker_died_before(monkeypatch):
    sitting = players("ana", "ben")
    played(*sitting, day=5)
    fold_pending()
    played(*reversed(sitting), day=1)
    with monkeypatch.context() as dying:
        dying.setattr(ratings.services.fold, "follow_fold", lambda *_: None)
        fold_pending()
    assert not Notice.objects.exists()
    sweep_ratings()
    sweep_ratings()
    moved = Notice.objects.filter(kind=Kind.RATING).values_list("account", "n").order_by("account")
    assert list(moved) == [(player.account_id, 1) for player in sitting]
    assert not Fold.objects.filter(followed=False).exists()
    assert update_listings(player.pk for player in sitting) == 0


def test_few_statements_lie_between_an_upload_and_its_ratings(monkeypatch):
    """What nobody waits for comes after them: leaderboards, notices of ratings."""
    for handle in ("ana", "ben"):
        ensure_player(account(handle))
    judge, statements, waited = account("judge", arbiter=True), [], []

    def count(execute, sql, *arguments):
        statements.append(sql)
        return execute(sql, *arguments)

    def follow(*arguments):
        waited.append(len(statements))
        follow_fold(*arguments)

    monkeypatch.setattr(ratings.services.fold, "follow_fold", follow)
    monkeypatch.setattr(current_app, "send_task", lambda task, ids, **_: verify_game(*ids))
    for seed, day in enumerate(["2026-01-02", "2026-01-03", "2026-01-01"]):
        statements.clear()
        with connection.execute_wrapper(count):
            text = finished_log(seed=seed, played=day)
            receive(judge, text.encode(), "game.imh", Channel.PAGE)
    later, rewriting = waited[1:]
    assert later <= 48, statements
    assert rewriting <= 52, statements
    assert not Pending.objects.exists()
    assert rebuild_ledger(dry_run=True).nothing_differs


def test_a_change_that_is_rolled_back_leaves_nothing_pending():
    [game] = games([(players("ana", "ben"), [1, 2])])

    @transaction.atomic
    def change_and_crash() -> None:
        games_changed([game.pk])
        raise Crash

    with pytest.raises(Crash):
        change_and_crash()
    assert not Pending.objects.exists()
