"""The class of a fact, and the list of all.

A fact is one function below ``@count``, ``@yes`` or ``@measure``. It has a name, by which people
search, and a number, by which its value is stored: the number of a fact never changes, and that of
one that is given up is not used again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from engine.facts.history import Story
from engine.vocabulary import Word

Of = Literal["game", "seat"]
GAME: Final = "game"
SEAT: Final = "seat"


class FactValue(NamedTuple):
    """The value of a fact. `plies`: of a count the entries (from 1) that made it, one for each,
    ascending; of others the entry at which it was settled; none if no one entry did."""

    value: int | None
    plies: tuple[int, ...] = ()

    def reached(self, least: int) -> int:
        """The entry at which a count came to be `least`; 0 if none did."""
        return self.plies[least - 1] if 0 < least <= len(self.plies) else 0


Finder = Callable[[Story], Sequence[FactValue]]
"""The values by seat; of a fact of the game one value."""

NumberFinder = Callable[[Story], Sequence[int | None]]
"""The same without the entries."""


class Fact(NamedTuple):
    """`name`: as people type it. `of`: a seat, or the game. `kind`: a ``count_fact`` of entries,
    a ``truth_fact`` (0 or 1), or a ``measure_fact``. `unit`: what one of it is. `says`: what it
    is, as words
    that are looked up in the language of a reader; ``%(what)s`` in it stands for `what`. `rule`:
    where the rules define it, as in ``docs/rules``. `find`, `find_numbers`: its values in a game,
    with their entries and without. `revision`: one higher each time that the fact
    comes to say something else of games that were played."""

    number: int
    name: str
    of: Of
    kind: Literal["count", "yes", "measure"]
    unit: str
    says: str
    rule: str
    find: Finder
    find_numbers: NumberFinder
    what: Word | int | None = None
    revision: int = 1

    @property
    def english(self) -> str:
        """Its meaning in English."""
        word = self.what.word.replace("_", " ") if isinstance(self.what, Word) else str(self.what)
        return self.says % {"what": word} if self.what is not None else self.says


NUMBERS: Final[dict[int | None, FactValue]] = {
    value: FactValue(value) for value in (None, *range(256))
}
"""Most that is found is one of these, made once."""

FACTS: dict[str, Fact] = {}
"""By name, in the order of their modules."""

_NUMBERS: dict[tuple[Of, int], str] = {}


def fact_of(name: str) -> Fact:
    """Raises ``KeyError`` for a name that no fact has."""
    return FACTS[name]


def count_fact(
    number: int,
    name: str,
    says: str,
    rule: str,
    *,
    of: Of = SEAT,
    unit: str = "times",
    what: Word | int | None = None,
    revision: int = 1,
) -> Callable[[Callable[[Story], Sequence[Sequence[int]]]], None]:
    """The function gives, by seat, the entries that count, one for each time, in any order."""

    def add(find: Callable[[Story], Sequence[Sequence[int]]]) -> None:
        def find_values(story: Story) -> list[FactValue]:
            return [
                FactValue(len(plies), tuple(sorted(plies))) if plies else NUMBERS[0]
                for plies in find(story)
            ]

        def find_numbers(story: Story) -> list[int]:
            return [len(plies) for plies in find(story)]

        finders = (find_values, find_numbers)
        _add(Fact(number, name, of, "count", unit, says, rule, *finders, what, revision))

    return add


def measure_fact(
    number: int,
    name: str,
    says: str,
    rule: str,
    *,
    of: Of = SEAT,
    unit: str = "points",
    what: Word | int | None = None,
    revision: int = 1,
) -> Callable[[Callable[[Story], Sequence[int | None]]], None]:
    """The function gives, by seat, a number, or ``None`` where there is nothing to measure."""

    def add(find: Callable[[Story], Sequence[int | None]]) -> None:
        def find_values(story: Story) -> list[FactValue]:
            return [NUMBERS.get(value) or FactValue(value) for value in find(story)]

        _add(Fact(number, name, of, "measure", unit, says, rule, find_values, find, what, revision))

    return add


def truth_fact(
    number: int, name: str, says: str, rule: str, *, of: Of = SEAT, revision: int = 1
) -> Callable[[Callable[[Story], Sequence[bool]]], None]:
    """The function gives, by seat, whether it is so."""

    def add(find: Callable[[Story], Sequence[bool]]) -> None:
        def find_values(story: Story) -> list[FactValue]:
            return [NUMBERS[int(value)] for value in find(story)]

        def find_numbers(story: Story) -> list[int]:
            return [int(truth) for truth in find(story)]

        finders = (find_values, find_numbers)
        _add(Fact(number, name, of, "yes", "yes or no", says, rule, *finders, None, revision))

    return add


def _add(fact: Fact) -> None:
    if fact.name in FACTS:
        raise ValueError(f"two facts are called {fact.name}")
    other = _NUMBERS.setdefault((fact.of, fact.number), fact.name)
    if other != fact.name:
        raise ValueError(f"{fact.name} and {other} have the same number")
    FACTS[fact.name] = fact
