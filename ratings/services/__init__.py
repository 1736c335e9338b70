"""The ledger: pending games are folded into entries, books are closed, ratings are rebuilt.

The formula is ``ratings.elo``, pure. A row of the ledger is never changed. It never asks whether a
game counts: ``games.standing`` has said so.
"""

from ratings.services.closings import close_books
from ratings.services.fold import fold_pending, mark_pending
from ratings.services.follow import follow_folds
from ratings.services.forecast import AssumedResult, forecast_ratings
from ratings.services.ledger_lock import lock_ledger
from ratings.services.ledger_position import (
    LedgerPosition,
    changed_months,
    ledger_end,
    next_month,
)
from ratings.services.periods import count_periods
from ratings.services.rebuild import rebuild_ledger

__all__ = [
    "AssumedResult",
    "LedgerPosition",
    "changed_months",
    "close_books",
    "count_periods",
    "fold_pending",
    "follow_folds",
    "forecast_ratings",
    "ledger_end",
    "lock_ledger",
    "mark_pending",
    "next_month",
    "rebuild_ledger",
]
