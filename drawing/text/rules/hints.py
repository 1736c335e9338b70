"""Hints on the table of one game: a sentence for everything that can be pointed at, and
what it is worth at present."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from drawing.cards import card_effect, card_title
from drawing.language import gettext as _
from drawing.language import ngettext
from drawing.language.words import SITES, with_value
from drawing.modules import in_play
from drawing.svg import signed_points
from drawing.text.rules import addresses
from drawing.text.rules.sides import side_rules
from drawing.text.rules.things import THINGS
from engine import EVERYTHING, Rules, State, view
from engine.outlook import card_worth, module_worth, outlook
from engine.shown import View
from engine.vocabulary import BUILDING_SITES, Card, Site


class Hint(NamedTuple):
    """`key` names the thing; `symbols` draw it, `blocks` are parts of the table that are it."""

    key: str
    title: str
    sentence: str
    address: str
    symbols: Sequence[str] = ()
    blocks: Sequence[str] = ()


def all_hints(rules: Rules) -> list[Hint]:
    """Everything that is in play: sites, modules, cards, things."""
    return [*_sites(rules), *_modules(rules), *_cards(rules), *_things(rules)]


def _sites(rules: Rules) -> Iterator[Hint]:
    for site in Site:
        side = rules.setup.sides[site]
        yield Hint(
            f"site-{site.word}",
            _("%(site)s, side %(side)s", site=SITES[site], side=side.word),
            side_rules(rules, site),
            addresses.side_address(site, side),
            blocks=[site.word],
        )


def _modules(rules: Rules) -> Iterator[Hint]:
    for module in in_play(rules):
        word, address = module.module.word, addresses.module_address(module.module)
        blocks = [module.block] if module.block else []
        yield Hint(f"module-{word}", str(module.title), module.sentence(), address, blocks=blocks)
    for module in in_play(rules):
        for part in module.details():
            yield Hint(part.hint, part.title, part.sentence, addresses.of_detail(part.anchor))


def _cards(rules: Rules) -> Iterator[Hint]:
    for card in Card:
        if rules.copies[card]:
            yield Hint(
                f"card-{card.word}",
                card_title(card),
                card_effect(rules, card),
                addresses.card_address(card),
                symbols=[f"{size}{card.value}" for size in "cdw"],
            )


def _things(rules: Rules) -> Iterator[Hint]:
    for key, thing in THINGS.items():
        if thing.in_play(rules):
            sentence = thing.sentence(rules)
            yield Hint(key, str(thing.title), sentence, thing.address, thing.symbols, thing.blocks)


# --- at present -------------------------------------------------------------------------


def current_hints(s: State, viewer: int | None, names: Sequence[str]) -> dict[str, str]:
    """By the key of a hint what it is worth in position `s`, as far as `viewer` may know; `names`
    are those of the seats. What is worth nothing is left out."""
    current_view = view(s, viewer, options=False)
    hints = [*_worth_of_sites(s, current_view, names), *_worth_of_cards(s, current_view, names)]
    if not s.rules.hidden_cards or viewer == EVERYTHING or s.over:
        hints += _worth_of_modules(s, names)
    return dict(hints)


def _worth_of_sites(
    s: State, current_view: View, names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    worth = outlook(s).worth
    for site in BUILDING_SITES:
        stones = current_view["sites"][site.word]["stones"]
        parts = [
            _points_of_amount(name, _stones(number), points)
            for name, number, points in zip(names, stones, worth[site], strict=True)
            if number or points
        ]
        if parts:
            yield f"site-{site.word}", _current_worth(parts)


def _worth_of_cards(
    s: State, current_view: View, names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for card in Card:
        parts = []
        for seat, name in enumerate(names):
            number = current_view["seats"][seat]["cards"].get(card.word, 0)
            points = card_worth(s, seat, card) if number else 0
            if points:
                parts.append(_points_of_amount(name, _copies(number), points))
        if parts:
            yield f"card-{card.word}", _current_worth(parts)


def _worth_of_modules(s: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    for module in s.rules.setup.modules:
        points = module_worth(s, module)
        pairs = zip(names, points, strict=True)
        parts = [with_value(name, _points(number)) for name, number in pairs if number]
        if parts:
            yield f"module-{module.word}", _current_worth(parts)


def _current_worth(parts: Sequence[str]) -> str:
    return _("Now: %s.") % "; ".join(parts)


def _points_of_amount(name: str, amount: str, points: int) -> str:
    """``@ana, 5 stones: 15 points``."""
    return with_value(f"{name}, {amount}", _points(points))


def _stones(number: int) -> str:
    return ngettext("%d stone", "%d stones", number) % number


def _copies(number: int) -> str:
    return ngettext("%d card", "%d cards", number) % number


def _points(number: int) -> str:
    return ngettext("%s point", "%s points", number) % signed_points(number)
