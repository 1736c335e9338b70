"""A worker dies in the middle of an analysis: another one goes on where pieces end."""

import time

import pytest

from games.models import Account
from insights.reviews.models import UNDER_WAY, Review, ReviewState
from insights.reviews.services.asking import request_review
from insights.reviews.services.queue import wake_for_waiting
from insights.reviews.services.working import read_piece
from tests.cast import game_of, submit
from tests.pipeline.corpus import game as log_of
from tests.services.processes import wait_until, worker

pytestmark = pytest.mark.usefixtures("stage")

LEASE = 6
"""Seconds; a piece is stored after four, or a little more on a busy machine."""
PATIENCE = 180


def entries_judged():
    """In the order of the pieces, as they are stored."""
    pieces = Review.objects.get().pieces.order_by("first")
    return [entry.entry for piece in pieces for entry in read_piece(piece.judged)]


def under_way_after(entry):
    """Whether a worker is at it, and has stored what comes after `entry`."""
    return Review.objects.filter(state=ReviewState.RUNNING, judged__gt=entry).exists()


def test_a_worker_is_killed_in_the_middle_of_an_analysis(broker, settings):
    settings.JUDGING_LEASE_SECONDS = LEASE
    judge = Account.objects.get(username="judge")
    game = game_of(submit(judge, log_of(0)))
    request_review(judge, game)
    environment = {"REDIS_URL": broker.url, "JUDGING_LEASE_SECONDS": str(LEASE)}
    left = Review.objects.get()
    while left.state != ReviewState.RUNNING:  # until a kill has met it in the middle
        with worker(**environment) as first:
            wait_until(lambda judged=left.judged: under_way_after(judged), first, seconds=PATIENCE)
            first.kill()
        left = Review.objects.get()
        assert left.state in UNDER_WAY
    stored = left.judged
    assert entries_judged() == list(range(1, stored + 1))

    def further():
        wake_for_waiting()  # as beat does
        time.sleep(0.5)
        return Review.objects.get().judged > stored

    with worker(**environment) as second:
        wait_until(further, second, seconds=PATIENCE)
        second.kill()
    review = Review.objects.get()
    assert review.state in (ReviewState.RUNNING, ReviewState.QUEUED)
    assert entries_judged() == list(range(1, review.judged + 1))
