"""Steps after a point of a game, as a page that chooses on the board needs them."""

from __future__ import annotations

from typing import NamedTuple

from drawing.play.asked import options_payload
from drawing.play.live import sources_of
from drawing.play.options import options_of
from drawing.play.room import Room, roomy
from drawing.replay.payload import first_of, step_payload
from drawing.replay.replay import VERSION, Replay, last_steps
from engine import Log, State
from engine.shown import View


class Followed(NamedTuple):
    """The end of a game written down. `base`: the number of the step before the first that is
    written; steps of one `layout` fit together."""

    replay: Replay
    base: int
    layout: str

    @property
    def payload(self) -> dict[str, object]:
        """As a page gets it: a replay's payload whose steps begin after step `base`. The first
        step has all points, for the page begins with none."""
        replay = self.replay
        sources = sources_of(replay.drawing.rules)
        nothing = tuple([tuple([0] * len(seat)) for seat in replay.first.scored])
        before = replay.first._replace(scored=nothing)
        steps = []
        for frame in replay.frames:
            steps.append(step_payload(frame, before, sources))
            before = frame.after
        return {
            "base": self.base,
            "layout": self.layout,
            "steps": steps,
            "opening": replay.opening,
            "first": first_of(replay.first),
            "heard": replay.before,
            "names": replay.names,
            "colours": [seat.colour for seat in replay.drawing.seats],
            "sources": [source.word for source in sources],
        }

    def pending_options(self, s: State) -> dict[str, object] | None:
        """Options of the player to act in `s`, the position after the last step; ``None``
        where the bank is to write or the game is over."""
        options = options_of(s)
        if not options:
            return None
        replay = self.replay
        return options_payload(s, options, replay.drawing, replay.table(replay.plies))


def followed(log: Log, since: int) -> Followed:
    """The legal `log` from the turn of entry `since` on, on boards with room for a few more."""
    space: list[Room] = []

    def room(last: State) -> View:
        space.append(Room().with_space_for(last))
        return roomy(last, space[0])

    replay = last_steps(log, since=since, room=room)
    base = replay.frames[0].ply - 1 if replay.frames else since
    return Followed(replay, base, f"{VERSION}.{space[0].word}")
