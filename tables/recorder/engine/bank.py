"""Questions to the bank: which of the possible things were turned up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from drawing.board.scene import Drawing
from drawing.board.ships import ship_length
from drawing.cards import card_title
from drawing.cards.faces import HEIGHT, WIDTH
from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.language.words import god_name
from drawing.modules import QUESTIONS as MODULE_QUESTIONS
from drawing.modules.god_prophecies import prophecy_condition
from drawing.svg import svg_text, use
from engine import Chance, Entry, Rules, State, parse_entry
from engine.legal import possible_outcomes
from engine.odds import OutcomesLeft, Remaining, remaining
from engine.vocabulary import Card, Prophecy, Site

QUESTIONS: Final[Mapping[str, object]] = {
    "round": gettext_lazy("Which ships were drawn?"),
    "market": gettext_lazy("Which cards lie at the market?"),
    "refill": gettext_lazy("Which cards were added to the market?"),
    "draw": gettext_lazy("Which card was drawn?"),
    "look": gettext_lazy("Which cards were looked at?"),
    "scaffold": gettext_lazy("Which tile of the scaffold was turned up?"),
    "crypt": gettext_lazy("Which tiles of the crypt were turned up?"),
    **MODULE_QUESTIONS,
}
"""By the verb of what the bank writes."""

SETS: Final = ("crypt", "prophecies")
"""Outcomes that the bank names in any order, each once."""

TILES: Final = ("scaffold", "crypt")
"""Outcomes that are numbers of tiles."""


def bank_question(s: State, chance: Chance, drawing: Drawing) -> dict[str, object]:
    """The bank's options at `chance`, as ``drawing.play.asked`` has them for a player; `verb`: of
    the entry; `pictures`: what each word looks like. One
    thing: `options`, each a word, the likeliest first. Several: `naming`,

    {"verb", "due": how many, "set": whether in any order, each once,
     "values": [value, key of its word, how often it may be named now, how often more then],
     "turned": from so many on it is ``then``}
    """
    verb = possible_outcomes(s, chance).verb
    left = _likeliest(remaining(s, chance))
    keys = {outcome.value: f"bank-{outcome.value.replace(' ', '-')}" for outcome in left.values}
    question: dict[str, object] = {
        "verb": verb,
        "question": str(QUESTIONS[verb]),
        "turn": False,
        "letter": "",
        "words": {key: _label(verb, value) for value, key in keys.items()},
        "spots": _spots(verb, keys, drawing),
        "pictures": {
            key: picture
            for value, key in keys.items()
            if (picture := picture_of(s.rules, verb, value))
        },
        "options": [],
        "naming": None,
    }
    if chance.count == 1:
        question["options"] = [[f"{verb} {value}", [key], 1] for value, key in keys.items()]
    else:
        question["naming"] = {
            "verb": verb,
            "due": chance.count,
            "set": verb in SETS,
            "values": [
                [outcome.value, keys[outcome.value], outcome.in_pile, outcome.in_discard]
                for outcome in left.values
            ],
            "turned": left.before_shuffle,
        }
    return question


def only_outcome(s: State, chance: Chance) -> Entry | None:
    """The only possible entry of the bank at `chance`; ``None`` where there are several."""
    verb = possible_outcomes(s, chance).verb
    values = [outcome.value for outcome in remaining(s, chance).values]
    if verb in SETS or chance.count == 1:
        if len(values) > chance.count:
            return None
    elif len(values) > 1:
        return None
    elif values:
        values *= chance.count
    return parse_entry(s.rules.setup, " ".join([verb, *values]))


def _likeliest(left: Remaining) -> Remaining:
    """The likeliest first; equally likely ones stay in their order."""

    def often(outcome: OutcomesLeft) -> int:
        return -(
            outcome.in_pile + outcome.in_discard if left.before_shuffle == 0 else outcome.in_pile
        )

    return left._replace(values=sorted(left.values, key=often))


def _spots(verb: str, keys: Mapping[str, str], drawing: Drawing) -> Mapping[str, object]:
    """Places of outcomes on the table: the niches of the crypt."""
    if verb != "crypt":
        return {}
    crypt = drawing.sites[Site.BURIAL_CHAMBER]
    return {key: (crypt.name, *crypt.target(int(value))) for value, key in keys.items()}


def _label(verb: str, value: str) -> str:
    if verb == "round":
        return value.replace(" ", " · ")
    if verb == "prophecies":
        prophecy = Prophecy.read(value)
        return _("%(god)s: %(about)s") % {
            "god": god_name(prophecy),
            "about": prophecy_condition(prophecy),
        }
    if verb in TILES:
        return _("tile %(tile)s") % {"tile": value}
    card = Card.words().get(value)
    return value if card is None else card_title(card)


Picture = tuple[str, str]

MARGIN: Final = 2
"""Around a card."""

ROW: Final = 66
"""From one ship down to the next."""

TILE: Final = (-34, -48, 210, 68)
"""The ``viewBox`` of a scaffold tile: its first space is at the origin."""

NICHE: Final = (-20, -42, 40, 46)
"""That of a niche of the crypt."""


def picture_of(rules: Rules, verb: str, value: str) -> Picture | None:
    """Picture of `value`, which the bank writes after `verb`; ``None`` if there is no picture
    of it."""
    if verb == "round":
        return _ships([int(size) for size in value.split()])
    if verb == "scaffold":
        return _view(*TILE), use(f"t{value}", 0, 0)
    if verb == "crypt":
        return _view(*NICHE), use("niche-open", 0, 0) + svg_text(0, -13, value, "ceiling-points")
    card = Card.words().get(value)
    if card is None:
        return None
    left, top = -WIDTH / 2 - MARGIN, -HEIGHT / 2 - MARGIN
    return _view(left, top, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN), use(f"c{card.value}", 0, 0)


def _ships(sizes: list[int]) -> Picture:
    """Two next to each other, and two below, as large as they are to each other."""
    widest = ship_length(max(sizes)) + 10
    shapes = []
    for index, size in enumerate(sizes):
        x, y = widest * (index % 2), ROW * (index // 2)
        shapes += [use(f"S{size}", x, y), use(f"B{size}", x, y)]
    rows = (len(sizes) + 1) // 2
    return _view(-6, -58, 2 * widest, ROW * rows + 4), "".join(shapes)


def _view(x: float, y: float, width: float, height: float) -> str:
    return f"{x:g} {y:g} {width:g} {height:g}"
