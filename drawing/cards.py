"""The faces of the market cards, large and small: pictures of our own."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from drawing.language import gettext_lazy
from drawing.svg import hint, path, rect, tag, text
from drawing.words import card_title
from engine.vocabulary import Card, CardColour

if TYPE_CHECKING:
    from engine import Rules


WIDTH, HEIGHT = 88, 104
SMALL_WIDTH, SMALL_HEIGHT = 22, 29

PICTURES: Final = {
    Card.ENTRANCE: "M0 -14 16 12H-16zM-4 12V3H4V12",
    Card.SARCOPHAGUS: "M-4 -14H4L8 -7 5 13H-5L-8 -7zM-4 -5H4M-3 2H3",
    Card.PAVED_PATH: "M-2 -14 2 -14 4 2H-4zM-14 12 -6 4M14 12 6 4M-8 12 -3 5M8 12 3 5M0 12V6",
    Card.PYRAMID_DECORATION: "M0 -4 12 12H-12zM-6 4H6M0 -14V-8M-4 -12 4 -10M4 -12 -4 -10",
    Card.TEMPLE_DECORATION: "M-13 -2 0 -8 13 -2zM-10 -2V10M-3 -2V10M4 -2V10M10 -2V10M-13 12H13"
    "M0 -16V-11M-3 -14H3",
    Card.BURIAL_CHAMBER_DECORATION: "M-13 -4H13V12H-13zM-4 -4V12M4 -4V12M-13 4H13"
    "M0 -14V-8M-3 -11H3",
    Card.OBELISK_DECORATION: "M0 -9 3 -4 4 12H-4L-3 -4zM-9 12H9M9 -12V-6M6 -9H12",
    Card.STATUE: "M-4 -9a4 4 0 1 1 8 0a4 4 0 1 1 -8 0M-7 -4H7L5 6H-5zM-9 13V6H9V13z",
    Card.LEVER: "M-14 8 12 -8M-2 13 2 5 6 13zM-14 2V-8H-6M-14 -8 -5 1",
    Card.HAMMER: "M-9 -13H5V-5H-9zM5 -11 11 -9 5 -7M-2 -5V13",
    Card.SAIL: "M0 -14V8M0 -13q13 8 0 16zM0 -10q-9 6 0 12M-13 8H13L9 13H-9z",
    Card.CHISEL: "M-11 -12 -7 -14 4 2 1 5zM2 4 10 13M-2 -14H10V-6",
    Card.CARGO_SLED: "M-12 2H8V-8H-2V2M-12 -8H-4V2M-14 8H10q6 0 6 -6M-8 2V8M6 2V8",
    Card.PRIVATE_STONE_QUARRY: "M-14 12V4H-5V-4H4V-12H14V12zM-5 4V12M4 -4V12M-5 4H14M4 -4H14",
    Card.STONE_ORNAMENT: "M-9 -9H9V9H-9zM0 -6 5 0 0 6 -5 0zM-13 13H13",
    Card.RAFT: "M-14 2H14M-14 6H14M-14 10H14M-9 0V12M9 0V12M-4 0V-10H6V0",
    Card.LOADING_PLANK: "M-14 10 12 -8M-14 13H14M3 -14H14V-4M-9 1H-1V-7H-9z",
}
"""Lines of 30 x 30 around the centre."""

WHEN: Final = {
    CardColour.RED: gettext_lazy("at once"),
    CardColour.GREEN: gettext_lazy("1 per 3"),
    CardColour.PURPLE: gettext_lazy("set"),
    CardColour.BLUE: gettext_lazy("action"),
    CardColour.WHITE: gettext_lazy("always"),
}
"""When a card of the colour works: at once, a point for three stones, together, a turn, always."""

LETTERS_A_LINE: Final = 12
LONG: Final = 10

COLOURS: Final = tuple(CardColour)


def colour_of(rules: Rules, card: Card) -> str:
    """The word of a card's colour, as the edition gives it."""
    if rules.is_red[card]:
        return CardColour.RED.word
    if rules.copies[card] and card in _blue(rules):
        return CardColour.BLUE.word
    return _OTHERS.get(card, CardColour.BLUE).word


_OTHERS: Final = {
    Card.PYRAMID_DECORATION: CardColour.GREEN,
    Card.TEMPLE_DECORATION: CardColour.GREEN,
    Card.BURIAL_CHAMBER_DECORATION: CardColour.GREEN,
    Card.OBELISK_DECORATION: CardColour.GREEN,
    Card.STONE_ORNAMENT: CardColour.GREEN,
    Card.STATUE: CardColour.PURPLE,
    Card.CARGO_SLED: CardColour.WHITE,
}


def _blue(rules: Rules) -> set[Card]:
    return {Card(number) for number in rules.blue_cards}


def card_symbols(rules: Rules) -> str:
    """``cN`` and ``dN``: card N large and small; ``cx`` and ``dx`` the backs."""
    return "".join(tag("g", content, id=f"i-{name}") for name, content in _cards(rules))


def _cards(rules: Rules) -> Iterator[tuple[str, str]]:
    for card in Card:
        colour = colour_of(rules, card)
        yield f"c{card.value}", _large(card, colour)
        yield f"d{card.value}", _small(card, colour)
    yield "cx", _back()
    yield "dx", _small_back()


def _large(card: Card, colour: str) -> str:
    left, top = -WIDTH / 2, -HEIGHT / 2
    picture = tag(
        "path", class_="card-picture", d=PICTURES[card], transform="translate(0 -27) scale(1.1)"
    )
    lines = wrap(card_title(card), LETTERS_A_LINE, break_long_words=False)
    first, step = {1: (37, 0), 2: (29.5, 15)}.get(len(lines), (24, 12.5))
    words = "".join(text(0, first + step * i, line, look(line)) for i, line in enumerate(lines))
    return (
        path(f"M{left + 4} 55H{-left + 5}V{top + 6}l4 0V58H{left + 8}z", "sh")
        + rect(left, top, WIDTH, HEIGHT, "paper", 5)
        + rect(left + 4, top + 4, WIDTH - 8, 58, f"cc-{colour}", 3)
        + path(
            f"M{left + 4} -7h{WIDTH - 8}v14a3 3 0 0 1 -3 3H{left + 7}a3 3 0 0 1 -3 -3z", "card-band"
        )
        + picture
        + text(0, 6, str(WHEN[CardColour.read(colour)]), "card-when")
        + words
    )


def look(name: str) -> str:
    """The class of a line of a name: long ones are set tight."""
    return "card-name card-long" if len(name) > LONG else "card-name"


def _small(card: Card, colour: str) -> str:
    picture = tag("path", class_="card-picture", d=PICTURES[card], transform="scale(.54)")
    return (
        hint(card_title(card))
        + rect(-SMALL_WIDTH / 2, -SMALL_HEIGHT / 2, SMALL_WIDTH, SMALL_HEIGHT, "paper", 3)
        + rect(-9, -12.5, 18, 25, f"cc-{colour}", 2)
        + picture
    )


EYE: Final = (
    "M-16 0q16 -16 32 0q-16 13 -32 0zM-5 -1a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M-6 8 -10 16M5 8q4 8 9 6"
)


def _back() -> str:
    """An eye: the card is hidden from all."""
    left, top = -WIDTH / 2, -HEIGHT / 2
    return (
        path(f"M{left + 4} 55H{-left + 5}V{top + 6}l4 0V58H{left + 8}z", "sh")
        + rect(left, top, WIDTH, HEIGHT, "paper", 5)
        + rect(left + 4, top + 4, WIDTH - 8, HEIGHT - 8, "cc-back", 3)
        + tag("path", class_="card-eye", d=EYE, transform="translate(0 -8) scale(1.5)")
    )


def _small_back() -> str:
    return (
        rect(-SMALL_WIDTH / 2, -SMALL_HEIGHT / 2, SMALL_WIDTH, SMALL_HEIGHT, "paper", 3)
        + rect(-9, -12.5, 18, 25, "cc-back", 2)
        + tag("path", class_="card-eye", d=EYE, transform="scale(.46)")
    )
