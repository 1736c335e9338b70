"""A line of a list, what lists are as keys and words, and the words that all of them share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from drawing.language import gettext as _
from drawing.language.words import colour_name, colour_title
from engine.vocabulary import Colour

Heard = dict[str, str]
"""A list, or all of them: the words of a line by ``block.line``, those of a cell in it by
``block.line.cell``; lines and cells count from 0."""

Changes = Mapping[str, str | None]
"""Changes of lists: other words, or ``None`` where a line or a cell is gone."""


class SpokenLine(NamedTuple):
    """A sentence; or what its `cells` are, which can be walked one by one."""

    words: str
    cells: tuple[str, ...] = ()


GONE: Final = SpokenLine("")
"""In the place of a line that is not there."""


def heard(block: str, lines: Iterable[SpokenLine]) -> Heard:
    """The list of a block by its keys."""
    words_by_key: Heard = {}
    for index, line in enumerate(lines):
        key = f"{block}.{index}"
        words_by_key[key] = line.words
        for cell, words in enumerate(line.cells):
            words_by_key[f"{key}.{cell}"] = words
    return words_by_key


def changes(block: str, was: Sequence[SpokenLine], lines: Sequence[SpokenLine]) -> Changes:
    """Changes from the former lines of a block to `lines`."""
    changed: dict[str, str | None] = {}
    for index, (before, after) in enumerate(zip_longest(was, lines, fillvalue=GONE)):
        if before == after:
            continue
        key = f"{block}.{index}"
        if before.words != after.words or before is GONE or after is GONE:
            changed[key] = None if after is GONE else after.words
        for cell, (old, new) in enumerate(zip_longest(before.cells, after.cells)):
            if old != new:
                changed[f"{key}.{cell}"] = new
    return changed


def apply_line_changes(lists: Heard, changed: Changes) -> None:
    """Bring `lists` one step further."""
    for key, words in changed.items():
        if words is None:
            lists.pop(key, None)
        else:
            lists[key] = words


def block_lines(lists: Heard) -> dict[str, list[SpokenLine]]:
    """The lines by block."""
    blocks: dict[str, dict[int, tuple[str, dict[int, str]]]] = {}
    for key, words in lists.items():
        block, line, *cell = key.split(".")
        lines = blocks.setdefault(block, {})
        sentence, cells = lines.get(int(line), ("", {}))
        if cell:
            cells[int(cell[0])] = words
        else:
            sentence = words
        lines[int(line)] = sentence, cells
    return {
        block: [
            SpokenLine(
                lines[index][0], tuple(words for _column, words in sorted(lines[index][1].items()))
            )
            for index in sorted(lines)
        ]
        for block, lines in blocks.items()
    }


class SeatNames:
    """The players of one game by the colours of their stones, in the language of the reader."""

    def __init__(self, colours: Sequence[Colour]) -> None:
        self.titles = [colour_title(colour) for colour in colours]
        self.lying = {seat: colour_name(colour) for seat, colour in enumerate(colours)}
        self.empty = _("empty")

    def stone(self, seat: int | None) -> str:
        """Stone on a space: ``white``, or ``empty``."""
        return self.empty if seat is None else self.lying.get(seat, self.empty)

    def title(self, seat: int) -> str:
        """The player at the beginning of a sentence: ``White``."""
        return self.titles[seat]

    def stones(self, seats: Iterable[int | None]) -> tuple[str, ...]:
        """A cell for each."""
        return tuple([self.stone(seat) for seat in seats])

    def all(self) -> range:
        """Every seat."""
        return range(len(self.titles))
