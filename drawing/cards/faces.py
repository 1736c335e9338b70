"""The faces of the market cards, large and small: pictures of our own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from drawing.cards import DRAWINGS, card_title
from drawing.language import gettext_lazy
from drawing.svg import hint, path, rect, svg_text, tag
from engine.vocabulary import Card, CardColour

if TYPE_CHECKING:
    from engine import Rules


WIDTH, HEIGHT = 88, 104
SMALL_WIDTH, SMALL_HEIGHT = 22, 29

WHEN: Final = {
    CardColour.RED: gettext_lazy("at once"),
    CardColour.GREEN: gettext_lazy("final scoring"),
    CardColour.PURPLE: gettext_lazy("set"),
    CardColour.BLUE: gettext_lazy("action"),
    CardColour.WHITE: gettext_lazy("always"),
}
"""When a card of the colour works: at once, at the end, together, as a turn, always."""

LETTERS_A_LINE: Final = 12
LONG: Final = 10
LINE_HIGH, CAPITAL = 0.96, 0.68
"""Height of a line of a name and of its capitals, in units of its size."""

COLOURS: Final = tuple(CardColour)


NUMBER_WIDTH, CARD_GAP = 15, 4
"""Of the number beside a small card, and between such cards."""

VISIBLE_STRIP: Final = 7
"""The strip of a small card that the next one leaves visible."""


class CardPlace(NamedTuple):
    """Centres of a small card and of its number, from the first card's centre."""

    card: float
    number: float
    has_room: bool


def place_small_cards(counts: Sequence[int], room: float) -> list[CardPlace]:
    """Places of a row of small cards of which each stands for `counts`, `room` units from the first
    centre on. A number stands beside its card. Where the row is too long, the next card partly
    covers one without a number; where that is not enough, numbers stand on their cards."""
    widths: list[float] = [
        SMALL_WIDTH + CARD_GAP + (NUMBER_WIDTH if count > 1 else 0) for count in counts
    ]
    excess = sum(widths) - SMALL_WIDTH - CARD_GAP - room
    unnumbered = [index for index, count in enumerate(counts[:-1]) if count == 1]
    if excess > (SMALL_WIDTH + CARD_GAP - VISIBLE_STRIP) * len(unnumbered):
        step = min(SMALL_WIDTH + CARD_GAP, room / max(1, len(counts) - 1))
        overlap_offset = min(6, (step - SMALL_WIDTH) / 2)  # what the next card leaves of it
        return [
            CardPlace(step * n, step * n + overlap_offset, has_room=False)
            for n in range(len(counts))
        ]
    for index in unnumbered:
        widths[index] -= max(0, excess) / len(unnumbered)
    starts = [0, *accumulate(widths)]
    number_offset = (SMALL_WIDTH + NUMBER_WIDTH) / 2
    return [CardPlace(x, x + number_offset, has_room=True) for x in starts[: len(counts)]]


def colour_of(rules: Rules, card: Card) -> str:
    """The word of a card's colour, as the edition gives it."""
    return rules.colours[card].word


def card_symbols(rules: Rules) -> str:
    """``cN`` and ``dN``: card N large and small; ``cx`` and ``dx`` the backs."""
    return "".join(tag("g", content, id=f"i-{name}") for name, content in _cards(rules))


def _cards(rules: Rules) -> Iterator[tuple[str, str]]:
    for card in Card:
        colour = colour_of(rules, card)
        yield f"c{card.value}", _large(card, colour, card_band(rules, card))
        yield f"d{card.value}", _small(card, colour)
    yield "cx", _back()
    yield "dx", _small_back()


def card_band(rules: Rules, card: Card) -> str:
    """A word or two on the face of the card: what it gives by the edition, or when it works."""
    return DRAWINGS[card].band(rules.cards[card]) or str(WHEN[rules.colours[card]])


def _large(card: Card, colour: str, band: str) -> str:
    left, top = -WIDTH / 2, -HEIGHT / 2
    picture = tag(
        "path",
        class_="card-picture",
        d=DRAWINGS[card].picture,
        transform="translate(0 -27) scale(1.1)",
    )
    lines = wrap(card_title(card), LETTERS_A_LINE, break_long_words=False)
    low = " card-low" if len(lines) > 2 else ""
    words = "".join(
        name_line(0, 32.5, line, row - (len(lines) - 1) / 2, low) for row, line in enumerate(lines)
    )
    return (
        path(f"M{left + 4} 55H{-left + 5}V{top + 6}l4 0V58H{left + 8}z", "sh")
        + rect(left, top, WIDTH, HEIGHT, "paper", 5)
        + rect(left + 4, top + 4, WIDTH - 8, 58, f"card-hue cc-{colour}", 3)
        + path(
            f"M{left + 4} -7h{WIDTH - 8}v14a3 3 0 0 1 -3 3H{left + 7}a3 3 0 0 1 -3 -3z", "card-band"
        )
        + picture
        + svg_text(0, 6, band, "card-when")
        + words
    )


def name_line(x: float, y: float, name: str, row: float, look: str = "") -> str:
    """A line of a name, `row` lines below the middle of all at `y`; a long one is set tight."""
    classes = f"card-name{' card-long' if len(name) > LONG else ''}{look}"
    return svg_text(x, y, name, classes, row * LINE_HIGH + CAPITAL / 2)


def _small(card: Card, colour: str) -> str:
    picture = tag("path", class_="card-picture", d=DRAWINGS[card].picture, transform="scale(.54)")
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
