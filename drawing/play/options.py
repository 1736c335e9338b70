"""Options as words: the action, then one thing after the other.

A page shows the words as buttons, and those that lie on the table as places to click. An option is
described by its words alone and is never tried out: trying could show its player what lies face
down. The script that follows the words is ``static/js/table/chooser.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Final, NamedTuple

from drawing.cards import OPTIONS as CARD_OPTIONS
from drawing.cards import the_card
from drawing.cards.market_word import market_word
from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.language.option_words import (
    OptionWord,
    PlaceKey,
    Words,
    ship_word,
    site_word,
    space_word,
)
from drawing.language.words import the_pyramid, with_value
from drawing.modules import OPTIONS as MODULE_OPTIONS
from engine import Chance, Decision, State, awaited, entries, legal_actions
from engine.entries import Action
from engine.vocabulary import PYRAMIDS


class Option(NamedTuple):
    """An entry by its words. The first `ordered` of them are said in their order, the others in
    any: they name spaces that are a set."""

    entry: str
    words: tuple[OptionWord, ...]
    ordered: int

    @property
    def sentence(self) -> str:
        """The words in one line."""
        first, *further = (word.label for word in self.words)
        return with_value(first, ", ".join(further)) if further else first


class OptionGroup(NamedTuple):
    """Options that begin with the same word."""

    word: OptionWord
    options: list[Option]


def options_of(s: State) -> list[Option]:
    """Everything that the player to act may write; empty while the bank is to write, and when
    the game is over."""
    awaited_action = awaited(s)
    if awaited_action is None or isinstance(awaited_action.item, Chance):
        return []
    return [option(action, s, awaited_action.seat) for action in legal_actions(s)]


def option_groups(options: Iterable[Option]) -> list[OptionGroup]:
    """Options by their first word, in the order in which they come."""
    by_word = groupby(options, lambda option: option.words[0])
    return [OptionGroup(word, list(several)) for word, several in by_word]


def option(action: Action, s: State, seat: int) -> Option:
    """`action` of `seat` by its words."""
    ordered, remaining = WORDS[type(action)](action, s, seat)
    return Option(action.text, (*ordered, *remaining), len(ordered))


def question(s: State) -> str:
    """Question to the player to act."""
    awaited_action = awaited(s)
    assert awaited_action is not None
    if not isinstance(awaited_action.item, Decision):
        return _("Your turn: what do you do?")
    return str(QUESTIONS.get(type(awaited_action.item.choices(s)[0]), _("What do you choose?")))


def _plain(key: str, label: Callable[[], str], place: PlaceKey = ()) -> Callable[..., Words]:
    return lambda action, s, seat: ([OptionWord(key, label, place)], [])


# -------------------------------------------------------------------------------------- turns


def _take(action: entries.Take, s: State, seat: int) -> Words:
    if action.move:
        return [
            OptionWord("take-move", lambda: _("Take stones and move the figure"), ("figure",))
        ], []
    return [OptionWord("take", lambda: _("Take stones"), ("quarry",))], []


def _load(action: entries.Load, s: State, seat: int) -> Words:
    return [
        OptionWord("load", lambda: _("Load a stone")),
        space_word(action.ship, action.space, s),
    ], []


def _sail(action: entries.Sail, s: State, seat: int) -> Words:
    return [
        OptionWord("sail", lambda: _("Sail a ship")),
        ship_word(action.ship),
        site_word(action.site),
    ], []


# ------------------------------------------------------------------------------------ answers


def _choose_card(action: entries.ChooseCard, s: State, seat: int) -> Words:
    return [
        OptionWord("card", lambda: _("Take a card")),
        *(market_word(space, s) for space in action.spaces),
    ], []


def _keep(action: entries.Keep, s: State, seat: int) -> Words:
    card = action.card
    card_word = OptionWord(f"keep-{card.word}", lambda: the_card(card))
    return [OptionWord("keep", lambda: _("Keep a card")), card_word], []


def _pyramid(action: entries.ChoosePyramid, s: State, seat: int) -> Words:
    name = action.name
    place = ("pyramid", PYRAMIDS.index(name))
    chosen = OptionWord(f"pyramid-{name}", lambda: the_pyramid(name), place)
    return [OptionWord("pyramid", lambda: _("Choose a pyramid")), chosen], []


def _decline(action: entries.Decline, s: State, seat: int) -> Words:
    if action.tile:
        return [OptionWord("decline", lambda: _("Do not build with the tile"))], []
    return [OptionWord("decline", lambda: _("Place no stone"))], []


def _barrow(action: entries.ChooseSpace, s: State, seat: int) -> Words:
    level, position = action.level, action.position

    def say() -> str:
        return _("level %(level)s, space %(position)s", level=level, position=position)

    chosen = OptionWord(f"barrow{level}.{position}", say, ("barrow", level, position))
    return [OptionWord("space", lambda: _("Place the stone")), chosen], []


def _crypt(action: entries.ChooseTile, s: State, seat: int) -> Words:
    tile = action.tile
    chosen = OptionWord(f"crypt{tile}", lambda: _("tile %(tile)s", tile=tile), ("crypt", tile))
    return [OptionWord("tile", lambda: _("Take a crypt tile")), chosen], []


def _cell(seat: int, column: int, row: int) -> OptionWord:
    def say() -> str:
        return _("column %(column)s, row %(row)s", column=column, row=row)

    return OptionWord(f"cell{column}.{row}", say, ("cell", seat, column, row))


def _build(action: entries.Build, s: State, seat: int) -> Words:
    cells = [_cell(seat, column, row) for column, row in action.cells]
    return [OptionWord("build", lambda: _("Build with the tile"))], cells


def _obelisk(action: entries.ChooseObelisk, s: State, seat: int) -> Words:
    place = action.place
    chosen = OptionWord(
        f"avenue{place}", lambda: _("place %(place)s", place=place), ("avenue", place)
    )
    return [OptionWord("obelisk", lambda: _("Begin an obelisk")), chosen], []


WORDS: Final[dict[type[Action], Callable[[Any, State, int], Words]]] = {
    entries.Take: _take,
    entries.Load: _load,
    entries.Sail: _sail,
    entries.Pass: _plain("pass", lambda: _("Pass")),
    entries.ChooseCard: _choose_card,
    entries.Keep: _keep,
    entries.ChoosePyramid: _pyramid,
    entries.Decline: _decline,
    entries.ChoosePoints: _plain("points", lambda: _("Take the points")),
    entries.ChooseStones: _plain("stones", lambda: _("Take the stones")),
    entries.ChooseSpace: _barrow,
    entries.ChooseTile: _crypt,
    entries.Build: _build,
    entries.ChooseObelisk: _obelisk,
    **CARD_OPTIONS,
    **MODULE_OPTIONS,
}

QUESTIONS: Final = {
    entries.ChooseCard: gettext_lazy("Which card do you take?"),
    entries.Keep: gettext_lazy("Which card do you keep?"),
    entries.ChoosePyramid: gettext_lazy("On which pyramid does your stone go?"),
    entries.ChoosePoints: gettext_lazy("Points or stones?"),
    entries.ChooseStones: gettext_lazy("Points or stones?"),
    entries.Load: gettext_lazy("You may place a stone on a ship."),
    entries.Decline: gettext_lazy("You may place a stone on a ship."),
    entries.ChooseSpace: gettext_lazy("Where in the barrow does your stone go?"),
    entries.ChooseTile: gettext_lazy("Which crypt tile do you take?"),
    entries.Build: gettext_lazy("Where do you build with the tile?"),
    entries.ChooseObelisk: gettext_lazy("Where do you begin your obelisk?"),
}
