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


def label(fact: Fact) -> str:
    """Label of the fact."""
    said = _(fact.says)
    return capfirst(said % {"what": _named(fact.what)} if fact.what is not None else said)


def groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Titles with names and labels of facts."""
    titles = (
        _("The result"),
        _("Stones and ships"),
        _("Building sites"),
        _("Cards"),
        _("Boards and modules"),
    )
    seats = sorted((one for one in FACTS.values() if one.of != GAME), key=lambda one: one.number)
    ends = (*GROUPS[1:], 1 + seats[-1].number)
    for title, begin, end in zip(titles, GROUPS, ends, strict=True):
        yield title, [(one.name, label(one)) for one in seats if begin <= one.number < end]
    whole = [one for one in FACTS.values() if one.of == GAME]
    yield _("The game"), [(one.name, label(one)) for one in whole]


def _named(what: Word | int | None) -> str:
    if isinstance(what, Card):
        return card_name(what)
    if isinstance(what, Source):
        return source_name(what)
    return str(SITES[what]) if isinstance(what, Site) else str(what)
