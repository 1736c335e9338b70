"""Facts in the words of the reader, and in the groups in which a page offers them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from drawing.cards import card_name
from drawing.language.words import SITES
from drawing.text.names import source_name
from engine.facts import FACTS, GAME, Fact
from engine.vocabulary import Card, Site, Source, Word

GROUPS: Final = (
    # the first number of each group of facts of seats
    1,
    40,
    60,
    70,
    100,
)


def fact_label(fact: Fact) -> str:
    """Label of the fact."""
    text = _(fact.says)
    return capfirst(text % {"what": _named(fact.what)} if fact.what is not None else text)


def fact_groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Titles with names and labels of facts."""
    titles = (
        _("The result"),
        _("Stones and ships"),
        _("Building sites"),
        _("Cards"),
        _("Boards and modules"),
    )
    seats = sorted(
        (fact for fact in FACTS.values() if fact.of != GAME), key=lambda fact: fact.number
    )
    ends = (*GROUPS[1:], 1 + seats[-1].number)
    for title, begin, end in zip(titles, GROUPS, ends, strict=True):
        yield title, [(fact.name, fact_label(fact)) for fact in seats if begin <= fact.number < end]
    game_facts = [fact for fact in FACTS.values() if fact.of == GAME]
    yield _("The game"), [(fact.name, fact_label(fact)) for fact in game_facts]


def _named(subject: Word | int | None) -> str:
    if isinstance(subject, Card):
        return card_name(subject)
    if isinstance(subject, Source):
        return source_name(subject)
    return str(SITES[subject]) if isinstance(subject, Site) else str(subject)
