"""The result of a game by the numbers of another edition. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine import EngineError, ReplayError, SetupError, read_log, verify, write_text
from engine.verdict import Refused, refused_fields
from engine.vocabulary import Source
from games.models import Game


class Rescore(NamedTuple):
    """By seat the `points`, and those `by_source`; or the `refusal` of the entry after `ply`.
    `log`: the same entries under the other edition."""

    log: str
    points: tuple[int, ...] = ()
    by_source: Mapping[str, tuple[int, ...]] = {}
    refusal: Refused | None = None
    ply: int = 0


def rescore_game(game: Game, edition: str) -> Rescore:
    """The points of `game` by `edition`; the last results are cached."""
    return rescore_log(game.log, edition)


@lru_cache(maxsize=64)
def rescore_log(text: str, edition: str) -> Rescore:
    log = read_log(text.encode())
    header = replace(log.header, chance="observed", result=None, secret="", entropy=(), promises=())
    try:
        setup = replace(log.header.setup, edition=edition)
    except SetupError as error:  # the figure starts where the other corridor has no space
        return Rescore("", refusal=refused_fields(error))
    rescored = write_text(replace(log, header=replace(header, setup=setup)))
    try:
        tally = verify(read_log(rescored.encode())).result
    except EngineError as error:
        ply = error.ply if isinstance(error, ReplayError) else 0
        return Rescore(rescored, refusal=refused_fields(error), ply=ply)
    by_source = {
        source.word: tuple(sources[source] for sources in tally.scored) for source in Source
    }
    nonzero = {word: points for word, points in by_source.items() if any(points)}
    return Rescore(rescored, tally.points, nonzero)
