"""How a market card is shown: its name, picture, sentence, and the words of its entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from engine.entries import Action
from engine.vocabulary import Source

if TYPE_CHECKING:
    from drawing.language.option_words import Words
    from drawing.language.phrases import Lead
    from engine import Rules


class CardDrawing:
    """One market card. Its colour and its number of copies are those of the edition."""

    name: ClassVar[str]
    """In a list: ``paved path``."""
    the_name: ClassVar[str]
    """As the object of a sentence: ``the paved path``."""
    picture: ClassVar[str]
    """Lines of 30 x 30 around the centre."""
    sources: ClassVar[Mapping[Source, Any]] = {}
    """The titles of what it gives points for."""
    shared_reason: ClassVar[str] = ""
    """The key of ``reason``, if cards of a kind share it (``drawing.text.reasons``)."""
    leads: ClassVar[Mapping[type[Action], Lead[Any]]] = {}
    """How a step begins in which it was played (``drawing.text.entry_phrases``)."""
    covers: ClassVar[Mapping[type[Action], frozenset[type]]] = {}
    """The events that need no words after such a beginning."""
    placements: ClassVar[frozenset[type[Action]]] = frozenset()
    """Its entry, if that says where one stone of the player goes."""
    options: ClassVar[Mapping[type[Action], Callable[[Any, Any, int], Words]]] = {}
    """Options with it at a live table, in words (``drawing.play.options``)."""

    @staticmethod
    def sentence(rules: Rules, numbers: Any) -> str:
        """Its effect, in a short sentence; `numbers`: the card under the rules of the game."""
        raise NotImplementedError

    @staticmethod
    def band(numbers: object) -> str:
        """A word or two on its face, for when it works or what it gives; empty: as its colour."""
        return ""

    @classmethod
    def reason(cls, rules: Rules, numbers: object) -> str:
        """Why it gives points at the end."""
        return cls.sentence(rules, numbers)
