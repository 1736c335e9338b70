"""A worker's stint at an analysis: entry by entry, stored in pieces."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import closing
from time import monotonic, process_time

from django.db import DatabaseError, transaction

from engine.analysis import (
    USUAL,
    AnalysedGame,
    Analysis,
    JudgedEntry,
    analysed_game,
    analysis_to_json,
    assemble_analysis,
    entry_analysis_from_json,
    entry_analysis_to_json,
    judge_entry,
)
from games.models import Game, Seat
from insights.reviews.limits import PIECE, PIECE_SECONDS, STINT_SECONDS
from insights.reviews.models import Flaw, Piece, Review, ReviewState
from insights.reviews.queries import HIDDEN_STANDINGS
from insights.reviews.services.queue import (
    Lost,
    Messages,
    give_back_review,
    lease_review,
    store_columns,
    wake_review_worker,
)
from web.database_clock import database_time

BUDGET = USUAL
"""Playouts of an entry."""

logger = logging.getLogger(__name__)


def work_on_review() -> str:
    """Work one stint at the next due analysis. Gives the id of its game; empty if none is due."""
    review = lease_review()
    if review is None:
        return ""
    with closing(Messages()) as messages:
        try:
            _stint(review, messages.has_other_work)
        except Lost:
            logger.info("the analysis of %s was stopped", review.game_id)
        if (
            Review.objects.filter(state=ReviewState.QUEUED).exists()
            and not messages.has_review_work()
        ):
            wake_review_worker()
    return review.game_id


def _stint(review: Review, must_yield: Callable[[], bool]) -> None:
    """Raises ``Lost``."""
    if review.game.standing in HIDDEN_STANDINGS:
        store_columns(review, state=ReviewState.STOPPED, claimed_at=None)
        return
    try:
        game = analysed_game(review.game.log)
        if _judge(review, game, must_yield):
            _finish(review, game)
        else:
            give_back_review(review)
    except (Lost, DatabaseError):
        raise
    except Exception as error:  # the analysis of one game must not stop the others
        logger.exception("the analysis of %s failed", review.game_id)
        store_columns(review, state=ReviewState.FAILED, claimed_at=None, error=str(error)[:200])


def _judge(review: Review, game: AnalysedGame, must_yield: Callable[[], bool]) -> bool:
    """Judge entries until all are, or the stint is over; whether all are."""
    ends = monotonic() + STINT_SECONDS
    done = sum(len(read_piece(piece.judged)) for piece in review.pieces.all())
    piece: list[JudgedEntry] = []
    stored, used = monotonic(), process_time()
    for entry in range(done + 1, game.entries + 1):
        piece.append(judge_entry(game, entry, BUDGET))
        over = monotonic() > ends or must_yield()
        if over or len(piece) == PIECE or monotonic() - stored > PIECE_SECONDS:
            _store(review, entry, piece, process_time() - used)
            piece, stored, used = [], monotonic(), process_time()
        if over:
            return entry == game.entries
    if piece:
        _store(review, game.entries, piece, process_time() - used)
    return True


def _store(review: Review, entry: int, piece: Sequence[JudgedEntry], seconds: float) -> None:
    """Entries up to `entry` are judged. Raises ``Lost``."""
    review.seconds += seconds
    text = json.dumps(
        [entry_analysis_to_json(piece_entry) for piece_entry in piece], separators=(",", ":")
    )
    with transaction.atomic():
        store_columns(review, judged=entry, seconds=review.seconds, attempts=0)
        Piece.objects.create(review=review, first=piece[0].entry, judged=text.encode())


def read_piece(packed: bytes) -> list[JudgedEntry]:
    """The entries of a piece."""
    return [entry_analysis_from_json(entry) for entry in json.loads(packed)]


def _finish(review: Review, game: AnalysedGame) -> None:
    """Store the finished analysis of all entries. Raises ``Lost``."""
    pieces = review.pieces.order_by("first")
    analysis = assemble_analysis(
        game, [entry for piece in pieces for entry in read_piece(piece.judged)]
    )
    text = json.dumps(analysis_to_json(analysis), separators=(",", ":"))
    with transaction.atomic():
        store_columns(
            review,
            state=ReviewState.DONE,
            claimed_at=None,
            done_at=database_time(),
            judged=game.entries,
            result=text.encode(),
        )
        review.pieces.all().delete()
        Flaw.objects.filter(game=review.game_id).delete()
        Flaw.objects.bulk_create(flaws_of(review, review.game, analysis))


def flaws_of(review: Review, game: Game, analysis: Analysis) -> list[Flaw]:
    """Rows for the marked entries of `analysis`, not stored."""
    seats = dict(Seat.objects.filter(game=game).values_list("number", "pk"))
    return [
        Flaw(
            review=review,
            game=game,
            seat_id=seats[entry.seat],
            entry=entry.entry,
            mark=entry.mark,
            loss=entry.loss,
            played=entry.text,
            best=entry.best[0].text if entry.best else entry.text,
        )
        for entry in analysis.entries
        if entry.mark is not None and entry.seat is not None
    ]
