"""Updates for the script of a table: the steps since an entry, and the player's options.

    {"plies", "layout", "over",
     "steps": one an entry since the one asked for, as in a replay's payload,
     "rules": the rules behind these steps, by their keys,
     "opening", "first", "heard", "names", "colours", "sources": with the first step only,
     "asked": what the viewer may write now, or null,
     "state": the state of the table (``reading.table_state``)}

Steps belong to a `layout`. Another one in an answer means that the page has to be fetched again: a
board needs more room, or the game is over and open to all. Only what is new is worked out; what
the viewer may not know is in none of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from drawing.play.asked import options_payload as asked_of
from drawing.play.live import KEEP, Live
from drawing.play.options import options_of
from drawing.replay.payload import first_of, narration_of, rules_behind
from engine import EVERYTHING
from tables.locks import place_at
from tables.models import Phase, Table
from tables.play.position import TableGame
from tables.play.reading import table_state


def table_updates(played: TableGame, viewer: int | None, after_ply: int) -> dict[str, object]:
    """The answer described above, JSON-ready. `viewer`: a seat, or ``None`` for a spectator;
    `after_ply`: the last entry that the page has; 0: it has nothing yet."""
    with live_of(played, viewer) as live:
        updates = live_updates(live, max(0, after_ply), acts=may_act(played.table, viewer))
    return {**updates, "state": table_state(played.table, viewer)}


def live_updates(live: Live, after_ply: int, *, acts: bool) -> dict[str, object]:
    """The same without ``state``. `acts`: the viewer may write the next entry."""
    steps = live.since(after_ply)
    updates = {
        "plies": len(live.steps),
        "layout": live.layout,
        "over": live.state.over,
        "steps": steps,
        "rules": rules_behind(live.state.rules, map(narration_of, steps)),
        "asked": question_for(live) if acts else None,
    }
    return updates if after_ply else updates | beginning(live)


@contextmanager
def live_of(played: TableGame, viewer: int | None) -> Iterator[Live]:
    """The game as `viewer` may see it, followed up to its last entry; it is not changed
    meanwhile. A finished game is open to all."""
    table = played.table
    eyes = EVERYTHING if table.phase == Phase.FINISHED else viewer
    key = f"{table.pk}.{table.take_back_count}"
    live = KEEP.live_game(key, played.setup, played.names, eyes)
    with live.lock:
        live.take_back_count = table.take_back_count
        live.follow(played.entries)
        yield live


def beginning(live: Live) -> dict[str, object]:
    """Data that a page needs once."""
    return {
        "opening": live.opening,
        "first": first_of(live.first, live.sources if live.earlier else None),
        "heard": live.before,
        "names": live.names,
        "colours": [seat.colour for seat in live.drawing.seats],
        "sources": [source.word for source in live.sources],
    }


def may_act(table: Table, viewer: int | None) -> bool:
    """True if the game at `table` waits for the person at `viewer`."""
    if table.phase != Phase.PLAYING or viewer is None or viewer != table.awaited:
        return False
    place = place_at(table, viewer)
    return place is not None and not place.is_computer


def question_for(live: Live) -> dict[str, object]:
    """Options of the player to act: every option by the keys of its words, how the words
    read as, and where on the drawing they lie."""
    ply = len(live.steps) + 1
    if live.asked is None or live.asked["ply"] != ply:
        question = asked_of(live.state, options_of(live.state), live.drawing, live.table)
        live.asked = {"ply": ply, **question}
    return live.asked
