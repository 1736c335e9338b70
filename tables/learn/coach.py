"""Updates of a learner's table, in lessons and first games: as ``tables.play.updates`` has them."""

from __future__ import annotations

from drawing.play.live import Live
from tables.clocks import clock
from tables.models import Phase
from tables.play.updates import live_updates


def learner_updates(live: Live, seat: int, after: int, *, acts: bool) -> dict[str, object]:
    """The steps after number `after`, and what the learner at `seat` may write now; JSON-ready."""
    state = _table_state(live, seat, seat if acts else None)
    return live_updates(live, after, acts=acts) | {"state": state}


def _table_state(live: Live, seat: int, awaited: int | None) -> dict[str, object]:
    """As ``tables.play.reading.table_state``, of a table that is in no lobby."""
    places = [
        {"turn": turn, "handle": name, "stand_in": None, "consents": False}
        | {"computer": "" if turn == seat else "greedy", "clock": None}
        for turn, name in enumerate(live.names)
    ]
    return {
        "phase": Phase.FINISHED if live.state.over else Phase.PLAYING,
        "plies": len(live.steps),
        "places": places,
        "awaited": awaited,
        "viewer": seat,
        "deadline": None,
        "now": clock.database_time().isoformat(),
        "terms": {"pace": "days"},
        "game": None,
    }
