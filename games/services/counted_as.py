"""The entries of a game by the numbers of another edition: what it would have come to.

Nothing is stored: the game stays what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine import EngineError, ReplayError, SetupError, read_log, verify, write_text
from engine.verdict import Refused, refused
from engine.vocabulary import Source
from games.models import Game


class CountedAs(NamedTuple):
    """By seat the `points`, and those `by_source`; or why it cannot go on (`refusal`) after the
    entry before `ply`. `log`: the same entries under the other edition."""

    log: str
    points: tuple[int, ...] = ()
    by_source: Mapping[str, tuple[int, ...]] = {}
    refusal: Refused | None = None
    ply: int = 0


def counted_as(game: Game, edition: str) -> CountedAs:
    """How `edition` would count `game`; the last of them are remembered."""
    return _counted(game.log, edition)


@lru_cache(maxsize=64)
def _counted(text: str, edition: str) -> CountedAs:
    log = read_log(text.encode())
    header = replace(log.header, chance="observed", result=None, secret="", entropy=(), promises=())
    try:
        setup = replace(log.header.setup, edition=edition)
    except SetupError as error:  # the figure stands where the other corridor has no space
        return CountedAs("", refusal=refused(error))
    same = write_text(replace(log, header=replace(header, setup=setup)))
    try:
        tally = verify(read_log(same.encode())).result
    except EngineError as error:
        ply = error.ply if isinstance(error, ReplayError) else 0
        return CountedAs(same, refusal=refused(error), ply=ply)
    by_source = {source.word: tuple(of[source] for of in tally.scored) for source in Source}
    return CountedAs(same, tally.points, {word: of for word, of in by_source.items() if any(of)})
