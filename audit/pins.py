"""Games that keep the verdict of a former engine, because a moderator pinned them.

A pin explains that the engine at hand judges otherwise: nothing else. What it explains is told, one
game after another, and never passed over; what it does not is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.differences import Difference, shown
from audit.dump import file_of
from audit.fields import Line
from engine.build import build

PINS: Final = file_of("pins")

EXPLAINED: Final = frozenset(
    {"verdict", "digest", "points", "place", "sled", "breakdown", "rated places"}
)
"""Fields in which another engine may differ. Players and their log are none of them."""

Compared = tuple[str, object, object]
"""A name, what is written, what follows."""

Numbered = tuple[int, Line]
"""The number of a line, and what it says."""


class Pinned(NamedTuple):
    """A game that differs, as its pin at `line` explains."""

    line: int
    game: str
    engine: str
    since: str
    reason: str
    differs: tuple[Difference, ...]

    def __str__(self) -> str:
        said = "; ".join(
            f"{one.what.removeprefix(f'{self.game} ')}: written {shown(one.written)}, "
            f"follows {shown(one.follows)}"
            for one in self.differs
        )
        since = f"since {shown(self.since[:10])}: {shown(self.reason)}"
        judged = f"judged by engine {shown(self.engine)}"
        return f"{PINS}:{self.line} {self.game} pinned, {judged}, {since}. At hand: {said}"


def explains(one: Difference, game: str) -> bool:
    return one.what.removeprefix(f"{game} ").partition(" of ")[0] in EXPLAINED


def holding(pins: Sequence[Numbered]) -> list[Numbered]:
    """Those that no later decision ended. Raises ``Wrong``."""
    return [(number, pin) for number, pin in pins if not fields.yes(pin, "ended")]


def faults(
    game: str, pins: Sequence[Numbered], runs: Sequence[Numbered]
) -> tuple[Numbered | None, list[Difference]]:
    """The pin of a game that may explain how it differs, and what is wrong with its pins. `pins`
    hold; `runs` are those of its log, in the order of time. Raises ``Wrong``."""
    if not pins:
        return None, []
    if len(pins) > 1:
        return None, [Difference(PINS, pins[1][0], f"{game} pin", "two", "one at most")]
    number, pin = pins[0]
    since, named = fields.moment(pin, "since"), engine_of(pin)
    before = [run for _, run in runs if fields.moment(run, "at") <= since]
    judged = engine_of(before[-1]) if before else None
    if named != judged:
        return None, [Difference(PINS, number, f"{game} pinned to engine", named, judged)]
    if fields.text(pin, "build") == build() or _said(before[-1]) != _said(runs[-1][1]):
        return None, []
    return pins[0], []


def engine_of(line: Line) -> str:
    return f"{fields.text(line, 'engine')}+{fields.text(line, 'build')}"


def pinned(game: str, pin: Numbered, differs: Sequence[Difference]) -> Pinned:
    number, said = pin
    told = (fields.text(said, "since"), fields.text(said, "reason"))
    return Pinned(number, game, engine_of(said), *told, tuple(differs))


# --- the record by itself -------------------------------------------------------


def of_itself(line: Line, run: Line, claimed: Sequence[int] | None) -> Iterator[Compared]:
    """Contradictions within the record, independent of engines: a name, what is written,
    what follows. `claimed`: the result in its log, if it has one. Raises ``Wrong``."""
    seats = fields.lines(line, "seats")
    points = [fields.number(seat, "points") for seat in seats]
    ranks = [(mine, fields.number(seat, "sled")) for mine, seat in zip(points, seats, strict=True)]
    for seat, mine, rank in zip(seats, points, ranks, strict=True):
        colour = fields.text(seat, "colour")
        parts = fields.object_or_none(seat, "breakdown") or {}
        total = sum(fields.number(parts, name) for name in parts)
        if mine != total:
            yield f"points of {colour}", mine, total
        place = 1 + sum(other > rank for other in ranks)
        if fields.number(seat, "place") != place:
            yield f"place of {colour}", fields.number(seat, "place"), place
    if claimed is not None and points != list(claimed):
        yield "points", points, list(claimed)
    for name in ("digest", "fingerprint"):
        if line.get(name) != run.get(name):
            yield name, line.get(name), run.get(name)


def _said(run: Line) -> tuple[object, ...]:
    return run.get("verdict"), run.get("fingerprint"), run.get("digest")


# --- the engine at hand ---------------------------------------------------------
