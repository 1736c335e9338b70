"""Shared parts of lessons and first games: the table of a learner, drawn as every table,
and the steps that its script asks for, as ``tables.play.updates`` has them."""

from __future__ import annotations

from django.utils.safestring import mark_safe

from drawing.play.live import Live
from drawing.play.options import option_groups, options_of, question
from drawing.replay.page import blocks_of, move_list, narration_at, place_in_words, scores
from drawing.replay.payload import narration_of, rules_behind
from drawing.replay.step_notes import step_notes
from drawing.svg import signed_points
from drawing.text.rules.hints import all_hints
from tables.clocks import clock
from tables.models import Phase
from tables.play.updates import beginning, question_for

Context = dict[str, object]


def learner_table(live: Live, seat: int, *, acts: bool) -> Context:
    """For ``tables/learn/table.html``: the table of the learner at `seat` after its last entry.
    `acts`: the learner may write the next one."""
    replay = live.replay()
    ply = replay.plies
    return {
        "blocks": blocks_of(live.drawing, live.names, live.now, live.table, live.heard),
        "symbols": mark_safe(live.drawing.symbols()),
        "ply": ply,
        "layout": live.layout,
        "said": narration_at(replay, ply),
        "where": place_in_words(replay, ply),
        "told": step_notes(replay, ply),
        "rounds": move_list(replay, ply, ""),
        "scores": scores(live.drawing, live.names, live.now, live.sources),
        "seats": [
            {
                "turn": turn,
                "name": name,
                "colour": pictured_seat.colour,
                "points": signed_points(points),
            }
            for turn, (name, pictured_seat, points) in enumerate(
                zip(live.names, live.drawing.seats, live.now.points, strict=True)
            )
        ],
        "own": seat,
        "acts": acts,
        "question": question(live.state) if acts else "",
        "groups": option_groups(options_of(live.state)) if acts else [],
        "hints": all_hints(live.state.rules),
        "over": live.state.over,
    }


def learner_updates(live: Live, seat: int, after: int, *, acts: bool) -> dict[str, object]:
    """The steps after number `after`, and what the learner at `seat` may write now; JSON-ready."""
    steps = live.since(after)
    answer = {
        "plies": len(live.steps),
        "layout": live.layout,
        "over": live.state.over,
        "steps": steps,
        "rules": rules_behind(live.state.rules, map(narration_of, steps)),
        "asked": question_for(live) if acts else None,
        "state": _table_state(live, seat, seat if acts else None),
    }
    return answer if after else answer | beginning(live)


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
