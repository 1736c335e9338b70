"""One sentence for everything that lies on the table and is no card, site or module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from drawing.language import Promise, gettext_lazy
from drawing.language import gettext as _
from drawing.language.sentences import Sentence
from drawing.language.words import with_value
from drawing.svg.pieces import LETTERS
from drawing.text.rules.addresses import of_page, of_ruling
from engine.vocabulary import Card, Module, Side, Site

if TYPE_CHECKING:
    from engine import Rules


class Thing(NamedTuple):
    """A thing's sentence, and the address of its rules. `symbols` draw it, `blocks` are its part
    of the table; `in_play` says whether a game has it."""

    title: Promise
    sentence: Sentence
    address: str
    symbols: Sequence[str] = ()
    blocks: Sequence[str] = ()
    in_play: Callable[[Rules], bool] = lambda rules: True


def _side(site: Site, side: Side) -> Callable[[Rules], bool]:
    return lambda rules: rules.setup.sides[site] is side


def _module(module: Module) -> Callable[[Rules], bool]:
    return lambda rules: module in rules.setup.modules


def coloured_symbol(letter: str) -> list[str]:
    """A symbol that there is in every colour."""
    return [f"{letter}{colour}" for colour in LETTERS.values()]


def _ship(rules: Rules) -> str:
    sizes = sorted(rules.minimum_load)
    needs = ", ".join(with_value(str(size), str(rules.minimum_load[size])) for size in sizes)
    return _(
        "A ship may sail with enough stones. Stones needed, by number of spaces – %(needs)s.",
        needs=needs,
    )


def _docked(rules: Rules) -> str:
    if rules.copies[Card.LOADING_PLANK]:
        return _(
            "The ship stays until the end of the round. No other ordinary ship may come, except by "
            "the card Loading Plank."
        )
    if Module.PRIVATE_SHIPS in rules.setup.modules:
        return _("The ship stays until the end of the round, and no other ordinary ship may come.")
    return _("The ship stays until the end of the round, and no other ship may come.")


THINGS: Final = {
    "stone": Thing(
        gettext_lazy("Stone"),
        lambda rules: _("A stone belongs to the player with its colour and sign."),
        of_page("game", "set-up"),
        symbols=[
            *coloured_symbol("s"),
            *coloured_symbol("m"),
            *coloured_symbol("u"),
            *coloured_symbol("l"),
            *coloured_symbol("b"),
        ],
    ),
    "ship": Thing(
        gettext_lazy("Ship"),
        _ship,
        of_ruling("R2.4"),
        symbols=["S1", "S2", "S3", "S4"],
        blocks=["harbour"],
    ),
    "docked": Thing(
        gettext_lazy("Ship at a site"),
        _docked,
        of_ruling("R2.4"),
        symbols=["D1", "D2", "D3", "D4"],
    ),
    "seat": Thing(
        gettext_lazy("A player’s area"),
        lambda rules: _(
            "The player’s sled with %(spaces)s spaces, cards, and points so far.",
            spaces=rules.sled_capacity,
        ),
        of_page("game", "a-turn"),
        blocks=["seat0", "seat1", "seat2", "seat3"],
    ),
    "quarry": Thing(
        gettext_lazy("Quarry"),
        lambda rules: _("Stones in stock: take them onto your sled to use them."),
        of_page("about", "words"),
        symbols=["heap"],
    ),
    "hidden-card": Thing(
        gettext_lazy("Face-down card"),
        lambda rules: _(
            "You cannot see this card. A player whose stone takes a card here may look at it."
        ),
        of_ruling("R12.2"),
        symbols=["cx", "dx"],
    ),
    "piles": Thing(
        gettext_lazy("Draw pile and discard pile"),
        lambda rules: _(
            "When the draw pile is empty, the discard pile is shuffled and becomes the new draw "
            "pile."
        ),
        of_ruling("R4.3"),
        blocks=["piles"],
    ),
    "coin": Thing(
        gettext_lazy("Coin"),
        lambda rules: _("A coin pays for a second card that shares an edge with the first."),
        of_ruling("R4.6"),
        symbols=["coin"],
        in_play=_side(Site.MARKET, Side.C),
    ),
    "figure": Thing(
        gettext_lazy("The figure"),
        lambda rules: _("The next stone goes to the first free space after the figure, clockwise."),
        of_ruling("R6.4"),
        symbols=["F"],
        in_play=_side(Site.PYRAMID, Side.D),
    ),
    "chariot": Thing(
        gettext_lazy("Chariot"),
        lambda rules: _(
            "The chariot moves when its owner places a stone at the temple. The arrows on the "
            "stone’s space show how far."
        ),
        of_ruling("R7.5"),
        symbols=coloured_symbol("c"),
        in_play=_side(Site.TEMPLE, Side.D),
    ),
    "tile": Thing(
        gettext_lazy("Open tile"),
        lambda rules: _("The owner of the next stone here picks one of these spaces."),
        of_ruling("R8.4"),
        symbols=["u", "niche-open"],
        in_play=_side(Site.BURIAL_CHAMBER, Side.D),
    ),
    "lost-tile": Thing(
        gettext_lazy("Lost tile"),
        lambda rules: _(
            "This space was not taken in its round. No stone can be placed here any more."
        ),
        of_ruling("R8.4"),
        symbols=["z", "bricks"],
        in_play=_side(Site.BURIAL_CHAMBER, Side.D),
    ),
    "scarab": Thing(
        gettext_lazy("Scarab"),
        lambda rules: _(
            "A player laid this scarab on the prophecy. At the end it wins or loses points, "
            "depending on the round in which it was laid."
        ),
        of_ruling("R11.4"),
        symbols=coloured_symbol("e"),
        in_play=_module(Module.GOD_PROPHECIES),
    ),
    "private-ship": Thing(
        gettext_lazy("Private ship"),
        lambda rules: _("A small ship that its owner may sail once, with one stone of the sled."),
        of_ruling("R11.1"),
        symbols=["p", "P"],
        in_play=_module(Module.PRIVATE_SHIPS),
    ),
}
