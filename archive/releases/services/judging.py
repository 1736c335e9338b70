"""Comparison of a stored game with the current engine. Asks no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from time import process_time_ns
from typing import NamedTuple, TypedDict

import engine
from archive.releases.models import DifferenceKind
from engine import EngineError, Header, Log, read_log
from engine.errors import ReplayError, SetupError
from engine.events import Scored
from engine.replay import Game, steps
from engine.verdict import Refused, refused_fields
from games.models import Verdict

Points = dict[str, int]


class VerdictValues(TypedDict, total=False):
    """A verdict as a difference keeps it: lists are by seat, in turn order. Of a refused game there
    is a `refusal`, and no points."""

    verdict: str
    digest: str
    points: list[int]
    places: list[int]
    sleds: list[int]
    breakdown: list[Points]
    refusal: Refused
    duration: int


@dataclass(frozen=True, slots=True)
class OnRecord:
    """A game as the site has stored it."""

    game: str
    log: str
    edition: str
    verdict: str
    digest: str
    points: list[int]
    places: list[int]
    breakdown: list[Points] = field(default_factory=list)

    @property
    def facts(self) -> VerdictValues:
        return {
            "verdict": self.verdict,
            "digest": self.digest,
            "points": self.points,
            "places": self.places,
            "breakdown": self.breakdown,
        }


class GameDifference(NamedTuple):
    """Differences of a game, as ``ImpactDifference`` has them."""

    kind: DifferenceKind
    place: str
    entry: int | None
    after: VerdictValues


class Crashed(Exception):
    """The engine failed, which says nothing about the game."""


def judge_difference(record: OnRecord, edition: str = "") -> GameDifference | None:
    """Differences from the stored game `record`; None without any. With `edition` its
    entries are played by that one, and by its own. Raises ``Crashed``."""
    began = process_time_ns()
    try:
        differing = _by_edition(record, edition) if edition else _by_engine(record)
    except RecursionError:
        raise Crashed("RecursionError") from None
    except Exception as error:
        raise Crashed(f"{type(error).__name__}: {error}"[:200]) from error
    if differing is not None:
        differing.after["duration"] = (process_time_ns() - began) // 1000
    return differing


def without_claim(log: Log) -> Log:
    """The log without the result that it claims: the count of a former engine is no entry, and
    another count makes no entry illegal."""
    header: Header = replace(log.header, result=None)
    return Log(header, log.entries, log.lines, log.fields)


# --- the current engine -------------------------------------------------------


def _by_engine(record: OnRecord) -> GameDifference | None:
    try:
        game = engine.verify(without_claim(read_log(record.log.encode())), keep_events=True)
    except EngineError as error:
        if record.verdict == Verdict.REFUSED:
            return None
        return _refused(error)
    after = _facts(game)
    if record.verdict == Verdict.REFUSED:
        return GameDifference(DifferenceKind.VERDICT, "", None, after)
    kind = _kind(record, after)
    if kind is None:
        return None
    source = _source(record.breakdown, after["breakdown"])
    return GameDifference(
        kind, source, _first_scored(game, record.breakdown, after["breakdown"]), after
    )


def _kind(record: OnRecord, after: VerdictValues) -> DifferenceKind | None:
    if record.places != after["places"]:
        return DifferenceKind.PLACES
    if record.points != after["points"]:
        return DifferenceKind.POINTS
    return DifferenceKind.DIGEST if record.digest != after["digest"] else None


def _refused(error: EngineError) -> GameDifference:
    refusal = refused_fields(error)
    after: VerdictValues = {"verdict": Verdict.REFUSED.value, "digest": "", "refusal": refusal}
    if isinstance(error, ReplayError):
        return GameDifference(DifferenceKind.VERDICT, error.rule.place, error.ply, after)
    return GameDifference(DifferenceKind.VERDICT, refusal["kind"], None, after)


def _facts(game: Game) -> VerdictValues:
    tally = game.result
    return {
        "verdict": Verdict.VERIFIED.value,
        "digest": game.digest,
        "points": list(tally.points),
        "places": list(tally.places),
        "sleds": list(tally.sleds),
        "breakdown": [tally.breakdown(seat) for seat in range(len(tally.points))],
    }


def _differing(
    before: Sequence[Mapping[str, int]], after: Sequence[Points]
) -> set[tuple[int, str]]:
    """The seats and sources whose points differ."""
    return {
        (seat, source)
        for seat, (was, points) in enumerate(zip(before, after, strict=True))
        for source in was.keys() | points.keys()
        if was.get(source, 0) != points.get(source, 0)
    }


def _source(before: Sequence[Mapping[str, int]], after: Sequence[Points]) -> str:
    """The first source, in the order of the rulebook, of which a seat has other points."""
    differ = {source for _seat, source in _differing(before, after)}
    order = [source for seat in (*after, *before) for source in seat]
    return next((source for source in order if source in differ), "")


def _first_scored(
    game: Game, before: Sequence[Mapping[str, int]], after: Sequence[Points]
) -> int | None:
    """The first entry that gives a seat points from a source of which it has others on record: no
    entry before it can be judged otherwise. Only the sums of the former engine are known."""
    sources = _differing(before, after)
    happened = game.state.events or ()
    for number, event in enumerate(happened):
        if isinstance(event, Scored) and (event.seat, event.source.word) in sources:
            return sum(start <= number for start in game.starts)
    return None


# --- another edition ----------------------------------------------------------


def _by_edition(record: OnRecord, edition: str) -> GameDifference | None:
    """Differences of a game under the numbers of another edition. The digest names the edition, so
    what happens is compared instead."""
    log = without_claim(read_log(record.log.encode()))
    try:
        setup = replace(log.header.setup, edition=edition)
        other = Log(replace(log.header, setup=setup), log.entries)
        game = engine.verify(other, keep_events=True)
    except SetupError as error:
        return _refused(error)
    except EngineError as error:
        return None if record.verdict == Verdict.REFUSED else _refused(error)
    after = _facts(game)
    if record.verdict == Verdict.REFUSED:
        return GameDifference(DifferenceKind.VERDICT, "", None, after)
    entry = _first_unequal(log, other)
    kind = _kind(replace(record, digest=after["digest"]), after)
    if kind is None:
        return None if entry is None else GameDifference(DifferenceKind.DIGEST, "", entry, after)
    return GameDifference(kind, _source(record.breakdown, after["breakdown"]), entry, after)


def _first_unequal(log: Log, other: Log) -> int | None:
    """The first entry after which not the same happened; None also where `log` is refused."""
    try:
        for number, (step, other_step) in enumerate(zip_longest(steps(log), steps(other)), 1):
            if step is None or other_step is None or step.events != other_step.events:
                return number
    except EngineError:
        return None
    return None
