"""One deal for many tables: promised, bound with the shares of its entrants, revealed at the end.

Tables are opened by the lobby, with a bound deal; nothing of it is shown before the last one ends.
"""

from tables.shared_deals.binding import (
    bind_deal,
    close_promises,
    is_due_to_bind,
    lock_deal,
    open_entrant_share,
    promise_deal,
    promise_entrant_share,
)
from tables.shared_deals.revealing import hand_in_shown_logs, reveal_deal_if_ended

__all__ = [
    "bind_deal",
    "close_promises",
    "hand_in_shown_logs",
    "is_due_to_bind",
    "lock_deal",
    "open_entrant_share",
    "promise_deal",
    "promise_entrant_share",
    "reveal_deal_if_ended",
]
