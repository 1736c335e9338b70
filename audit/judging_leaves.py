"""Engines that judged before a pin: their verifications have leaves before its leaf."""

from __future__ import annotations

from collections.abc import Iterator

from audit.fields import Line


class JudgingLeaves:
    """By version and build of an engine the first leaf of its verifications."""

    def __init__(self) -> None:
        self._first: dict[str, int] = {}

    def compare(self, kind: str, line: Line, place: str, number: int) -> Iterator[str]:
        """A sentence for a pin to an engine that judged nothing before its leaf `number`.
        Verifications have to come first."""
        engine = _engine(line)
        if kind == "verification":
            self._first[engine] = min(number, self._first.get(engine, number))
        elif kind == "pin" and self._first.get(engine, number) >= number:
            yield f"{place}: leaf {number}, and engine {engine} judged no leaf before it"

    def first_leaf(self, line: Line, number: int) -> int:
        """The first leaf that the engine of a pin judged; `number` if it judged none."""
        return self._first.get(_engine(line), number)


def _engine(line: Line) -> str:
    return f"{line.get('engine')}+{line.get('build')}"
