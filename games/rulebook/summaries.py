"""Summaries above the full text: a card, a side, a module in one sentence, with its numbers."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from drawing.cards import card_effect, card_title
from drawing.cards.faces import HEIGHT, WIDTH, card_symbols, colour_of
from drawing.language.words import SITES
from drawing.modules import module_details, module_effect
from drawing.text.names import MODULES
from drawing.text.rules import addresses
from drawing.text.rules.sides import side_rules
from engine import DEFAULT_EDITION, Rules, Setup
from engine.editions import load_edition
from engine.vocabulary import BUILDING_SITES, Card, CardColour, Module, Side, Site
from games.rulebook.examples import example_sentence, plain_setup

SEATS: Final = "black white brown gray"
"""Seats of the pages' numbers: those of four players."""

WHEN: Final = {
    CardColour.BLUE: gettext_lazy("once, as your action in a later turn"),
    CardColour.WHITE: gettext_lazy("from the moment you take it until the end of the game"),
}
"""When a card of the colour works, where its sentence does not say it all."""


class Summary(NamedTuple):
    """A thing by its anchor, with its `sentence`; `facts` are names and values; `board`: as an
    edition names it, if its numbers are provisional; `colour`: of a card;
    `points`: a sentence for each of its parts."""

    id: str
    title: str
    sentence: str
    facts: tuple[tuple[str, str], ...] = ()
    symbol: str = ""
    board: str = ""
    colour: CardColour | None = None
    points: tuple[str, ...] = ()


@cache
def rules_with_side(side: Side, players: int = 4) -> Rules:
    """The rules of so many players with this side of every site, and all modules that may be."""
    modules = frozenset(Module) - {Module.UNLIMITED_STONES}
    seats = plain_setup(side, players).seats
    return Rules(Setup(seats, (side,) * len(Site), modules, edition=DEFAULT_EDITION))


def cards() -> list[Summary]:
    """Every market card."""
    base = Rules(Setup.of(SEATS))
    return [_card(base, rules_with_side(Side.A), card) for card in Card]


def _card(base: Rules, rules: Rules, card: Card) -> Summary:
    """`base` is without the cards of A New Dynasty."""
    colour = CardColour.read(colour_of(rules, card))
    additional = rules.copies[card] - base.copies[card]
    copies = {_("base game"): base.copies[card], _("A New Dynasty"): additional}
    numbers = ", ".join(f"{number} ({box})" for box, number in copies.items() if number)
    when = ((_("Takes effect"), str(WHEN[colour])),) if colour in WHEN else ()
    facts = (*when, (_("Copies"), numbers))
    title = card_title(card)
    sentence = card_effect(rules, card)
    return Summary(
        addresses.anchor(card.word), title, sentence, facts, f"c{card.value}", colour=colour
    )


def new_dynasty_cards() -> list[Summary]:
    """The cards that only A New Dynasty has."""
    base = Rules(Setup.of(SEATS))
    additional = {addresses.anchor(card.word) for card in Card if not base.copies[card]}
    return [card for card in cards() if card.id in additional]


def card_view() -> str:
    """The view box of a large card, with a margin."""
    return f"{-WIDTH / 2 - 2} {-HEIGHT / 2 - 2} {WIDTH + 4} {HEIGHT + 4}"


def card_pictures() -> SafeString:
    """Symbols of the cards' pictures."""
    return mark_safe(card_symbols(rules_with_side(Side.A)))


def sides(site: Site, players: int) -> dict[str, Summary]:
    """The four sides of a site by their anchors, with the numbers of so many players."""
    return {side.word: _side(site, side, players) for side in Side}


def _side(site: Site, side: Side, players: int) -> Summary:
    rules = rules_with_side(side, players)
    provisional = rules.confidence[site] == "provisional"
    board = f"{site.word}.{side.word}" if provisional else ""
    return Summary(side.word, side.word, side_rules(rules, site), board=board)


def first_sides(players: int) -> list[dict[str, str]]:
    """Summary of the A side of each site, with the numbers of so many players."""
    rules = rules_with_side(Side.A, players)
    return [
        {
            "name": addresses.SITES[site],
            "title": str(SITES[site]),
            "address": addresses.of_site(site),
            "sentence": side_rules(rules, site),
            "example": example_sentence(site, Side.A, players),
        }
        for site in Site
    ]


def module_summaries() -> dict[str, Summary]:
    """The modules by their anchors."""
    rules = rules_with_side(Side.A)
    return {
        addresses.anchor(module.word): Summary(
            addresses.anchor(module.word),
            str(MODULES[module]),
            module_effect(rules, module),
            board=_of_module(module),
            points=tuple(
                f"{detail.title}: {detail.sentence}" for detail in module_details(rules, module)
            ),
        )
        for module in Module
    }


def _of_module(module: Module) -> str:
    """Its table of the edition, if that is provisional."""
    table = load_edition(DEFAULT_EDITION).get(module.word, {})
    return module.word if table.get("confidence") == "provisional" else ""


def edition_numbers(players: int) -> dict[str, object]:
    """Numbers of the first page, as the edition has them for so many players."""
    rules = Rules(plain_setup(Side.A, players))
    return {
        "rounds": rules.rounds,
        "sites": len(Site),
        "building": len(BUILDING_SITES),
        "take": rules.stones_per_take,
        "sled": rules.sled_capacity,
        "ships": len(next(iter(rules.round_cards))),
        "stones": rules.stones,
        "first": rules.starting_stones[0],
        "last": rules.starting_stones[-1],
        "minimum": rules.minimum_load,
        "blue": rules.unused_blue_points,
    }
