"""The rule behind a step, for a viewer who learns: a short sentence, and where the rule stands.

A step has keys of rules (``keys_of``); under the rules of a game a key is a `Reason`
(``rule_reason``). The sentences are those of ``drawing.text.rules``, with the numbers of the
edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from drawing.cards import SCORING, SHARED, card_effect, card_reason
from drawing.language import gettext as _
from drawing.language.sentences import Sentence
from drawing.modules import ONLY_WITH, REASONS, detail_of, module_effect
from drawing.text.rules import addresses
from drawing.text.rules.sides import side_rules
from engine import Rules
from engine import events as ev
from engine.events import Event
from engine.vocabulary import Card, Module, Site, Source

REASON_LIMIT: Final = 2
"""So many reasons are given for one step."""

RULINGS: Final = {
    "take": "R2.2",
    "load": "R2.3",
    "pass": "R2.5",
    "resign": "R2.10",
    "order": "R3.1",
    "next": "R2.7",
}
"""The keys that a ruling explains."""


class RuleReason(NamedTuple):
    """`words`: a sentence; `url`: the address of the rule."""

    words: str
    url: str


def side_key(site: Site) -> str:
    """The key of the side of `site` that is in play."""
    return f"site.{site.word}"


def _sailed(event: ev.ShipSailed) -> Iterator[str]:
    if len(event.cargo) > 1:
        yield "order"
    yield side_key(event.site)


def _card_reasons(event: ev.CardTaken) -> Iterator[str]:
    if event.card is not None:
        yield f"card.{event.card.word}"


def _began(event: ev.RoundBegan) -> Iterator[str]:
    if event.number > 1:
        yield "next"


def _always(key: str) -> Callable[[Event], Iterator[str]]:
    return lambda event: iter((key,))


def _keyed(kind: type) -> Callable[[Event], Iterator[str]]:
    return lambda event: iter((REASONS[kind](event),))


KEYS: Final[dict[type, Callable[[Any], Iterator[str]]]] = {
    ev.CardPlayed: lambda event: iter((f"card.{event.card.word}",)),
    **{kind: _keyed(kind) for kind in REASONS},
    ev.ShipSailed: _sailed,
    ev.CardTaken: _card_reasons,
    ev.StonesTaken: _always("take"),
    ev.StoneLoaded: _always("load"),
    ev.Passed: _always("pass"),
    ev.Resigned: _always("resign"),
    ev.RoundBegan: _began,
    ev.RoundEnded: _always(side_key(Site.TEMPLE)),
    ev.FigureMoved: _always(side_key(Site.PYRAMID)),
    ev.ScaffoldRevealed: _always(side_key(Site.PYRAMID)),
    ev.ScaffoldFilled: _always(side_key(Site.PYRAMID)),
    ev.CryptRevealed: _always(side_key(Site.BURIAL_CHAMBER)),
    ev.CardsRevealed: _always(side_key(Site.MARKET)),
    ev.StonePlaced: lambda event: iter((side_key(event.site),)),
}
"""The rules behind an event; the others need none."""

SOURCES: Final = {
    Source.PYRAMID: side_key(Site.PYRAMID),
    Source.TEMPLE: side_key(Site.TEMPLE),
    Source.BURIAL_CHAMBER: side_key(Site.BURIAL_CHAMBER),
    Source.OBELISKS: side_key(Site.OBELISKS),
    **{source: SHARED.get(source, f"card.{card.word}") for source, card in SCORING.items()},
    Source.UNUSED_BLUE_CARDS: "blue",
    **{source: f"module.{module.word}" for source, module in ONLY_WITH.items()},
}
"""The rule by which a source gives points at the end."""


def keys_of(events: Sequence[Event]) -> tuple[str, ...]:
    """The rules behind a step that did `events`: what was played goes before what came of it."""
    keys: dict[str, None] = {}
    for event in events:
        if kind := KEYS.get(type(event)):
            for key in kind(event):
                keys[key] = None
                if len(keys) == REASON_LIMIT:
                    return tuple(keys)
    return tuple(keys)


def rule_reason(rules: Rules, key: str) -> RuleReason:
    """The rule that `key` names, as the edition of the game has it."""
    kind, _dot, word = key.partition(".")
    if kind == "site":
        site = Site.read(word)
        return RuleReason(
            side_rules(rules, site), addresses.side_address(site, rules.setup.sides[site])
        )
    if kind == "card":
        card = Card.read(word)
        return RuleReason(card_effect(rules, card), addresses.card_address(card))
    if kind == "module":
        module = Module.read(word)
        return RuleReason(module_effect(rules, module), addresses.module_address(module))
    if word:
        detail = detail_of(rules, key)
        return RuleReason(detail.sentence, addresses.of_detail(detail.anchor))
    return _plain(rules, key)


def _plain(rules: Rules, key: str) -> RuleReason:
    for source, shared in SHARED.items():
        if shared == key:
            return RuleReason(card_reason(rules, SCORING[source]), addresses.of_page("cards"))
    if key == "blue":
        return RuleReason(
            _("Blue cards that were not played give points."), addresses.of_page("cards")
        )
    if key == "order":
        sentence = _("A ship unloads from front to back.")
    elif key == "next":
        sentence = _("The player to the left of the one who sailed the last ship begins the round.")
    else:
        sentence = ACTIONS[key](rules)
    return RuleReason(sentence, addresses.of_ruling(RULINGS[key]))


def _sail(rules: Rules) -> str:
    if Module.PRIVATE_SHIPS in rules.setup.modules:
        return _(
            "Sail a ship that has enough stones, of any players, to a site without an ordinary "
            "ship."
        )
    return _("Sail a ship that has enough stones, of any players, to a site without a ship.")


ACTIONS: Final[dict[str, Sentence]] = {
    "take": lambda rules: _(
        "Take %(stones)s stones from your quarry onto your sled, or as many as fit.",
        stones=rules.stones_per_take,
    ),
    "load": lambda rules: _("Put one stone of your sled on any free space of a ship."),
    "sail": _sail,
    "play": lambda rules: _("Play one blue card that you took in an earlier turn."),
    "pass": lambda rules: _("You may pass only if you can do nothing else."),
    "resign": lambda rules: _(
        "A player who resigns is placed last. In a game of two, the other player wins."
    ),
}
"""Actions of a turn, by the word of the log; modules add their own."""
