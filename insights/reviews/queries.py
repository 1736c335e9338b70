"""Queries of analyses, for pages and API."""

from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from engine.analysis import METHOD, Analysis, analysis_from_json
from engine.build import engine_version
from games.models import Account, Game, Standing
from insights.reviews.models import FLAWS, Flaw, Review, ReviewState

HIDDEN_STANDINGS: Final = frozenset({Standing.VOID, Standing.REFUTED})
"""Games of such a standing are not analysed, and an analysis of theirs is not shown."""


MISTAKES: Final = 3
"""Mistakes of a player that a summary names."""


class GameReviews(NamedTuple):
    """The analyses of a game that may be seen. `done`: the newest that is done; `present`:
    that of the current method and engine, whatever has become of it."""

    done: Review | None
    present: Review | None

    @property
    def state(self) -> str:
        """``done``, ``queued``, ``running``, ``failed``, ``stopped``; ``none``: never asked for."""
        if self.done is not None:
            return ReviewState.DONE.value
        return self.present.state if self.present is not None else "none"

    @property
    def is_requestable(self) -> bool:
        return self.present is None


NOTHING: Final = GameReviews(None, None)


def reviews_of(game: Game) -> GameReviews:
    """The analyses of `game`. One query."""
    if game.standing in HIDDEN_STANDINGS:
        return NOTHING
    rows = list(Review.objects.filter(game=game.pk).defer("result").order_by("-done_at", "-pk"))
    done = [row for row in rows if row.state == ReviewState.DONE]
    method_and_engine = (METHOD, engine_version())
    present = [row for row in rows if (row.method, row.engine) == method_and_engine]
    return GameReviews(done[0] if done else None, present[0] if present else None)


def analysis_of(review: Review) -> Analysis:
    """Analysis of a finished review. One query, if this process has not read it yet."""
    return _read(review.pk, review.done_at)


@lru_cache(64)
def _read(pk: int, _done_at: datetime) -> Analysis:
    result = (
        Review.objects.filter(pk=pk, state=ReviewState.DONE).values_list("result", flat=True).get()
    )
    return analysis_from_json(json.loads(bytes(result)))


def costliest(game: Game, account: Account, limit: int = MISTAKES) -> list[Flaw]:
    """The entries of `account` in `game` that cost most, the costliest first. One query."""
    if game.standing in HIDDEN_STANDINGS:
        return []
    flaws = Flaw.objects.filter(game=game.pk, seat__player__account=account.pk, mark__in=FLAWS)
    return list(flaws.select_related("seat").order_by("-loss", "entry")[:limit])
