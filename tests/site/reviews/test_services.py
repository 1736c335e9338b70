"""Analyses are asked for within bounds, worked out once, piece by piece, and kept."""

from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from engine.analysis import METHOD
from games.models import Account, Game, Standing
from games.moderation import actions
from games.standing.standing import announce_changes as games_changed
from insights.reviews.admin import resume_review, stop_review
from insights.reviews.models import FLAWS, Flaw, Piece, Review, ReviewReason, ReviewState
from insights.reviews.queries import analysis_of, costliest, reviews_of
from insights.reviews.services import queue, working
from insights.reviews.services.asking import request_review
from insights.reviews.services.queue import wake_for_waiting
from tests.cast import account, finished_log, game_of, submit
from tests.site.reviews.working import few_playouts
from tests.worlds.modules import module_world
from web.errors import Conflict, TooBusy

pytestmark = pytest.mark.both_databases


def make_world() -> tuple[Account, Account, Game]:
    ana, mo = account("ana"), account("mo", moderator=True)
    account("ben")
    return ana, mo, game_of(submit(ana, finished_log()))


stored_world, world = module_world(make_world)


@pytest.fixture
def ana(world: tuple[Account, Account, Game]) -> Account:
    return world[0]


@pytest.fixture
def mo(world: tuple[Account, Account, Game]) -> Account:
    return world[1]


@pytest.fixture
def game(world: tuple[Account, Account, Game]) -> Game:
    return world[2]


def test_a_game_is_analysed_once_and_its_entries_are_kept(ana: Account, game: Game):
    review = request_review(ana, game)
    assert (review.state, review.reason, review.method) == ("queued", "asked", METHOD)
    with few_playouts():
        assert working.work_on_review() == game.pk
        assert working.work_on_review() == ""
    review.refresh_from_db()
    assert review.state == ReviewState.DONE
    assert review.judged == review.entries == game.entries
    assert not Piece.objects.exists()
    analysis = analysis_of(review)
    assert [entry.entry for entry in analysis.entries] == list(range(1, game.entries + 1))
    assert request_review(ana, game).pk == review.pk
    assert reviews_of(game).done == reviews_of(game).present == review


def test_marked_entries_are_rows_of_their_seats(ana: Account, game: Game):
    review = request_review(ana, game)
    with few_playouts():
        working.work_on_review()
    review.refresh_from_db()
    marked = [entry for entry in analysis_of(review).entries if entry.mark is not None]
    rows = list(Flaw.objects.order_by("entry"))
    assert [(row.entry, row.mark, row.seat.number) for row in rows] == [
        (entry.entry, entry.mark, entry.seat) for entry in marked
    ]
    flaws = [row for row in rows if row.seat.number == 0 and row.mark in FLAWS]
    most = sorted(flaws, key=lambda row: (-row.loss, row.entry))[:3]
    assert costliest(game, ana) == most


def test_a_stint_ends_when_other_work_waits_and_the_next_goes_on(
    ana: Account, game: Game, monkeypatch: pytest.MonkeyPatch
):
    review = request_review(ana, game)
    with few_playouts():
        monkeypatch.setattr(working.Messages, "has_other_work", lambda self: True)
        working.work_on_review()
        working.work_on_review()
        review.refresh_from_db()
        assert (review.state, review.judged) == (ReviewState.QUEUED, 2)
        assert [piece.first for piece in review.pieces.order_by("first")] == [1, 2]
        in_pieces = [
            judged_entry
            for piece in review.pieces.order_by("first")
            for judged_entry in working.read_piece(piece.judged)
        ]
        monkeypatch.setattr(working.Messages, "has_other_work", lambda self: False)
        working.work_on_review()
    review.refresh_from_db()
    assert analysis_of(review).entries[0].before == in_pieces[0].before


def test_a_dead_worker_is_followed_and_what_it_stored_stays(
    ana: Account, game: Game, monkeypatch: pytest.MonkeyPatch
):
    """Killed within an entry: the pieces before it are there, and are not judged again."""
    review = request_review(ana, game)
    entries: list[int] = []
    really = working.judge_entry

    class Killed(BaseException):
        pass

    def until(
        analysed_game: working.AnalysedGame, entry: int, *budget: object
    ) -> working.JudgedEntry:
        if entry == 30 and 30 not in entries:
            entries.append(entry)
            raise Killed
        entries.append(entry)
        return really(analysed_game, entry, *budget)  # type: ignore[arg-type]

    with few_playouts():
        monkeypatch.setattr(working, "judge_entry", until)
        with pytest.raises(Killed):
            working.work_on_review()
        review.refresh_from_db()
        assert (review.state, review.judged) == (ReviewState.RUNNING, 24)
        assert working.work_on_review() == ""  # its lease is not over
        Review.objects.update(claimed_at=timezone.now() - timedelta(hours=1))
        assert working.work_on_review() == game.pk
    review.refresh_from_db()
    assert review.state == ReviewState.DONE
    assert [entries.count(entry) for entry in (24, 25, 29, 30, 31)] == [1, 2, 2, 2, 1]


def test_entries_that_kill_every_worker_are_given_up(ana: Account, game: Game):
    review = request_review(ana, game)
    long_ago = timezone.now() - timedelta(hours=1)
    for attempt in range(queue.MAX_ATTEMPTS + 1):
        assert queue.lease_review() is not None, attempt
        Review.objects.update(claimed_at=long_ago)
    assert queue.lease_review() is None
    review.refresh_from_db()
    assert review.state == ReviewState.FAILED
    with pytest.raises(Conflict):
        request_review(ana, game)


def test_two_workers_do_not_judge_the_same_game(ana: Account, game: Game):
    request_review(ana, game)
    first = queue.lease_review()
    with override_settings(REVIEW_CONCURRENCY=5):
        assert queue.lease_review() is None
    assert first is not None
    # the first was taken for dead; another has it: what the first stores is dropped
    Review.objects.update(claimed_at=timezone.now() + timedelta(seconds=1))
    with pytest.raises(queue.Lost):
        queue.store_columns(first, judged=5)


def test_only_so_many_are_worked_at_together(ana: Account, game: Game):
    request_review(ana, game)
    request_review(ana, game_of(submit(ana, finished_log(seed=2))))
    assert queue.lease_review() is not None
    assert queue.lease_review() is None
    with override_settings(REVIEW_CONCURRENCY=2):
        assert queue.lease_review() is not None


def test_a_sweep_wakes_for_what_waits(ana: Account, game: Game):
    review = request_review(ana, game)
    assert not wake_for_waiting()
    Review.objects.filter(pk=review.pk).update(asked_at=timezone.now() - timedelta(minutes=1))
    assert Review.objects.filter(queue.leasable_reviews(timezone.now())).exists()


def test_a_log_that_cannot_be_played_fails_alone(ana: Account, game: Game):
    review = request_review(ana, game)
    Game.objects.filter(pk=game.pk).update(log="imhotep 1\n")
    assert working.work_on_review() == game.pk
    review.refresh_from_db()
    assert review.state == ReviewState.FAILED
    assert review.error


def test_a_void_game_is_neither_begun_nor_shown(ana: Account, mo: Account, game: Game):
    review = request_review(ana, game)
    actions.void(mo, game, "It never happened.")
    game.refresh_from_db()
    with few_playouts():
        working.work_on_review()
    review.refresh_from_db()
    assert review.state == ReviewState.STOPPED
    Review.objects.update(state=ReviewState.DONE)
    assert reviews_of(game).done is None
    assert reviews_of(game).present is None
    assert costliest(game, ana) == []
    with pytest.raises(Conflict):
        request_review(ana, game)


def counting(game: Game, days: int) -> None:
    day = (timezone.now() - timedelta(days=days)).date()
    Game.objects.filter(pk=game.pk).update(standing=Standing.COUNTED, played_on=day)


@pytest.mark.parametrize(("days", "begun"), [(0, 1), (6, 1), (8, 0)])
def test_rated_games_begin_by_themselves_if_they_are_new(game: Game, days: int, begun: int):
    counting(game, days)
    with override_settings(REVIEW_RATED_GAMES=True):
        games_changed([game.pk])
        games_changed([game.pk])
    assert Review.objects.filter(reason=ReviewReason.RATED).count() == begun


@pytest.mark.parametrize("reason", ["off", "waiting", "computer", "day"])
def test_others_do_not(ana: Account, game: Game, reason: str):
    counting(game, 0)
    if reason == "waiting":
        Game.objects.filter(pk=game.pk).update(standing=Standing.WAITING)
    if reason == "computer":
        Account.objects.filter(player__seats__game=game).update(computer="search-1")
    if reason == "day":
        request_review(ana, game_of(submit(ana, finished_log(seed=2))))
    with override_settings(REVIEW_RATED_GAMES=reason != "off", REVIEWS_A_DAY=1):
        games_changed([game.pk])
    assert not Review.objects.filter(reason=ReviewReason.RATED).exists()


def test_analyses_that_were_asked_for_come_before_rated_games(ana: Account, game: Game):
    requested = request_review(ana, game_of(submit(ana, finished_log(seed=2))))
    counting(game, 0)
    with override_settings(REVIEW_RATED_GAMES=True):
        games_changed([game.pk])
    due = queue.lease_review()
    assert due is not None
    assert due.game == requested.game


def test_a_moderator_stops_one_and_has_it_go_on(ana: Account, mo: Account, game: Game):
    review = request_review(ana, game)
    lease = queue.lease_review()
    assert lease is not None
    stop_review(mo, review)
    with pytest.raises(queue.Lost):
        queue.store_columns(lease, judged=12)
    with pytest.raises(Conflict):
        request_review(ana, game)
    resume_review(mo, review)
    with few_playouts():
        working.work_on_review()
    with pytest.raises(Conflict):
        stop_review(mo, review)
    with pytest.raises(Conflict):
        resume_review(mo, review)


def test_an_account_asks_for_so_many_in_a_day(ana: Account, game: Game):
    with override_settings(REVIEWS_PER_ACCOUNT=1):
        request_review(ana, game)
        Review.objects.update(state=ReviewState.DONE)
        with pytest.raises(TooBusy):
            request_review(ana, game_of(submit(ana, finished_log(seed=2))))
        Review.objects.update(asked_at=timezone.now() - timedelta(days=2))
        request_review(ana, game_of(submit(ana, finished_log(seed=2))))
