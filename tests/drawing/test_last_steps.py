"""The end of a log written down alone: as it is at the end of the whole record."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from drawing.replay.page import heading
from drawing.replay.replay import last_steps, replay_of
from engine import Log, read_log
from tests.drawing import dealt


def nameless(table: dict[str, Any]) -> Counter[Any]:
    """Every piece without its key: which stone is which does not matter."""
    return Counter(piece for key, piece in table.items() if not key.startswith("ring"))


@pytest.mark.parametrize("game", dealt.GAMES[::4], ids=lambda game: " ".join(map(str, game[0])))
def test_the_end_is_the_end_of_the_whole_record(game: tuple):
    log = read_log(dealt.text(*game[0], **game[1]))
    for ply in range(0, len(log.entries) + 1, 19):
        so_far = Log(log.header, log.entries[:ply])
        replay, end = replay_of(so_far), last_steps(so_far)
        assert nameless(end.table(end.plies)) == nameless(replay.table(ply)), ply
        assert end.score(end.plies) == replay.score(ply)
        if ply:
            frame, full_frame = end.frames[-1], replay.frames[-1]
            assert (frame[:5], heading(frame)) == (full_frame[:5], heading(full_frame))
            assert len(end.frames) < 40
