"""The form of an entry: a verb, and what each word after it can be (``docs/log-format.md``).

A form reads words and writes them, by the same parts. It is stated once, with its action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from engine.errors import unknown_word
from engine.vocabulary import EMPTY, PYRAMIDS, Card, Colour, Field, Prophecy, Site, Word

JOINED_WORD_LIMIT: Final = 12
"""More than any ship has spaces."""

SHORT_ENTRY: Final = 2
"""So few words after a verb come again, even where most lines do not: there are 300 of a kind."""

T = TypeVar("T")


class EntryError(ValueError):
    """Words that are no entry; the message says which word, and what is expected."""


class WordForm(Generic[T]):
    """Values of one word.

    `shown`: its place in a usage. `read` raises ``EntryError``. `fields`: how many fields of an
    action the word fills when it stands alone: two of a pair.
    """

    def __init__(
        self, usage: str, read: Callable[[str], T], write: Callable[[T], str], fields: int = 1
    ) -> None:
        self.shown = usage
        self.read = read
        self.write = write
        self.fields = fields


class Vocabulary(dict[str, T]):
    """Words and their meanings; any other is refused: `problem`, and the word; or as an unknown
    `kind` of thing, with the word that is near."""

    def __init__(self, words: Mapping[str, T], problem: str = "", kind: str = "") -> None:
        super().__init__(words)
        self.problem = problem
        self.kind = kind

    def __missing__(self, text: str) -> T:
        if self.kind:
            raise EntryError(unknown_word(self.kind, text, self))
        raise EntryError(f"{self.problem} {text[:40]!r}")


_NUMBERS: Final = Vocabulary(
    {str(number): number for number in range(1, 100)}, "expected a number from 1 to 99, not"
)


def parse_number(usage: str) -> WordForm[int]:
    """A number from 1 to 99."""
    return WordForm(usage, _NUMBERS.__getitem__, str)


def pair(usage: str) -> WordForm[tuple[int, int]]:
    """Two numbers joined by a point: ``2.3``."""

    def read(text: str) -> tuple[int, int]:
        first, point, second = text.partition(".")
        if not point:
            raise EntryError(f"expected two numbers as in 2.3, not {text[:40]!r}")
        return _NUMBERS[first], _NUMBERS[second]

    return WordForm(usage, read, lambda two: f"{two[0]}.{two[1]}", fields=2)


def word(kind: type[Word]) -> WordForm[Word]:
    """A word of a vocabulary."""
    name = kind.__name__
    return WordForm(
        name.upper(),
        Vocabulary(kind.words(), kind=name.lower()).__getitem__,
        attrgetter("word"),
    )


def choice(words: Mapping[str, T]) -> WordForm[T]:
    """One of so few `words` that a usage names them all."""
    usage = "|".join(words)
    texts = {meaning: text for text, meaning in words.items()}
    return WordForm(
        usage, Vocabulary(words, f"expected {usage}, not").__getitem__, texts.__getitem__
    )


def parse_joined(
    usage: str, part: WordForm[T], limit: int = JOINED_WORD_LIMIT, none: str = ""
) -> WordForm[tuple[T, ...]]:
    """Up to `limit` words joined by commas: ``3,1,2``; `none` stands for no word at all."""

    def read(text: str) -> tuple[T, ...]:
        if text == none:
            return ()
        texts = text.split(",", limit)
        if len(texts) > limit:
            raise EntryError(f"expected at most {limit} values joined by commas, not {text[:40]!r}")
        return tuple(map(part.read, texts))

    return WordForm(usage, read, lambda values: ",".join(map(part.write, values)) or none)


SHIP: Final = parse_number("SHIP")
SPACE: Final = parse_number("SPACE")
TILE: Final = parse_number("TILE")
SHIP_SPACE: Final = pair("SHIP.SPACE")
SITE: Final = word(Site)
CARD: Final = word(Card)
PROPHECY: Final = word(Prophecy)
FIELD: Final = choice(Field.words())
PYRAMID: Final = choice({name: name for name in PYRAMIDS})
_STONES: Final[Mapping[str, int]] = {"-": EMPTY, **Colour.words()}
STONE: Final[WordForm[int]] = WordForm(
    "STONE",
    Vocabulary(_STONES, kind="colour").__getitem__,
    {stone: text for text, stone in _STONES.items()}.__getitem__,
)
"""A colour, or ``-`` for an empty space."""


class Slot:
    """A place in a form: by itself one word, which gives its fields their values."""

    def __init__(
        self, part: WordForm[Any], fewest: int = 1, limit: int = 1, usage: str = ""
    ) -> None:
        self.part = part
        self.fewest = fewest
        self.most = limit
        self.shown = usage or part.shown
        self.fields = part.fields

    def count(self, words: Sequence[str], start: int) -> int:
        """How many of `words`, from index `start`, stand here."""
        return min(self.most, len(words) - start)

    def read(self, words: Sequence[str]) -> Sequence[object]:
        """The values that the words in this place give; none where defaults hold."""
        value = self.part.read(words[0])
        return value if self.fields > 1 else (value,)

    def write(self, values: Sequence[Any]) -> Iterable[str]:
        """The words that give `values`, as many as there are fields."""
        return (self.part.write(values if self.fields > 1 else values[0]),)


class Maybe(Slot):
    """One word, or none: then the field has its default, `missing`. At the end of a form."""

    def __init__(self, part: WordForm[Any], missing: object = None) -> None:
        super().__init__(part, 0, 1, f"[{part.shown}]")
        self.missing = missing

    def read(self, words: Sequence[str]) -> Sequence[object]:
        return tuple(map(self.part.read, words))

    def write(self, values: Sequence[Any]) -> Iterable[str]:
        return () if values[0] == self.missing else (self.part.write(values[0]),)


class ManyWords(Slot):
    """`fewest` to `most` words, for one field that holds them all. At the end of a form."""

    def __init__(self, part: WordForm[Any], fewest: int, limit: int) -> None:
        usages = [part.shown] * (fewest if limit - fewest < 2 else 1)
        usages += [f"[{part.shown}]"] * (limit - fewest == 1) + ["…"] * (limit - fewest > 1)
        super().__init__(part, fewest, limit, " ".join(usages))
        self.fields = 1

    def read(self, words: Sequence[str]) -> Sequence[object]:
        read = self.part.read
        return (tuple([read(word) for word in words]),)

    def write(self, values: Sequence[Any]) -> Iterable[str]:
        return map(self.part.write, values[0])


class Flag(Slot):
    """The word `said`, or none: the field is true or false."""

    def __init__(self, flag_word: str) -> None:
        super().__init__(WordForm(flag_word, str, str), 0, 1, f"[{flag_word}]")
        self.said = flag_word

    def count(self, words: Sequence[str], start: int) -> int:
        return int(words[start : start + 1] == [self.said])

    def read(self, words: Sequence[str]) -> Sequence[object]:
        return (bool(words),)

    def write(self, values: Sequence[Any]) -> Iterable[str]:
        return (self.said,) if values[0] else ()


class Form:
    """A verb, of one word or two, and what follows it: the fields of an action in their order.

    `rare`: a line of it hardly comes twice, so that it is not worth remembering.
    """

    def __init__(self, verb: str, *slots: Slot | WordForm[Any], rare: bool = False) -> None:
        self.verb = verb
        self.slots = [slot if isinstance(slot, Slot) else Slot(slot) for slot in slots]
        self.rare = rare
        alone = len(self.slots) == 1 and not isinstance(self.slots[0], Flag)
        self.alone = self.slots[0] if alone else None

    def is_frequent(self, words: Sequence[str]) -> bool:
        """True if an entry with these `words` after its verb is worth remembering."""
        return not self.rare or len(words) <= SHORT_ENTRY

    @property
    def usage(self) -> str:
        """The form as ``docs/log-format.md`` shows it: ``sail SHIP SITE``."""
        return " ".join([self.verb, *(slot.shown for slot in self.slots)])

    def read(self, words: Sequence[str]) -> Sequence[object]:
        """The values of the fields that `words`, those after the verb, give; fields at the end
        may be left to their defaults. Raises ``EntryError``."""
        alone = self.alone
        if alone is not None and alone.fewest <= len(words) <= alone.most:
            return alone.read(words)
        values: list[object] = []
        for slot, slot_words in zip(self.slots, self._split_words(words), strict=True):
            values += slot.read(slot_words)
        return values

    def _split_words(self, words: Sequence[str]) -> list[Sequence[str]]:
        """The words of each slot."""
        word_groups = []
        start = 0
        for slot in self.slots:
            end = start + slot.count(words, start)
            if end - start < slot.fewest:
                raise EntryError(f"expected: {self.usage}")
            word_groups.append(words[start:end])
            start = end
        if start < len(words):
            slot_limit = self.slots[-1].most if self.slots else 1
            limit = f", at most {slot_limit}" if self.usage.endswith("…") else ""
            raise EntryError(f"expected: {self.usage}{limit}")
        return word_groups

    def write(self, values: Sequence[object]) -> str:
        """The entry with these values of all fields, in canonical form."""
        words = [self.verb]
        start = 0
        for slot in self.slots:
            words += slot.write(values[start : start + slot.fields])
            start += slot.fields
        return " ".join(words)
