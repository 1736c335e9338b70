"""Games that keep the verdict of a former engine, because a moderator pinned them.

A pin explains that the verdict of the current engine differs: nothing else. What it explains is
told, one game after another, and never passed over; what it does not is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.dump import file_name
from audit.fields import AuditDifference, Line, printable
from engine.build import build

PINS: Final = file_name("pins")

EXPLAINED: Final = frozenset(
    {"verdict", "digest", "points", "place", "sled", "breakdown", "rated places"}
)
"""Fields in which another engine may differ. Players and their log are none of them."""

Compared = tuple[str, object, object]
"""A name, what is written, what follows."""

Numbered = tuple[int, Line]
"""The number of a line, and what it says."""


class PinnedGame(NamedTuple):
    """A game that differs, as its pin at `line` explains."""

    line: int
    game: str
    engine: str
    since: str
    reason: str
    differs: tuple[AuditDifference, ...]

    def __str__(self) -> str:
        listed = "; ".join(
            f"{entry.what.removeprefix(f'{self.game} ')}: written {printable(entry.written)}, "
            f"follows {printable(entry.follows)}"
            for entry in self.differs
        )
        since = f"since {printable(self.since[:10])}: {printable(self.reason)}"
        build = f"judged by engine {printable(self.engine)}"
        return f"{PINS}:{self.line} {self.game} pinned, {build}, {since}. Current: {listed}"


def is_explained(difference: AuditDifference, game: str) -> bool:
    return difference.what.removeprefix(f"{game} ").partition(" of ")[0] in EXPLAINED


def pins_in_force(pins: Sequence[Numbered]) -> list[Numbered]:
    """Those that no later decision ended. Raises ``Wrong``."""
    return [(number, pin) for number, pin in pins if not fields.flag_field(pin, "ended")]


def check_pins(
    game: str, pins: Sequence[Numbered], runs: Sequence[Numbered]
) -> tuple[Numbered | None, list[AuditDifference]]:
    """The pin of a game that may explain how it differs, and what is wrong with its pins. `pins`
    hold; `runs` are those of its log, in the order of time. Raises ``Wrong``."""
    if not pins:
        return None, []
    if len(pins) > 1:
        return None, [AuditDifference(PINS, pins[1][0], f"{game} pin", "two", "one at most")]
    number, pin = pins[0]
    since, named = fields.moment_field(pin, "since"), engine_of(pin)
    before = [run for _, run in runs if fields.moment_field(run, "at") <= since]
    stored = engine_of(before[-1]) if before else None
    if named != stored:
        return None, [AuditDifference(PINS, number, f"{game} pinned to engine", named, stored)]
    if fields.text_field(pin, "build") == build() or _verdict_fields(before[-1]) != _verdict_fields(
        runs[-1][1]
    ):
        return None, []
    return pins[0], []


def engine_of(line: Line) -> str:
    return f"{fields.text_field(line, 'engine')}+{fields.text_field(line, 'build')}"


def pinned_game(game: str, pin: Numbered, differs: Sequence[AuditDifference]) -> PinnedGame:
    number, line = pin
    decision = (fields.text_field(line, "since"), fields.text_field(line, "reason"))
    return PinnedGame(number, game, engine_of(line), *decision, tuple(differs))


# --- the record by itself -------------------------------------------------------


def record_conflicts(line: Line, run: Line, claimed: Sequence[int] | None) -> Iterator[Compared]:
    """Contradictions within the record, independent of engines: a name, what is written,
    what follows. `claimed`: the result in its log, if it has one. Raises ``Wrong``."""
    seats = fields.objects_field(line, "seats")
    points = [fields.number_field(seat, "points") for seat in seats]
    ranks = [
        (scored, fields.number_field(seat, "sled"))
        for scored, seat in zip(points, seats, strict=True)
    ]
    for seat, scored, rank in zip(seats, points, ranks, strict=True):
        colour = fields.text_field(seat, "colour")
        parts = fields.object_or_none(seat, "breakdown") or {}
        total = sum(fields.number_field(parts, name) for name in parts)
        if scored != total:
            yield f"points of {colour}", scored, total
        place = 1 + sum(other > rank for other in ranks)
        if fields.number_field(seat, "place") != place:
            yield f"place of {colour}", fields.number_field(seat, "place"), place
    if claimed is not None and points != list(claimed):
        yield "points", points, list(claimed)
    for name in ("digest", "fingerprint"):
        if line.get(name) != run.get(name):
            yield name, line.get(name), run.get(name)


def _verdict_fields(run: Line) -> tuple[object, ...]:
    return run.get("verdict"), run.get("fingerprint"), run.get("digest")


# --- the current engine ---------------------------------------------------------
