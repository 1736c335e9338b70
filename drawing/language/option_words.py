"""The words that an option is said with, and the things of the table that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from drawing.language import gettext as _
from drawing.language.words import ship_label, space_label, to_the_site
from engine import State
from engine.vocabulary import Card, Site

Rectangle = tuple[str, float, float, float, float]
"""The name of a block, and a rectangle in it."""

PlaceKey = tuple[str | int, ...]
"""Place of a word on the drawing: a kind of place of ``spots``, and which one."""


@dataclass(frozen=True, slots=True)
class OptionWord:
    """A step on the way to an entry. `key` is its name and says all there is to it; `say` gives
    what a button reads, made when it is read; `at` is where it lies, empty: nowhere."""

    key: str
    say: Callable[[], str] = field(compare=False)
    place_key: PlaceKey = ()

    @property
    def label(self) -> str:
        """How it reads on a button."""
        return self.say()


SLED: Final = OptionWord("sled", lambda: _("your sled"), ("sled",))
"""Origin of dragged stones."""


Words = tuple[Sequence[OptionWord], Sequence[OptionWord]]
"""The words that come in an order, and those that are a set."""


def play_word(card: Card, the_name: str) -> OptionWord:
    """The card itself; `the_name`: ``the paved path``, to be translated."""

    def say() -> str:
        return _("Play %(card)s", card=_(the_name))

    return OptionWord(f"play-{card.word}", say, ("hand", card.value))


def ship_word(number: int) -> OptionWord:
    return OptionWord(f"ship{number}", lambda: ship_label(number), ("ship", number))


def space_word(ship: int, space: int, s: State) -> OptionWord:
    size = s.round_cards[-1][ship - 1]
    return OptionWord(
        f"at{ship}.{space}", lambda: space_label(size, ship, space), ("space", ship, space)
    )


def space_words(spaces: Iterable[tuple[int, int]], s: State) -> list[OptionWord]:
    return [space_word(ship, space, s) for ship, space in spaces]


def site_word(site: Site | None) -> OptionWord:
    if site is None:
        return OptionWord("stay", lambda: _("it stays"))
    place = ("site", site.value)
    return OptionWord(f"to-{site.word}", lambda: to_the_site(site), place)


def around(block: str, x: float, y: float, width: float, height: float) -> Rectangle:
    """A rectangle with its middle at (x, y)."""
    return block, round(x - width / 2, 1), round(y - height / 2, 1), width, height
