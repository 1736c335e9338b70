"""Standing of games: seats and their players, confirmations, disputes, vouching, claims.

`standing` derives from facts whether a game counts, and ``settle`` stores it and announces what
changed (``games.ports``). It never rates: ratings follow above.
"""

from games.standing.attest import LONGEST_REASON, checked_reason
from games.standing.conflicts_of_interest import conflict_in_game, must_be_impartial
from games.standing.decisions import PendingDecision, log_decision, moderator_decision
from games.standing.disputing import lapse
from games.standing.resolve_players import ensure_player
from games.standing.standing import (
    NEEDED,
    announce_changes,
    derive_standing,
    lock_games,
    settle,
    standing_inputs,
)

__all__ = [
    "LONGEST_REASON",
    "NEEDED",
    "PendingDecision",
    "announce_changes",
    "checked_reason",
    "conflict_in_game",
    "derive_standing",
    "ensure_player",
    "lapse",
    "lock_games",
    "log_decision",
    "moderator_decision",
    "must_be_impartial",
    "settle",
    "standing_inputs",
]
